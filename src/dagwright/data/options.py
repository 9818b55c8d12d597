"""`TableOptions`: what the user said about a table, in the same words everywhere."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import wraps
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, cast

import numpy as np

from dagwright.data.encode import Label
from dagwright.data.validate import checked_states
from dagwright.errors import DataError
from dagwright.suggestions import did_you_mean, nearest

if TYPE_CHECKING:
    from dagwright.data.columns.recipe import Recipe
    from dagwright.data.discretizer import Discretizer

__all__ = [
    "AND_THE_USUAL",
    "DEFAULT_MAX_STATES",
    "FILE_WORDS",
    "TableOptions",
    "TableWords",
    "checked_cuts",
    "takes_table_words",
]

DEFAULT_MAX_STATES = 256
FILE_WORDS = frozenset({"header", "delimiter", "encoding", "sheet"})
"""Options that say how a file is read: a table in memory has no use for them."""
AND_THE_USUAL = "..."
"""Among markers of missing values: the usual ones also count."""
_MISSING = ("auto", "error", "drop", "state")

Function = TypeVar("Function", bound=Callable[..., Any])
Names = Iterable[str] | str


class TableWords(TypedDict, total=False):
    """The fields of `TableOptions` as keyword arguments."""

    number: Names
    category: Names
    keep: Names
    exclude: Names
    columns: Names | None
    states: Mapping[str, Sequence[Label]] | None
    cuts: Mapping[str, Sequence[float]] | None
    discretize: Discretizer | str | Mapping[str | None, Discretizer | str] | None
    missing: str
    missing_values: Iterable[object] | None
    max_states: int | None
    weights: Any
    like: Any
    as_is: bool
    strict: bool
    header: bool | None
    delimiter: str | None
    decimal: str | None
    encoding: str | None
    sheet: str | int | None


@dataclass(frozen=True)
class TableOptions:
    """What the user said about a table; everything else is decided from its values.

    Every function that takes a table takes these words as keyword arguments, and the command line
    as options.

    Parameters
    ----------
    number
        Columns that are numbers, to be cut into intervals, whatever they look like.
    category
        Columns of which each value is a state, whatever they look like.
    keep
        Columns to use although they look like identifiers, dates, free text, or copies of others.
    exclude
        Columns to leave out.
    columns
        The only columns to use; None for all.
    states
        For some columns the states they can have, in order. States that no row has count in the
        arity; a value that is not declared is an error.
    cuts
        For some columns of numbers where to cut them: ``{"age": [30, 45, 60]}``.
    discretize
        How numbers are cut: ``"auto"`` lets `learn` find cuts that follow the network; or a method
        of `Discretizer`, one with options, or a dict of them by column, in which None stands for
        all others. None instead of a method refuses numbers that would have to be cut.
    missing
        ``"auto"`` drops incomplete rows if they are at most 5 %, otherwise holes become a state
        ``'missing'``; ``"drop"``, ``"state"`` or ``"error"`` do one of these everywhere.
    missing_values
        Cells that mean missing, instead of the usual markers; with ``...`` among them, besides
        these: ``[..., "999"]``.
    max_states
        Categories with more states are left out, unless you name them; None for no limit.
    weights
        The column that says how many times each row counts, or a list of weights.
    like
        Decisions to apply to this table too: a file written by ``info --write`` or a network.
    as_is
        Every column is a category with one state per value: nothing is cut, left out or merged,
        and missing values are refused.
    strict
        Refuse what would otherwise be left out, merged, renamed or dropped.
    header
        Whether the first line of a text file names the columns; decided from the text by default.
    delimiter
        What separates cells of a text file; ``" "`` stands for any run of blanks.
    decimal
        The decimal mark of numbers in text, ``"."`` or ``","``; found out by default.
    encoding
        How a text file is encoded, such as ``"cp1252"``; found out by default.
    sheet
        The sheet of a workbook, by name or position from 1; the first one by default.

    Raises
    ------
    DataError
        If an option makes no sense, by itself or beside another.

    Examples
    --------
    >>> import dagwright as dw
    >>> options = dw.TableOptions(category="zip", exclude=["notes"], cuts={"age": [30, 60]})
    >>> options.category, options.cuts["age"]
    (('zip',), (30.0, 60.0))
    """

    number: Names = ()
    category: Names = ()
    keep: Names = ()
    exclude: Names = ()
    columns: Names | None = None
    states: Mapping[str, Sequence[Label]] | None = None
    cuts: Mapping[str, Sequence[float]] | None = None
    discretize: Discretizer | str | Mapping[str | None, Discretizer | str] | None = "auto"
    missing: str = "auto"
    missing_values: Iterable[object] | None = None
    max_states: int | None = DEFAULT_MAX_STATES
    weights: Any = None
    like: Recipe | str | os.PathLike[str] | Any | None = None
    as_is: bool = False
    strict: bool = False
    header: bool | None = None
    delimiter: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    sheet: str | int | None = None
    given: frozenset[str] = field(default=frozenset(), init=False, repr=False, compare=False)
    """Names of the options that differ from their defaults."""

    def __post_init__(self) -> None:
        usual = {f.name: f.default for f in fields(self) if f.init}
        told = {name for name, value in usual.items() if _differs(getattr(self, name), value)}
        self._set("given", frozenset(told))
        for name in ("number", "category", "keep", "exclude"):
            self._set(name, _names(getattr(self, name)))
        if self.columns is not None:
            self._set("columns", _names(self.columns))
        self._set("states", {n: _declared(n, s) for n, s in (self.states or {}).items()})
        self._set("cuts", checked_cuts(self.cuts))
        if self.missing not in _MISSING:
            found = nearest(self.missing, _MISSING)
            raise DataError(
                f"missing={self.missing!r}{did_you_mean(self.missing, _MISSING)}: choose one of "
                f"{', '.join(_MISSING)}",
                remedy=None if found is None else {"missing": found},
            )
        if isinstance(self.missing_values, str):
            raise DataError(
                f"missing_values= must be a list of texts, not the single {self.missing_values!r}"
            )
        if self.missing_values is not None:
            markers = (AND_THE_USUAL if m is ... else str(m) for m in self.missing_values)
            self._set("missing_values", frozenset(markers))
        if self.decimal not in (None, ".", ","):
            raise DataError(f"decimal={self.decimal!r}: give '.' or ','")
        self._check_limit()
        self._check_contradictions()

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)  # the class is frozen for everybody else

    def _check_limit(self) -> None:
        limit = self.max_states
        if limit is not None and (not isinstance(limit, int | np.integer) or limit < 1):
            raise DataError(f"max_states={limit!r}: give a positive integer, or None for no limit")

    def _check_contradictions(self) -> None:
        wishes = {
            "number": (*self.number, *(self.cuts or {})),
            "category": (*self.category, *(self.states or {})),
            "exclude": self.exclude,
        }
        for first, second in combinations(wishes, 2):
            both = sorted(set(wishes[first]) & set(wishes[second]))
            if both:
                raise DataError(
                    f"{both[0]!r} cannot be in both {first}= and {second}=: name it once"
                )
        both = sorted(set(self.keep) & set(self.exclude))
        if both:
            raise DataError(f"{both[0]!r} cannot be in both keep= and exclude=: name it once")
        if self.as_is:
            clash = self.given & {"number", "category", "keep", "cuts", "like"}
            if clash:
                raise DataError(
                    f"as_is=True takes every column as it is: leave {sorted(clash)[0]}= out"
                )

    @classmethod
    def of(cls, options: TableOptions | None = None, **words: Any) -> TableOptions:
        """Return options, some of them replaced by words.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.TableOptions.of(dw.TableOptions(strict=True), exclude="id").given == {
        ...     "strict", "exclude"}
        True
        """
        _check_words("TableOptions.of", words, [f.name for f in fields(cls) if f.init])
        if options is None:
            return cls(**words)
        if not isinstance(options, TableOptions):
            raise DataError(f"options must be TableOptions, not {type(options).__name__}")
        return replace(options, **words)

    def told(self) -> dict[str, Any]:
        """Return the options that differ from their defaults, in the order of the fields."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name in self.given}

    def forces(self, name: str) -> bool:
        """Tell whether the user named a column as one to use."""
        return (
            name in {*self.number, *self.category, *self.keep, *(self.columns or ())}
            or name in (self.states or {})
            or name in (self.cuts or {})
        )


def takes_table_words(function: Function, without: Collection[str] = ()) -> Function:
    """Show the words of `TableOptions` in the signature of a function that takes them as **words.

    So `help`, editors and `inspect` list each of them, though they are declared only once, and a
    word that it does not take is refused as Python refuses it.

    Parameters
    ----------
    function
        Takes the words.
    without
        Those that it does not take.
    """
    signature = inspect.signature(function)
    own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    words = [
        inspect.Parameter(f.name, inspect.Parameter.KEYWORD_ONLY, default=f.default)
        for f in fields(TableOptions)
        if f.init and f.name not in {*signature.parameters, *without}
    ]
    names = [p.name for p in (*own, *words)]

    @wraps(function)
    def checked(*args: Any, **given: Any) -> Any:
        _check_words(function.__qualname__, given, names)
        return function(*args, **given)

    checked.__signature__ = signature.replace(parameters=[*own, *words])  # type: ignore[attr-defined]
    return cast("Function", checked)


def _check_words(function: str, given: Iterable[str], known: Collection[str]) -> None:
    for word in given:
        if word not in known:
            raise TypeError(
                f"{function}() got an unexpected keyword argument {word!r}"
                f"{did_you_mean(word, known)}"
            )


def _differs(value: object, usual: object) -> bool:
    if value is usual or (usual is None and value is None):
        return False
    if usual is None:
        return not (isinstance(value, Mapping) and not value)
    if usual == ():
        return isinstance(value, str) or bool(tuple(value))  # type: ignore[arg-type]
    return bool(value != usual)


def _names(names: Names) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(dict.fromkeys(map(str, names)))


def _declared(name: str, labels: Sequence[Label]) -> tuple[Label, ...]:
    if isinstance(labels, str) or not hasattr(labels, "__iter__"):
        raise DataError(f"states of {name!r} must be a list of states, not {labels!r}")
    states = checked_states(name, list(labels))
    if not states:
        raise DataError(f"no states are declared for {name!r}: give at least one, or leave it out")
    if len(set(map(str, states))) < len(states):
        raise DataError(f"declared states of {name!r} are written alike, such as 1 and '1'")
    return states


def checked_cuts(
    cuts: Mapping[str, Sequence[float]] | None,
) -> dict[str, tuple[float, ...]]:
    """Return cut points by column, or raise a DataError about those that are none."""
    return {name: _cut_points(name, points) for name, points in (cuts or {}).items()}


def _cut_points(name: str, cuts: Sequence[float]) -> tuple[float, ...]:
    points = [cuts] if isinstance(cuts, int | float | np.number) else list(cuts)
    try:
        numbers = tuple(float(point) for point in points)
    except (TypeError, ValueError):
        raise DataError(f"cuts of {name!r} must be numbers, not {points!r}") from None
    if not np.all(np.isfinite(numbers)):
        raise DataError(f"cuts of {name!r} must be finite numbers")
    if any(low >= high for low, high in pairwise(numbers)):
        raise DataError(f"the cuts of {name!r} must ascend: {', '.join(map(str, points))}")
    return numbers
