"""`Recipe`: what was decided about a table, in a form that travels with networks and in files."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dagwright.data.columns.column import Kind, Treatment
from dagwright.data.columns.recipe_file import read_recipe
from dagwright.data.columns.recipe_json import recipe_from_json, recipe_to_json
from dagwright.data.columns.recipe_toml import recipe_from_toml, recipe_to_toml
from dagwright.data.encode import Label
from dagwright.data.validate import checked_names, checked_states
from dagwright.errors import DataError
from dagwright.suggestions import did_you_mean
from dagwright.words import list_names

__all__ = ["ColumnRecipe", "Recipe", "Values", "read_recipe"]

_USED = frozenset({Treatment.CUT, Treatment.KEEP})
_CUT_BY = ("user", "reader", "learner")
_MISSING = ("drop", "state", "none")


@dataclass(frozen=True)
class Values:
    """The numbers of a column and how often they occur: each of them, or fine cells.

    Attributes
    ----------
    lows, highs
        The ends of each cell, ascending. Where all values are kept, both are the value.
    counts
        How many rows each cell has, weights counted.

    Raises
    ------
    DataError
        If they are not equally long, do not ascend, or are not finite.

    Examples
    --------
    >>> from dagwright.data.columns.recipe import Values
    >>> Values((1.0, 2.5), (1.0, 2.5), (30, 12)).counts
    (30, 12)
    """

    lows: tuple[float, ...]
    highs: tuple[float, ...]
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        _set(self, "lows", tuple(map(float, self.lows)))
        _set(self, "highs", tuple(map(float, self.highs)))
        _set(self, "counts", tuple(map(int, self.counts)))
        if not len(self.lows) == len(self.highs) == len(self.counts):
            raise DataError(
                f"values have {len(self.lows)} lower ends, {len(self.highs)} upper ends and "
                f"{len(self.counts)} counts: give one of each per cell"
            )
        if not all(map(math.isfinite, (*self.lows, *self.highs))):
            raise DataError("values must be finite numbers")
        ends = [end for cell in zip(self.lows, self.highs, strict=True) for end in cell]
        inside = all(low <= high for low, high in zip(self.lows, self.highs, strict=True))
        if not inside or any(a >= b for a, b in zip(ends[1::2], ends[2::2], strict=False)):
            raise DataError("values must ascend, each cell above the one before")
        if any(count < 0 for count in self.counts):
            raise DataError("counts of values must not be negative")


@dataclass(frozen=True)
class ColumnRecipe:
    """What was decided about one column: enough to treat another table's column alike.

    Attributes
    ----------
    name
        As in the table.
    kind, treatment
        What it holds, and what becomes of it.
    same_as
        The column that it is attached to.
    states
        Labels in code order, if it is a variable. Empty if the next table is to say them.
    cuts
        Where numbers are cut, ascending; a value at a cut belongs above it.
    cut_by
        Who chose the cuts: ``"user"``, ``"reader"`` (provisional) or ``"learner"``.
    values
        The numbers themselves, with their counts.
    missing_state
        Whether the last state stands for missing values.
    reason
        Why, in words.

    Raises
    ------
    DataError
        If the parts do not fit together; the message names the column.

    Examples
    --------
    >>> from dagwright.data.columns.recipe import ColumnRecipe
    >>> age = ColumnRecipe("age", "number", "cut", cuts=[30, 60])
    >>> age.kind, age.cuts, age.is_used
    (<Kind.NUMBER: 'number'>, (30.0, 60.0), True)
    """

    name: str
    kind: Kind
    treatment: Treatment
    same_as: str | None = None
    states: tuple[Label, ...] = ()
    cuts: tuple[float, ...] | None = None
    cut_by: str | None = None
    values: Values | None = None
    missing_state: bool = False
    reason: str = ""

    def __post_init__(self) -> None:
        _set(self, "kind", _member(Kind, self.kind, self.name, "kind"))
        _set(self, "treatment", _member(Treatment, self.treatment, self.name, "treatment"))
        _set(self, "states", checked_states(self.name, self.states))
        if self.cuts is not None:
            _set(self, "cuts", _checked_cuts(self.name, self.cuts))
            if self.states and len(self.states) != len(self.cuts) + 1 + self.missing_state:
                raise DataError(
                    f"column {self.name!r} has {len(self.cuts)} cuts but {len(self.states)} states"
                )
        if self.cut_by not in (None, *_CUT_BY):
            raise DataError(
                f"column {self.name!r}: cut_by is {self.cut_by!r}: choose one of {_listed(_CUT_BY)}"
            )

    @property
    def is_used(self) -> bool:
        """Whether it is a variable."""
        return self.treatment in _USED


@dataclass(frozen=True)
class Recipe:
    """Everything that was decided about a table, so that the next one can be treated alike.

    A `Dataset` and a network that was fitted to one have it as `recipe`; it travels in JSON, BIF
    and XMLBIF files of networks. Pass it, or whatever has one, as ``like=``.

    Attributes
    ----------
    columns
        Every column of the table, in its order, as `ColumnRecipe`.
    n_rows
        How many rows the table had, weights counted.
    fingerprint
        `Dataset.fingerprint` of the table.
    missing
        What became of missing values: ``"drop"``, ``"state"``, or ``"none"`` if there were none.
    dagwright
        The version that decided.

    Examples
    --------
    >>> from dagwright.data.columns.recipe import ColumnRecipe, Recipe
    >>> recipe = Recipe((ColumnRecipe("age", "number", "cut", cuts=[30, 60]),), n_rows=891)
    >>> recipe["age"].cuts
    (30.0, 60.0)
    >>> Recipe.from_json(recipe.to_json()) == recipe
    True
    """

    columns: tuple[ColumnRecipe, ...]
    n_rows: int = 0
    fingerprint: str = ""
    missing: str = "none"
    dagwright: str = ""

    def __post_init__(self) -> None:
        _set(self, "columns", tuple(self.columns))
        checked_names([column.name for column in self.columns])
        if self.missing not in _MISSING:
            raise DataError(f"missing is {self.missing!r}: choose one of {_listed(_MISSING)}")

    @cached_property
    def _by_name(self) -> dict[str, ColumnRecipe]:
        return {column.name: column for column in self.columns}

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all columns, used or not."""
        return tuple(self._by_name)

    def get(self, name: str) -> ColumnRecipe | None:
        """Return what was decided about a column, None if the table did not have it."""
        return self._by_name.get(name)

    def __getitem__(self, name: str) -> ColumnRecipe:
        if name not in self._by_name:
            raise DataError(
                f"no column {name!r}{did_you_mean(name, self.names)}: there are "
                f"{list_names(self.names)}"
            )
        return self._by_name[name]

    def select(self, names: Iterable[str]) -> Recipe:
        """Return the recipe of these columns only, in this order.

        Examples
        --------
        >>> from dagwright.data.columns.recipe import ColumnRecipe, Recipe
        >>> columns = [ColumnRecipe(name, "category", "keep") for name in "abc"]
        >>> Recipe(columns).select(["c", "a"]).names
        ('c', 'a')
        """
        return self._with([self[name] for name in names])

    def with_variables(self, names: Iterable[str]) -> Recipe:
        """Return the recipe without the variables that are not among these.

        Columns that were left out stay, so that they are left out of the next table too; those
        that are attached to a variable go with it.

        Examples
        --------
        >>> from dagwright.data.columns.recipe import ColumnRecipe, Recipe
        >>> columns = [ColumnRecipe(name, "category", "keep") for name in "abc"]
        >>> columns.append(ColumnRecipe("id", "identifier", "leave out"))
        >>> Recipe(columns).with_variables(["b"]).names
        ('b', 'id')
        """
        wanted = set(names)
        dropped = {c.name for c in self.columns if c.is_used and c.name not in wanted}
        return self._with(
            [c for c in self.columns if c.name not in dropped and c.same_as not in dropped]
        )

    def _with(self, columns: Iterable[ColumnRecipe]) -> Recipe:
        return Recipe(tuple(columns), self.n_rows, self.fingerprint, self.missing, self.dagwright)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values for JSON; what is empty is left out."""
        return recipe_to_json(self)

    @staticmethod
    def from_json(content: Any) -> Recipe:
        """Return the recipe of plain values, as `to_json` gives them.

        Raises
        ------
        FormatError
            If they are anything else; the message names the column and the key.
        """
        return recipe_from_json(content)

    def to_toml(self) -> str:
        """Return it as TOML for people to read and to change.

        Values with their counts are left out, and so are the labels of intervals, which follow
        from the cuts.

        Examples
        --------
        >>> from dagwright.data.columns.recipe import ColumnRecipe, Recipe
        >>> age = ColumnRecipe("age", "number", "cut", cuts=[30, 60], cut_by="user")
        >>> print(Recipe((age,), n_rows=891).to_toml().partition("[")[2])
        columns."age"]
        kind = "number"
        treatment = "cut"
        cuts = [30.0, 60.0]
        <BLANKLINE>
        """
        return recipe_to_toml(self)

    @staticmethod
    def from_toml(text: str) -> Recipe:
        """Return the recipe of a TOML text; cuts in it count as the user's.

        Raises
        ------
        FormatError
            If the text is not TOML, or has unknown keys or bad values; the message names the
            column and the key.
        """
        return recipe_from_toml(text)


def _set(record: object, name: str, value: object) -> None:
    object.__setattr__(record, name, value)  # the classes are frozen for everybody else


def _listed(choices: Iterable[str]) -> str:
    return ", ".join(map(repr, choices))


def _member(kinds: type[Kind] | type[Treatment], given: Any, name: str, key: str) -> Any:
    if isinstance(given, kinds):
        return given
    try:
        return kinds(given)
    except ValueError:
        known = _listed(member.value for member in kinds)
        raise DataError(f"column {name!r}: {key} is {given!r}: choose one of {known}") from None


def _checked_cuts(name: str, cuts: Iterable[float]) -> tuple[float, ...]:
    numbers = tuple(map(float, cuts))
    if not all(map(math.isfinite, numbers)):
        raise DataError(f"column {name!r}: cuts must be finite numbers")
    if any(low >= high for low, high in itertools.pairwise(numbers)):
        raise DataError(f"column {name!r}: cuts must ascend: {', '.join(map(str, numbers))}")
    return numbers
