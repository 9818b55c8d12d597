"""What stops a column from being used, collected so that one message names every one at fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from dagwright.errors import DataError
from dagwright.suggestions import did_you_mean, meant_by, nearest
from dagwright.words import list_names, quoted

__all__ = [
    "ColumnError",
    "ContinuousError",
    "MissingError",
    "Problems",
    "UnusableError",
    "check_known",
    "corrected",
    "unknown_lines",
]


class ColumnError(Exception):
    """A column cannot be used; never seen by users."""


class MissingError(ColumnError):
    """A column has `count` missing values."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class ContinuousError(ColumnError):
    """A column holds real numbers."""


class UnusableError(ColumnError):
    """A column holds something else.

    Parameters
    ----------
    what
        What it holds.
    cure, cure_of_many
        What to do about it, and about several such columns if that is said otherwise.
    best_left_out
        Whether leaving it out is the usual cure.
    """

    def __init__(
        self, what: str, cure: str, cure_of_many: str = "", *, best_left_out: bool = False
    ) -> None:
        super().__init__(what, cure, cure_of_many, best_left_out)
        self.what, self.cure, self.cure_of_many = what, cure, cure_of_many or cure
        self.best_left_out = best_left_out

    def about(self, names: list[str]) -> str:
        """Return what is wrong with these columns and what to do about it."""
        if len(names) == 1:
            return f"{_columns(names)} holds {self.what}: {self.cure}"
        return f"{_columns(names)} hold {self.what}: {self.cure_of_many}"


def check_known(
    wanted: Iterable[str], known: Collection[str], purpose: str, noun: str = "column"
) -> None:
    """Raise a DataError if a column that an option names is not there."""
    unknown = [name for name in wanted if name not in known]
    if unknown:
        lines = unknown_lines(unknown, known, purpose, noun)
        raise DataError("\n".join(lines), meant=meant_by(unknown, known))


def unknown_lines(
    wanted: Iterable[str], known: Collection[str], purpose: str, noun: str = "column"
) -> list[str]:
    """Return a line for each name that is not there but like one that is, and one for the rest."""
    unknown = [name for name in wanted if name not in known]
    similar = {name: did_you_mean(name, known) for name in unknown}
    lines = [f"no {noun} {name!r} {purpose}{asked}" for name, asked in similar.items() if asked]
    strange = [name for name, asked in similar.items() if not asked]
    if strange:
        nouns = noun if len(strange) == 1 else noun + "s"
        listed = list_names(known)
        lines.append(f"no {nouns} {quoted(strange, 'or')} {purpose}: there are {listed}")
    return lines


def corrected(wanted: Iterable[str], known: Collection[str]) -> list[str] | None:
    """Return names with those that are not there replaced by the ones meant, None if unclear."""
    found = [name if name in known else nearest(name, known) for name in wanted]
    return None if None in found else list(dict.fromkeys(name for name in found if name))


class Problems:
    """The columns that stop a table from becoming a `Dataset`, and why."""

    def __init__(self) -> None:
        self._missing: dict[str, int] = {}
        self._continuous: list[str] = []
        self._unusable: dict[tuple[object, ...], tuple[UnusableError, list[str]]] = {}

    def add(self, name: str, problem: ColumnError) -> None:
        """Record what is wrong with a column."""
        if isinstance(problem, MissingError):
            self._missing[name] = problem.count
        elif isinstance(problem, ContinuousError):
            self._continuous.append(name)
        elif isinstance(problem, UnusableError):
            self._unusable.setdefault(problem.args, (problem, []))[1].append(name)

    def raise_if_any(self, excluded: Iterable[str] = ()) -> None:
        """Raise one DataError about everything recorded, with a line for each kind of problem.

        Parameters
        ----------
        excluded
            The columns that the user has excluded already.
        """
        lines = []
        remedy: dict[str, object] = {}
        if self._missing:
            counts = ", ".join(f"{name!r} ({count:,})" for name, count in self._missing.items())
            lines.append(
                f"missing values in {counts}: drop those rows (missing='drop'), give them a state "
                "of their own (missing='state') or fill the values in first"
            )
            remedy["missing"] = "state"
        if self._continuous:
            verb = "looks" if len(self._continuous) == 1 else "look"
            lines.append(
                f"{_columns(self._continuous)} {verb} continuous: cut the numbers into intervals, "
                "for instance with discretize='quantile', or round them first"
            )
            remedy["discretize"] = "quantile"
        out: list[str] = []
        for problem, names in self._unusable.values():
            lines.append(problem.about(names))
            out += names if problem.best_left_out else []
        if out:
            remedy["exclude"] = [*excluded, *out]
        if lines:
            raise DataError("\n".join(lines), remedy=remedy)


def _columns(names: list[str]) -> str:
    if len(names) == 1:
        return f"column {names[0]!r}"
    return f"columns {list_names(names, 'and')}"
