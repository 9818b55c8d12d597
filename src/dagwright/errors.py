"""The errors a user can meet. Each says what is wrong, where, and what to do about it."""

from __future__ import annotations

__all__ = ["ConstraintError", "DagwrightError", "DataError", "FormatError", "ResourceError"]


class DagwrightError(Exception):
    """Base of every error that dagwright raises on purpose.

    Examples
    --------
    >>> import dagwright as dw
    >>> try:
    ...     dw.Dag(["a", "b"], [("a", "b"), ("b", "a")])
    ... except dw.DagwrightError as error:
    ...     print(type(error).__name__)
    DagwrightError
    """


class DataError(DagwrightError):
    """A table cannot be used as it is: empty, continuous, missing values, bad weights."""


class FormatError(DagwrightError):
    """A file does not follow its format; the message names the file and the line."""


class ConstraintError(DagwrightError):
    """Constraints contradict each other, the start, or name unknown variables."""


class ResourceError(DagwrightError):
    """The work does not fit the memory it was given."""
