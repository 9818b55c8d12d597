"""What the user knows of the structure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dagwright.errors import ConstraintError, DagwrightError
from dagwright.graph import Dag

if TYPE_CHECKING:
    from dagwright.data.columns.column import Column

__all__ = ["Constraints"]

Edge = tuple[str, str]


@dataclass(frozen=True)
class Constraints:
    """Knowledge that every network found must respect.

    Parameters
    ----------
    required
        Edges (parent, child) that must be there.
    forbidden
        Edges (parent, child) that must not.
    tiers
        Groups of variables in order: no edge leads from a later group to an earlier one.
        Variables in no group are free.
    max_parents
        The most parents that a variable may have.

    Raises
    ------
    ConstraintError
        As soon as they contradict each other; the message names the edges and variables. Names
        that the data does not know are refused when the search begins, before any work.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.Constraints(required=[("a", "b")], tiers=[["a"], ["b", "c"]], max_parents=3)
    Constraints(required=(('a', 'b'),), forbidden=(), tiers=(('a',), ('b', 'c')), max_parents=3)
    >>> dw.Constraints(required=[("a", "b")], forbidden=[("a", "b")])
    Traceback (most recent call last):
    dagwright.errors.ConstraintError: a -> b is both required and forbidden
    """

    required: tuple[Edge, ...] = ()
    forbidden: tuple[Edge, ...] = ()
    tiers: tuple[tuple[str, ...], ...] = ()
    max_parents: int | None = None

    def __init__(
        self,
        required: Iterable[Edge] = (),
        forbidden: Iterable[Edge] = (),
        tiers: Iterable[Iterable[str]] = (),
        max_parents: int | None = None,
    ) -> None:
        object.__setattr__(self, "required", _edges(required, "required"))
        object.__setattr__(self, "forbidden", _edges(forbidden, "forbidden"))
        object.__setattr__(self, "tiers", _tiers(tiers))
        object.__setattr__(self, "max_parents", max_parents)
        self._check_max_parents()
        self._check_tiers()
        self._check_required()

    def _check_max_parents(self) -> None:
        limit = self.max_parents
        if limit is not None and (
            isinstance(limit, bool) or not isinstance(limit, int) or limit < 0
        ):
            raise ConstraintError(f"max_parents is {limit!r}: give a whole number from 0, or None")

    def _check_tiers(self) -> None:
        seen: set[str] = set()
        for tier in self.tiers:
            for name in tier:
                if name in seen:
                    raise ConstraintError(f"{name!r} is in the tiers twice")
                seen.add(name)

    def _check_required(self) -> None:
        for edge in self.required:
            if edge in self.forbidden:
                raise ConstraintError(f"{_arrow(edge)} is both required and forbidden")
        tier_of = self._tier_of
        for parent, child in self.required:
            if parent in tier_of and child in tier_of and tier_of[parent] > tier_of[child]:
                raise ConstraintError(
                    f"{parent} -> {child} is required, but {parent!r} is in a later tier"
                )
        names = {name: None for edge in self.required for name in edge}
        if not names:
            return
        try:
            graph = Dag(list(names), self.required)
        except DagwrightError as error:
            raise ConstraintError(f"required edges: {error}") from None
        for name in names:
            count = len(graph.parents(name))
            if self.max_parents is not None and count > self.max_parents:
                raise ConstraintError(
                    f"{name!r} has {count} required parents, but max_parents is {self.max_parents}"
                )

    @cached_property
    def _tier_of(self) -> Mapping[str, int]:
        return {name: level for level, tier in enumerate(self.tiers) for name in tier}

    @cached_property
    def _forbidden_pairs(self) -> frozenset[Edge]:
        return frozenset(self.forbidden)

    def forbids(self, parent: str, child: str) -> bool:
        """Tell whether an edge is ruled out, by itself or by the tiers.

        Examples
        --------
        >>> import dagwright as dw
        >>> constraints = dw.Constraints(tiers=[["age"], ["job"]])
        >>> constraints.forbids("job", "age"), constraints.forbids("age", "job")
        (True, False)
        """
        if (parent, child) in self._forbidden_pairs:
            return True
        levels = self._tier_of
        return parent in levels and child in levels and levels[parent] > levels[child]

    def tier_numbers(self, names: Sequence[str]) -> list[int]:
        """Return the number of the tier of each variable, -1 for those in none; [] without tiers.

        What the core takes: the edges that tiers forbid would be the square of the variables.
        """
        levels = self._tier_of
        return [levels.get(name, -1) for name in names] if levels else []

    def check_names(
        self, names: Sequence[str], columns: Mapping[str, Column] | None = None
    ) -> None:
        """Raise ConstraintError if a constraint names a variable that is not among `names`.

        `columns` are those of the table, of which some are not variables: the message says why.
        """
        known = set(names)
        used = [name for edge in (*self.required, *self.forbidden) for name in edge]
        used += [name for tier in self.tiers for name in tier]
        unknown = [name for name in dict.fromkeys(used) if name not in known]
        table = columns or {}
        reasons = [_why_not_used(table[name]) for name in unknown if name in table]
        if reasons:
            raise ConstraintError(f"constraints: {'; '.join(reasons)}")
        if unknown:
            raise ConstraintError(f"unknown variables in the constraints: {', '.join(unknown)}")

    def warnings(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return what of these constraints does less than it seems to, among these variables.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints(tiers=[["age"]]).warnings(["age", "smoker"])[0]  # doctest: +ELLIPSIS
        "a single tier constrains nothing, for variables in no tier are free: put those that ..."
        """
        tiers = [tier for tier in self.tiers if tier]
        if len(tiers) != 1:
            return ()
        first = set(tiers[0])
        if first >= set(names):
            return ("a single tier constrains nothing: all variables are in it",)
        listed = ", ".join(repr(name) for name in names if name in first)
        return (
            "a single tier constrains nothing, for variables in no tier are free: put those that "
            f"must not point to {listed} into a second tier",
        )

    def limit_parents(self, limit: int | None) -> Constraints:
        """Return these constraints with the smaller of the two limits on parents."""
        if limit is None or (self.max_parents is not None and self.max_parents <= limit):
            return self
        return Constraints(self.required, self.forbidden, self.tiers, limit)

    def without_limit(self) -> Constraints:
        """Return what these constraints say about edges, without the limit on parents."""
        if self.max_parents is None:
            return self
        return Constraints(self.required, self.forbidden, self.tiers)

    @property
    def binds(self) -> bool:
        """Whether any edge is demanded or ruled out."""
        return bool(self.required or self.forbidden) or sum(map(bool, self.tiers)) > 1

    def merge(self, other: Constraints) -> Constraints:
        """Return constraints that hold iff these and the others do.

        Raises
        ------
        ConstraintError
            If they contradict each other.

        Examples
        --------
        >>> import dagwright as dw
        >>> both = dw.Constraints(max_parents=3).merge(dw.Constraints(forbidden=[("a", "b")]))
        >>> both.max_parents, both.forbidden
        (3, (('a', 'b'),))
        """
        if not other.binds or self.implies_edges_of(other):
            return self.limit_parents(other.max_parents)
        if not self.binds or other.implies_edges_of(self):
            return other.limit_parents(self.max_parents)
        # Two sequences of tiers have no common one in general; as forbidden edges both hold.
        own_tiers = self.tiers if self.tiers == other.tiers or len(other.tiers) < 2 else ()
        tiers = own_tiers or (other.tiers if len(self.tiers) < 2 else ())
        forbidden = self.forbidden_edges() | other.forbidden_edges()
        forbidden -= Constraints(tiers=tiers).forbidden_edges()
        forbidden |= {*self.forbidden, *other.forbidden}
        required = dict.fromkeys((*self.required, *other.required))
        merged = Constraints(required, sorted(forbidden), tiers, self.max_parents)
        return merged.limit_parents(other.max_parents)

    def implies_edges_of(self, other: Constraints) -> bool:
        """Tell whether a network that respects these respects what the others say about edges."""
        return set(other.required) <= set(self.required) and (
            (other.tiers == self.tiers and set(other.forbidden) <= set(self.forbidden))
            or other.forbidden_edges() <= self.forbidden_edges()
        )

    def to_json(self) -> dict[str, Any]:
        """Return the constraints as plain values, without what is not set.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints(required=[("a", "b")], max_parents=2).to_json()
        {'required': [['a', 'b']], 'max_parents': 2}
        """
        content: dict[str, Any] = {
            "required": [list(edge) for edge in self.required],
            "forbidden": [list(edge) for edge in self.forbidden],
            "tiers": [list(tier) for tier in self.tiers],
        }
        content = {key: value for key, value in content.items() if value}
        if self.max_parents is not None:
            content["max_parents"] = self.max_parents
        return content

    def forbidden_edges(self) -> set[Edge]:
        """Return every edge that is forbidden, whether by itself or by the tiers."""
        edges = set(self.forbidden)
        for level, tier in enumerate(self.tiers):
            earlier = [name for group in self.tiers[:level] for name in group]
            edges.update((late, early) for late in tier for early in earlier)
        return edges

    def violations(self, dag: Dag) -> list[str]:
        """Return what a network does against these constraints, in words; empty if nothing."""
        edges = set(dag.edges)
        found = [f"{_arrow(edge)} is required" for edge in self.required if edge not in edges]
        found += [f"{_arrow(edge)} is forbidden" for edge in sorted(edges) if self.forbids(*edge)]
        if self.max_parents is not None:
            for name in dag.names:
                count = len(dag.parents(name))
                if count > self.max_parents:
                    found.append(
                        f"{name!r} has {count} parents, at most {self.max_parents} allowed"
                    )
        return found


def _why_not_used(column: Column) -> str:
    """Return why a column is not a variable, and what to do."""
    name = column.name
    if column.same_as is not None:
        return (
            f"{name!r} is the same as {column.same_as!r}, which is used: name that, or keep "
            f"{name!r} (keep=)"
        )
    return f"{name!r} was left out ({column.kind}: {column.reason}): to use it, keep it (keep=)"


def _arrow(edge: Edge) -> str:
    return f"{edge[0]} -> {edge[1]}"


def _tiers(tiers: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    checked = []
    for tier in tiers or ():
        # The string "ab" would pass as the two variables a and b.
        if isinstance(tier, str) or not isinstance(tier, Iterable):
            raise ConstraintError(f"tiers holds {tier!r}: give lists of names")
        names = tuple(tier)
        if not all(isinstance(name, str) for name in names):
            raise ConstraintError(f"tiers holds {names!r}: give lists of names")
        checked.append(names)
    return tuple(checked)


def _edges(edges: Iterable[Edge], what: str) -> tuple[Edge, ...]:
    checked: dict[Edge, None] = {}
    for edge in edges or ():
        pair = not isinstance(edge, str) and hasattr(edge, "__len__") and len(edge) == 2
        if not pair or not all(isinstance(name, str) for name in edge):
            raise ConstraintError(f"{what} holds {edge!r}: give pairs of names (parent, child)")
        parent, child = edge
        if parent == child:
            raise ConstraintError(
                f"{what} holds {_arrow(edge)}: a variable is never its own parent"
            )
        checked[parent, child] = None
    return tuple(checked)
