"""`ParentSets`: the candidate parent sets of every variable."""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, final

import numpy as np
import numpy.typing as npt

from dagwright import _core
from dagwright.constraints.constraints import Constraints
from dagwright.constraints.scope import Scope
from dagwright.errors import ConstraintError, DagwrightError
from dagwright.graph import Dag
from dagwright.graph.names import check_names, index_of
from dagwright.parents.child_sets import ChildSets, ParentSet
from dagwright.parents.coverage import scope_of
from dagwright.parents.facts import Facts, PerChild, make_facts
from dagwright.parents.lists import arrays_from_lists
from dagwright.parents.query import first_within, position_of
from dagwright.parents.relaxed import BestParentGraph
from dagwright.parents.restrict import restricted
from dagwright.parents.set_arrays import SetArrays, checked_arrays
from dagwright.parents.summary import summary_text
from dagwright.scores import CustomScore, Score
from dagwright.words import plural

__all__ = ["ParentSets"]


@final
class ParentSets:
    """The candidate parent sets of every variable, best first.

    Searches choose one set per variable; a set that is not here is not considered. Make them with
    `find_parent_sets`, `read_parent_sets` or `ParentSets.from_lists`. They never change.

    A set S takes 12 + 2 |S| bytes: a double for its score, a 32-bit offset, 16 bits per member.

    Examples
    --------
    >>> import dagwright as dw
    >>> sets = dw.ParentSets.from_lists(
    ...     ["rain", "wet"],
    ...     {"rain": [(-7, []), (-3, ["wet"])], "wet": [(-9, []), (-4, ["rain"])]},
    ... )
    >>> sets
    <ParentSets: 4 sets of 2 variables>
    >>> sets["wet"][0]
    ParentSet(score=-4.0, parents=('rain',))
    >>> len(sets["wet"]), sets.best("wet", allowed=[])
    (2, ParentSet(score=-9.0, parents=()))
    """

    __slots__ = ("_arrays", "_core_sets", "_digest", "_facts", "_index", "_names")

    _names: tuple[str, ...]
    _index: dict[str, int]
    _arrays: SetArrays
    _facts: Facts
    _core_sets: _core.CandidateSets | None
    _digest: str | None

    def __init__(self) -> None:
        raise DagwrightError(
            "make ParentSets with find_parent_sets, read_parent_sets or ParentSets.from_lists"
        )

    @classmethod
    def _make(cls, names: tuple[str, ...], arrays: SetArrays, facts: Facts) -> ParentSets:
        made = cls.__new__(cls)
        made.__setstate__((names, arrays, facts))
        return made

    @classmethod
    def from_arrays(
        cls,
        names: Iterable[str],
        child_starts: npt.ArrayLike,
        scores: npt.ArrayLike,
        set_starts: npt.ArrayLike,
        members: npt.ArrayLike,
        *,
        score: Score | CustomScore | None = None,
        rows: int | None = None,
        fingerprint: str | None = None,
        complete_size: PerChild | None = None,
        unseen_bound: PerChild | None = None,
        evaluations: PerChild | None = None,
        notes: Sequence[str] = (),
        pruned: bool | None = True,
        constraints: Constraints | None = None,
    ) -> ParentSets:
        """Make parent sets from arrays, which are checked but not copied if their types fit.

        Parameters
        ----------
        names
            The variables.
        child_starts : int64[n + 1]
            The sets of child i are ``child_starts[i]`` to ``child_starts[i + 1]``.
        scores : float64[n_sets]
            Finite; for each child by score (descending), then size, then members
            (lexicographically).
        set_starts : uint32[n_sets + 1]
            The members of set s are ``set_starts[s]`` to ``set_starts[s + 1]``.
        members : uint16[...]
            Positions of parents in `names`, ascending within a set.
        score, rows, fingerprint
            From what the scores were computed, if known.
        complete_size, unseen_bound
            See the properties of these names; by name or in the order of `names`. By default
            nothing is known: 0 and inf.
        evaluations
            How many sets were scored for each child.
        notes
            Remarks for the user.
        pruned
            Whether dominated sets were removed: None if that is not known.
        constraints
            What the sets were found under: proofs about them hold for networks that respect it.

        Raises
        ------
        DagwrightError
            If the arrays do not fit together; the message names the variable.

        Examples
        --------
        >>> import dagwright as dw
        >>> sets = dw.ParentSets.from_arrays(["a", "b"], [0, 1, 3], [-2, -1, -5], [0, 0, 1, 1], [0])
        >>> sets["b"]
        [ParentSet(score=-1.0, parents=('a',)), ParentSet(score=-5.0, parents=())]
        """
        checked = check_names(names)
        arrays = checked_arrays(checked, child_starts, scores, set_starts, members)
        facts = make_facts(
            checked,
            score=score,
            rows=rows,
            fingerprint=fingerprint,
            complete_size=complete_size,
            unseen_bound=unseen_bound,
            evaluations=evaluations,
            notes=notes,
            pruned=pruned,
            constraints=constraints,
        )
        return cls._make(checked, arrays, facts)

    @classmethod
    def from_lists(
        cls,
        names: Iterable[str],
        lists: Mapping[str, Iterable[tuple[float, Iterable[str]]]],
        *,
        keep_dominated: bool = False,
    ) -> ParentSets:
        """Make parent sets by hand.

        Parameters
        ----------
        names
            The variables.
        lists
            For each variable pairs (score, parents) in any order. One of the sets must be part of
            all others: the empty set, or parents that are required.
        keep_dominated
            Whether to keep sets of which a strict subset scores at least as high. No search needs
            them, but `restrict` does to make parents required.

        Examples
        --------
        >>> import dagwright as dw
        >>> lists = {"a": [(-2, []), (-3, ["b"])], "b": [(-5, []), (-1, ["a"])]}
        >>> dw.ParentSets.from_lists(["a", "b"], lists).counts
        mappingproxy({'a': 1, 'b': 2})
        """
        checked, arrays = arrays_from_lists(names, lists, keep_dominated=keep_dominated)
        return cls.from_arrays(checked, *arrays, pruned=not keep_dominated)

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
    def score(self) -> Score | CustomScore | None:
        """The score that the sets were scored with, if known."""
        return self._facts.score

    @property
    def rows(self) -> int | None:
        """The number of rows of the data, if known."""
        return self._facts.rows

    @property
    def fingerprint(self) -> str | None:
        """The fingerprint of the data, if known."""
        return self._facts.fingerprint

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks for the user."""
        return self._facts.notes

    @property
    def pruned(self) -> bool | None:
        """Whether sets with a subset that scores at least as high were removed; None: unknown."""
        return self._facts.pruned

    @property
    def constraints(self) -> Constraints:
        """What the sets were found under, or restricted to."""
        return self._facts.constraints

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

    @property
    def scope(self) -> Scope:
        """The widest class of networks that no better network than the lists' best belongs to.

        All networks, if every list is complete; those with at most k parents, if every list has
        all sets up to size k and no larger one; otherwise the networks of these lists. In each
        case those that respect `constraints`, which the lists do.

        Examples
        --------
        >>> import dagwright as dw
        >>> lists = {"a": [(-2, [])], "b": [(-4, ["a"]), (-5, [])]}
        >>> print(dw.ParentSets.from_lists(["a", "b"], lists).scope)
        networks of these candidate sets
        """
        return scope_of(self)

    @property
    def complete_size(self) -> Mapping[str, float]:
        """For each variable the size up to which every set is here, dominated, or constrained away.

        It is ``math.inf`` if that holds for all sets, and 0 if nothing is known.
        """
        sizes = self._facts.complete_size.tolist()
        return self._by_name([size if math.isinf(size) else int(size) for size in sizes])

    @property
    def unseen_bound(self) -> Mapping[str, float]:
        """For each variable a number above which no set scores that was not looked at.

        It is ``-math.inf`` if all were, and ``math.inf`` if nothing is known.
        """
        return self._by_name(self._facts.unseen_bound.tolist())

    @property
    def evaluations(self) -> Mapping[str, int] | None:
        """How many sets were scored for each variable, if known."""
        counts = self._facts.evaluations
        return None if counts is None else self._by_name(counts.tolist())

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

    def restrict(self, constraints: Constraints) -> ParentSets:
        """Return only the sets that respect the constraints.

        Forbidden edges, tiers and `max_parents` are always sound: a set that is allowed was never
        removed because of one that is not, for that one would be a subset. Required parents are
        not, once dominated sets were removed: the best set with a required parent may score below
        a subset without it. They are accepted where all sets of the variable have them already,
        where nothing was removed (`pruned` is False), or where it is not known and the list has
        every set up to its largest size; otherwise give the constraints to `find_parent_sets`.

        Raises
        ------
        ConstraintError
            If a required parent cannot be guaranteed, or no set of a variable is left.

        Examples
        --------
        >>> import dagwright as dw
        >>> lists = {"a": [(-2, []), (-1, ["b"])], "b": [(-5, []), (-1, ["a"])]}
        >>> sets = dw.ParentSets.from_lists(["a", "b"], lists)
        >>> sets.restrict(dw.Constraints(tiers=[["a"], ["b"]])).n_sets
        3
        """
        arrays, facts = restricted(self._names, self._arrays, self._facts, constraints)
        return ParentSets._make(self._names, arrays, facts)

    def summary(self) -> str:
        """Return a short description: sizes, coverage and the best-parent graph.

        Examples
        --------
        >>> import dagwright as dw
        >>> sets = dw.ParentSets.from_lists(["a"], {"a": [(-2, [])]})
        >>> print(sets.summary().splitlines()[0])
        variables     1
        """
        return summary_text(self)

    def write(self, path: str | os.PathLike[str], *, comments: bool = True) -> None:
        """Write a file that `read_parent_sets` reads back exactly.

        Parameters
        ----------
        path
            Ends in .jkl (Jaakkola), .pss (URLearning) or .dwps (binary, the fastest), each also
            with .gz. On any failure the old file, or none, is left.
        comments
            Whether a text file begins with a comment line that keeps what the format has no place
            for: names, score, coverage. Programs that cannot skip ``#`` lines need a file without.
        """
        from dagwright.parents.set_files import write_parent_sets  # noqa: PLC0415 - it reads them

        write_parent_sets(self, path, comments=comments)

    def __eq__(self, other: object) -> bool:
        """Tell whether names, sets and scores are the same; origin and coverage do not count."""
        if not isinstance(other, ParentSets):
            return NotImplemented
        return self._names == other._names and all(
            np.array_equal(mine, theirs)
            for mine, theirs in zip(self._arrays.all(), other._arrays.all(), strict=True)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"<ParentSets: {plural(self.n_sets, 'set')} of {plural(self.n_variables, 'variable')}>"
        )

    def __getstate__(self) -> tuple[tuple[str, ...], SetArrays, Facts]:
        return self._names, self._arrays, self._facts

    def __setstate__(self, state: tuple[tuple[str, ...], SetArrays, Facts]) -> None:
        self._names, self._arrays, self._facts = state
        self._index = {name: position for position, name in enumerate(self._names)}
        self._core_sets = None
        self._digest = None
        # A pickle does not keep this flag.
        for array in self._arrays.all():
            array.flags.writeable = False
