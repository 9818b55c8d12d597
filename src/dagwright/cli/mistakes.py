"""Several mistakes in one command, found in one go."""

from __future__ import annotations

from types import TracebackType

from dagwright.errors import DagwrightError

__all__ = ["Mistakes"]


class Mistakes:
    """Collects the errors of steps that do not need each other.

    Each step is a ``with`` block, from which an error does not escape; `raise_any` raises all of
    them as one, with a line for each; with the remedies of all, if each has one.

    Examples
    --------
    >>> mistakes = Mistakes()
    >>> with mistakes:
    ...     raise DagwrightError("unknown score", remedy={"score": "bic"})
    >>> with mistakes:
    ...     raise DagwrightError("unknown method", remedy={"method": "obs"})
    >>> mistakes.raise_any()
    Traceback (most recent call last):
    dagwright.errors.DagwrightError: unknown score
    unknown method; try score='bic', method='obs'
    """

    def __init__(self) -> None:
        self._found: list[DagwrightError] = []

    def __bool__(self) -> bool:
        return bool(self._found)

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if isinstance(error, DagwrightError):
            self._found.append(error)
            return True
        return False

    def raise_any(self) -> None:
        """Raise what was found, if anything was."""
        if len(self._found) == 1:
            raise self._found[0]
        if self._found:
            curable = all(each.remedy or each.meant for each in self._found)
            cures = self._found if curable else []
            raise DagwrightError(
                "\n".join(each.message for each in self._found),
                remedy={name: value for each in cures for name, value in each.remedy.items()},
                meant={word: right for each in cures for word, right in each.meant.items()},
            )
