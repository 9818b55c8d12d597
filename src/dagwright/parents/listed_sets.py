"""Lists of candidate sets: the arrays, and what can be looked up in them."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright import _core
from dagwright.constraints import Constraints
from dagwright.errors import ConstraintError, DagwrightError
from dagwright.graph import Dag
from dagwright.graph.names import index_of
from dagwright.parents.child_sets import ChildSets, ParentSet
from dagwright.parents.query import first_within, position_of
from dagwright.parents.relaxed import BestParentGraph
from dagwright.parents.set_arrays import SetArrays
from dagwright.words import plural

__all__ = ["ListedSets"]


class ListedSets:
    """The sets of every variable, best first, whatever is known of their origin.

    The arrays have one owner; the core, the views of a child and the searches read them in place.
    """

    __slots__ = ("_arrays", "_core_sets", "_digest", "_index", "_names")

    _names: tuple[str, ...]
    _index: dict[str, int]
    _arrays: SetArrays
    _core_sets: _core.CandidateSets | None
    _digest: str | None

    def _list(self, names: tuple[str, ...], arrays: SetArrays) -> None:
        """Take the arrays over."""
        self._names, self._arrays = names, arrays
        self._index = {name: position for position, name in enumerate(names)}
        self._core_sets = None
        self._digest = None
        # A pickle does not keep this flag.
        for array in arrays.all():
            array.flags.writeable = False

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return self._names

    @property
    def n_variables(self) -> int:
        """The number of variables."""
        return len(self._names)

    @property
    def core(self) -> _core.CandidateSets:
        """The sets as the searches in the core read them; made when first asked for."""
        if self._core_sets is None:
            self._core_sets = _core.CandidateSets(*self._arrays.all())
        return self._core_sets

    @property
    def n_sets(self) -> int:
        """The number of sets of all variables together."""
        return len(self._arrays.scores)

    @property
    def nbytes(self) -> int:
        """The bytes that the arrays take."""
        return sum(array.nbytes for array in self._arrays.all())

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of sets of each variable."""
        return self._by_name(np.diff(self._arrays.child_starts).tolist())

    @property
    def arrays(self) -> SetArrays:
        """All sets, as read-only views."""
        return self._arrays

    @property
    def child_starts(self) -> npt.NDArray[np.int64]:
        """Where the sets of each child begin, and after the last one: a read-only view."""
        return self._arrays.child_starts

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """The scores of all sets, child by child, best first: a read-only view."""
        return self._arrays.scores

    @property
    def set_starts(self) -> npt.NDArray[np.uint32]:
        """Where the members of each set begin, and after the last one: a read-only view."""
        return self._arrays.set_starts

    @property
    def members(self) -> npt.NDArray[np.uint16]:
        """Positions of the parents of all sets: a read-only view."""
        return self._arrays.members

    @property
    def oracle(self) -> _core.ScoreOracle:
        """The local scores of the sets, for searches in the core."""
        return _core.CandidateOracle(self.core)

    @property
    def oracle_bytes(self) -> int:
        """The memory that the oracle takes."""
        return _core.CandidateOracle.bytes_for(self.n_sets)

    def rule_out(self, rules: _core.Rules) -> None:
        """Rule out edges that are in no set."""
        rules.keep_listed(self.core)

    @property
    def largest_size(self) -> int:
        """The size of the largest set."""
        return int(self._arrays.sizes().max())

    @property
    def digest(self) -> str:
        """A short text that identifies names, sets and scores; worked out when first asked for."""
        if self._digest is None:
            about = hashlib.blake2b("\0".join(self._names).encode(), digest_size=16)
            for array in self._arrays.all():
                about.update(np.ascontiguousarray(array).data)
            self._digest = about.hexdigest()
        return self._digest

    def _by_name(self, values: Iterable[Any]) -> Mapping[str, Any]:
        return MappingProxyType(dict(zip(self._names, values, strict=True)))

    def __getitem__(self, child: str) -> ChildSets:
        """Return the sets of a variable, best first: a sequence of `ParentSet`."""
        position = index_of(child, self._index)
        first, last = self._arrays.child_starts[position : position + 2]
        starts = self._arrays.set_starts[first : last + 1]
        return ChildSets(self._names, self._arrays.scores[first:last], starts, self._arrays.members)

    def best(self, child: str, allowed: Iterable[str]) -> ParentSet:
        """Return the best set of a variable whose members are all in `allowed`.

        Raises
        ------
        DagwrightError
            If there is none, which happens only if parents are required.

        Examples
        --------
        >>> import dagwright as dw
        >>> lists = {"a": [(-2, [])], "b": [(-4, [])]}
        >>> lists["c"] = [(-9, []), (-2, ["a", "b"]), (-5, ["b"])]
        >>> sets = dw.ParentSets.from_lists(["a", "b", "c"], lists)
        >>> sets.best("c", allowed=["b"])
        ParentSet(score=-5.0, parents=('b',))
        """
        position = index_of(child, self._index)
        if isinstance(allowed, str):
            raise DagwrightError(f"allowed must be a list of names; write [{allowed!r}]")
        mask = np.zeros(len(self._names), bool)
        mask[[index_of(name, self._index) for name in allowed]] = True
        found = first_within(self._arrays, position, mask)
        if found is None:
            raise DagwrightError(f"no set of {child!r} has all its members among those allowed")
        return self[child][found]

    def find(self, child: str, parents: Iterable[str]) -> ParentSet | None:
        """Return the set of a variable with exactly these members, None if it is not listed.

        Examples
        --------
        >>> import dagwright as dw
        >>> sets = dw.ParentSets.from_lists(["a", "b"], {"a": [(-2, [])], "b": [(-4, [])]})
        >>> sets.find("a", []), sets.find("a", ["b"])
        (ParentSet(score=-2.0, parents=()), None)
        """
        position = index_of(child, self._index)
        if isinstance(parents, str):
            raise DagwrightError(f"parents must be a list of names; write [{parents!r}]")
        members = sorted({index_of(name, self._index) for name in parents})
        found = position_of(self._arrays, position, np.array(members, np.uint16))
        return None if found is None else self[child][found]

    def best_network(self, order: Iterable[str]) -> Dag:
        """Return the best network in which every variable comes after its parents in this order.

        Raises
        ------
        DagwrightError
            If the order does not name every variable once.
        ConstraintError
            If a variable has required parents that come after it.

        Examples
        --------
        >>> import dagwright as dw
        >>> lists = {"a": [(-2, []), (-1, ["b"])], "b": [(-5, []), (-1, ["a"])]}
        >>> dw.ParentSets.from_lists(["a", "b"], lists).best_network(["b", "a"]).edges
        (('b', 'a'),)
        """
        sequence = [index_of(name, self._index) for name in order]
        if sorted(sequence) != list(range(len(self._names))):
            raise DagwrightError("the order must name every variable once")
        places = self.core.best_in_order(sequence)
        for child in sequence:
            if places[child] < 0:
                name = self._names[child]
                raise ConstraintError(f"the order has {name!r} before a parent that it must have")
        starts, members = self._arrays.set_starts, self._arrays.members
        parents = [members[starts[place] : starts[place + 1]].tolist() for place in places]
        return Dag.from_parents(self._names, parents)

    def network_from(self, start: Dag | Sequence[str]) -> Dag:
        """Return the network that a search begins with: the best one of the order."""
        return self.best_network(start.topological_order() if isinstance(start, Dag) else start)

    def least_network(self, constraints: Constraints) -> Dag:  # noqa: ARG002 - the lists keep to it
        """Return the network of the parents that all sets of a variable have: those required."""
        required = [self.core.common_members(child) for child in range(self.n_variables)]
        try:
            return Dag.from_parents(self._names, required)
        except DagwrightError as error:
            raise ConstraintError(f"parents that every candidate set has: {error}") from None

    def add_up(self, dag: Dag) -> float:
        """Return the score of a network of these sets.

        Raises
        ------
        DagwrightError
            If a family of the network is not listed.
        """
        families = dag.reorder(self._names).parent_indices()
        places = self.core.find_families([sorted(family) for family in families])
        for child, place in zip(self._names, places, strict=True):
            if place < 0:
                raise DagwrightError(f"{dag.parents(child)} is not a candidate set of {child!r}")
        return math.fsum(self._arrays.scores[places])

    def relaxed(self) -> BestParentGraph:
        """Return the graph in which every variable has its best parents; it may have cycles.

        Examples
        --------
        >>> import dagwright as dw
        >>> lists = {"a": [(-2, [])], "b": [(-5, []), (-1, ["a"])]}
        >>> graph = dw.ParentSets.from_lists(["a", "b"], lists).relaxed()
        >>> graph.score, graph.max_in_degree, graph.dag.edges
        (-3.0, 1, (('a', 'b'),))
        """
        parents = {name: self[name][0].parents for name in self._names}
        return BestParentGraph(MappingProxyType(parents), self.relaxed_score)

    @property
    def relaxed_score(self) -> float:
        """The score of `relaxed()`, which no network of these sets exceeds."""
        return math.fsum(self._arrays.scores[self._arrays.child_starts[:-1]])

    def __eq__(self, other: object) -> bool:
        """Tell whether names, sets and scores are the same; origin and coverage do not count."""
        if not isinstance(other, ListedSets):
            return NotImplemented
        return self._names == other._names and all(
            np.array_equal(mine, theirs)
            for mine, theirs in zip(self._arrays.all(), other._arrays.all(), strict=True)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        sets, variables = plural(self.n_sets, "set"), plural(self.n_variables, "variable")
        return f"<{type(self).__name__}: {sets} of {variables}>"
