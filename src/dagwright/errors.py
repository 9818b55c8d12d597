"""The errors a user can meet. Each says what is wrong, where, and what to do about it."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from typing import TypeVar

__all__ = [
    "ConstraintError",
    "DagwrightError",
    "DagwrightWarning",
    "DataError",
    "FormatError",
    "More",
    "NotFittedError",
    "ResourceError",
    "located",
    "warn_user",
]

_Kind = TypeVar("_Kind", bound="DagwrightError")


class DagwrightError(Exception):
    """Base of every error that dagwright raises on purpose.

    Parameters
    ----------
    message
        What is wrong, where, and what to do about it; a line for each problem. Parameters are
        written as in a call, ``missing=`` or ``missing='drop'``: the command line makes options of
        them.
    remedy
        What to say instead, if it is known: parameters and their values, or `More` than the user
        gave. It ends the text of the error, ``try missing='drop'``, and on the command line it is
        a command to paste.
    meant
        Words of the user's that are not known, and what was probably meant by each. The message
        asks "did you mean"; the command line puts them right in the command to paste.

    Examples
    --------
    >>> import dagwright as dw
    >>> try:
    ...     dw.Dag(["a", "b"], [("a", "b"), ("b", "a")])
    ... except dw.DagwrightError as error:
    ...     print(type(error).__name__)
    DagwrightError
    """

    def __init__(
        self,
        message: str = "",
        *,
        remedy: Mapping[str, object] | None = None,
        meant: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = dict(remedy or {})
        self.meant = dict(meant or {})

    def __str__(self) -> str:
        if not self.remedy:
            return self.message
        call = ", ".join(f"{name}={value!r}" for name, value in self.remedy.items())
        return f"{self.message}; try {call}"


class More(list[str]):
    """In a remedy: what to add to the values that a parameter has.

    Examples
    --------
    >>> from dagwright.errors import DagwrightError, More
    >>> print(DagwrightError("'nr' is left out", remedy={"keep": More(["nr"])}))
    'nr' is left out; try keep=['nr']
    """


class DataError(DagwrightError, ValueError):
    """A table cannot be used as it is: empty, continuous, missing values, bad weights.

    It is a ValueError too, which other libraries expect of a table.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.Dataset.from_frame({"rain": [], "wet": []})
    Traceback (most recent call last):
    dagwright.errors.DataError: the table has no rows: at least one is needed
    """


class FormatError(DagwrightError):
    """A file cannot be read or written, or does not follow its format; the message names it.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.read_data("nowhere.csv")
    Traceback (most recent call last):
    dagwright.errors.FormatError: cannot read nowhere.csv: No such file or directory
    """


class ConstraintError(DagwrightError):
    """Constraints contradict each other, the start, or name unknown variables.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.Constraints(required=[("a", "b"), ("b", "a")])
    Traceback (most recent call last):
    dagwright.errors.ConstraintError: required edges form a cycle: a -> b -> a
    """


class ResourceError(DagwrightError):
    """The machine does not have what the work needs, or the limits do not allow it.

    The memory limit is too small; there is not enough memory; the system refuses a thread or
    something else. Files are as they were, and the next call is not affected.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.LocalScores(dw.load_dataset("wdbc"), memory_limit="64K")
    Traceback (most recent call last):
    dagwright.errors.ResourceError: a memory limit of 64K is too small: give 1M or more
    """


class NotFittedError(DagwrightError, ValueError, AttributeError):
    """A `StructureLearner` was asked for something that only `fit` finds.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.StructureLearner().score({"a": [0, 1]})
    Traceback (most recent call last):
    dagwright.errors.NotFittedError: this StructureLearner is not fitted yet: call fit first
    """


class DagwrightWarning(UserWarning):
    """Something was done that is probably not what was meant; the message says what to do instead.

    Examples
    --------
    >>> import dagwright as dw, warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error", dw.DagwrightWarning)  # in pipelines: refuse instead
    """


def located(error: DagwrightError, place: object, kind: type[_Kind]) -> _Kind:
    """Return an error that says where it happened: a file, for instance.

    Examples
    --------
    >>> from dagwright.errors import DataError, located
    >>> located(DataError("no rows", remedy={"header": False}), "a.csv", DataError)
    DataError('a.csv: no rows')
    """
    lines = (f"{place}: {line}" for line in error.message.split("\n"))
    return kind("\n".join(lines), remedy=error.remedy, meant=error.meant)


def warn_user(message: str) -> None:
    """Warn, and point at the line of the user's that led here."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, DagwrightWarning, stacklevel=level)


def _is_ours(module: str) -> bool:
    """Tell whether a module is part of dagwright, or only wraps its functions."""
    return module.partition(".")[0] == __package__ or module == "contextlib"
