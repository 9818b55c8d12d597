"""What the user knows of the structure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING

from dagwright.constraints.edge_levels import EdgeLevels
from dagwright.constraints.merge import implies_edges, merged_words
from dagwright.constraints.name_patterns import NameReader
from dagwright.constraints.resolve_names import plain_words, wishes_of
from dagwright.constraints.wishes import Edge
from dagwright.constraints.written_constraints import WrittenConstraints
from dagwright.errors import ConstraintError
from dagwright.graph import Dag
from dagwright.words import list_names

if TYPE_CHECKING:
    from dagwright.data.columns.column import Column

__all__ = ["Constraints"]


@dataclass(frozen=True, init=False, repr=False)
class Constraints(WrittenConstraints):
    """Knowledge that every network found must respect.

    A name may be a pattern as in a shell (``lab_*``, ``item?``, ``[ab]_score``), which stands for
    all variables that it matches; the name of a column is never read as a pattern.

    Parameters
    ----------
    required
        Edges (parent, child) that must be there: of patterns, from each variable that the first
        one matches to each that the second one matches, except from a variable to itself.
    forbidden
        Edges (parent, child) that must not.
    tiers
        Groups of variables in order: no edge leads from a later group to an earlier one.
        Variables in no group are free; ``"*"`` stands for all that are in no other group. A
        variable that is named belongs where it is named, whatever patterns match it. Where a
        column is called ``*``, write ``"[*]"`` for it and ``"**"`` for the others.
    max_parents
        The most parents that a variable may have.
    roots
        Variables that nothing points to.
    leaves
        Variables that point to nothing.
    forbid_within
        Whether edges between variables of the same tier are forbidden too; or the places of the
        tiers for which they are, from 0.

    Raises
    ------
    ConstraintError
        As soon as they contradict each other; the message names the fewest that do. Names that
        the data does not know, and patterns that match none of them, are refused when the search
        begins, before any work.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.Constraints(roots=["age", "sex"], tiers=[["age", "sex"], ["*"]], max_parents=3)
    Constraints(tiers=(('age', 'sex'), ('*',)), max_parents=3, roots=('age', 'sex'))
    >>> dw.Constraints(required=[("a", "b")], forbidden=[("a", "b")])
    Traceback (most recent call last):
    dagwright.errors.ConstraintError: a -> b is required and also forbidden
    """

    def resolve(
        self, names: Sequence[str], columns: Mapping[str, Column] | None = None
    ) -> Constraints:
        """Return what these constraints mean for some variables, without patterns.

        Parameters
        ----------
        names
            The variables.
        columns
            The columns of the table, of which some are not variables: the message says why.

        Raises
        ------
        ConstraintError
            If a name or a pattern means no variable, or if they contradict each other.

        Examples
        --------
        >>> import dagwright as dw
        >>> known = dw.Constraints(forbidden=[("lab_*", "age")], roots=["s?x"])
        >>> known.resolve(["age", "sex", "lab_1", "lab_2"])
        Constraints(forbidden=(('lab_1', 'age'), ('lab_2', 'age')), roots=('sex',))
        >>> known.resolve(["age", "sex", "labs"])  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        dagwright.errors.ConstraintError: constraints: no variable matches 'lab_*' (did you ...?)
        """
        if not any(True for _ in self._names()):
            return self
        reader = NameReader(names, columns)
        if self.is_resolved:
            for name in self._names():
                reader.read_name(name)
            reader.check()
            return self
        words = plain_words(self, reader)
        self._check(wishes_of(self, reader.read, words["tiers"]))
        return Constraints._of_names(words)

    @cached_property
    def _levels(self) -> EdgeLevels:
        return EdgeLevels.of(self.tiers, self.forbid_within, self.roots, self.leaves)

    @cached_property
    def _forbidden_pairs(self) -> frozenset[Edge]:
        return frozenset(self.forbidden)

    def check_resolved(self) -> None:
        """Raise ConstraintError if there are patterns, of which nothing follows by themselves."""
        if not self.is_resolved:
            raise ConstraintError("these constraints have patterns: resolve(names) them first")

    def forbids(self, parent: str, child: str) -> bool:
        """Tell whether an edge is ruled out, by itself or by tiers, roots and leaves.

        Examples
        --------
        >>> import dagwright as dw
        >>> constraints = dw.Constraints(tiers=[["age"], ["job"]], leaves=["ill"])
        >>> constraints.forbids("job", "age"), constraints.forbids("age", "job")
        (True, False)
        >>> constraints.forbids("ill", "job")
        True
        """
        self.check_resolved()
        if not self.binds:
            return False
        return self._levels.forbid(parent, child) or (parent, child) in self._forbidden_pairs

    def forbids_all(self, parents: Collection[str], children: Collection[str]) -> bool:
        """Tell whether tiers, roots and leaves rule out every edge from some variables to others.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints(tiers=[["age"], ["job", "car"]]).forbids_all(["job", "car"], ["age"])
        True
        """
        self.check_resolved()
        return self._levels.forbid_all(parents, children)

    def levels(self, names: Sequence[str]) -> tuple[list[int], list[int]]:
        """Return two numbers for each variable: an edge from a greater to a smaller is ruled out.

        The first are those of parents, the second those of children; both are empty if there are
        no tiers, roots and leaves. What the core takes: the edges that these forbid would be the
        square of the variables.
        """
        self.check_resolved()
        return self._levels.numbers(names) if self.binds else ([], [])

    def warnings(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return what of these constraints does less than it seems to, among these variables.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints(tiers=[["age"]]).warnings(["age", "smoker"])[0]  # doctest: +ELLIPSIS
        "a single tier constrains nothing, for variables in no tier are free: put all others, ..."
        """
        tiers = [tier for tier in self.tiers if tier]
        if len(tiers) != 1 or self.tiers_bind:
            return ()
        first = set(tiers[0])
        if first >= set(names):
            return ("a single tier constrains nothing: all variables are in it",)
        listed = list_names(name for name in names if name in first)
        return (
            "a single tier constrains nothing, for variables in no tier are free: put all others, "
            f"'*', into a second one (tiers=), or, if nothing may point to {listed}, make them "
            "roots instead (roots=)",
        )

    def limit_parents(self, limit: int | None) -> Constraints:
        """Return these constraints with the smaller of the two limits on parents."""
        if limit is None or (self.max_parents is not None and self.max_parents <= limit):
            return self
        return self._with(max_parents=limit)

    def without_limit(self) -> Constraints:
        """Return what these constraints say about edges, without the limit on parents."""
        return self if self.max_parents is None else self._with(max_parents=None)

    def require(self, edges: Iterable[Edge]) -> Constraints:
        """Return these constraints with more required edges.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints(max_parents=2).require([("a", "b")])
        Constraints(required=(('a', 'b'),), max_parents=2)
        """
        return self._with(required=(*self.required, *edges))

    @property
    def binds(self) -> bool:
        """Whether any edge is demanded or ruled out."""
        return bool(self.required or self.forbidden or self.roots or self.leaves) or self.tiers_bind

    @property
    def tiers_bind(self) -> bool:
        """Whether the tiers rule out any edge."""
        apart = sum(map(bool, self.tiers)) > 1
        return apart or any(len(self.tiers[place]) > 1 for place in self.forbid_within)

    def merge(self, other: Constraints) -> Constraints:
        """Return constraints that hold iff these and the others do.

        Raises
        ------
        ConstraintError
            If they contradict each other, or if both have tiers, different ones, and patterns.

        Examples
        --------
        >>> import dagwright as dw
        >>> both = dw.Constraints(max_parents=3).merge(dw.Constraints(forbidden=[("a", "b")]))
        >>> both.max_parents, both.forbidden
        (3, (('a', 'b'),))
        """
        if not (self.is_resolved and other.is_resolved):
            return self.combine(other)
        if not other.binds or self.implies_edges_of(other):
            return self.limit_parents(other.max_parents)
        if not self.binds or other.implies_edges_of(self):
            return other.limit_parents(self.max_parents)
        return Constraints._of_names(merged_words(self, other))

    def implies_edges_of(self, other: Constraints) -> bool:
        """Tell whether a network that respects these respects what the others say about edges.

        True is certain; False may also mean that other variables could matter, for instance.
        """
        return not other.binds or implies_edges(self, other)

    def forbidden_edges(self, names: Iterable[str]) -> set[Edge]:
        """Return every edge between some variables that is forbidden, by whatever.

        Examples
        --------
        >>> import dagwright as dw
        >>> sorted(dw.Constraints(roots=["a"]).forbidden_edges(["a", "b", "c"]))
        [('b', 'a'), ('c', 'a')]
        """
        return {edge for edge in permutations(names, 2) if self.forbids(*edge)}

    def violations(self, dag: Dag) -> list[str]:
        """Return what a network does against these constraints, in words; empty if nothing."""
        if not self.is_resolved:
            return self.resolve(dag.names).violations(dag)
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


def _arrow(edge: Edge) -> str:
    return f"{edge[0]} -> {edge[1]}"
