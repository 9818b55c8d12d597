"""`ParentSets`: the candidate parent sets of every variable."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import final

import numpy.typing as npt

from dagwright.constraints import Constraints, Scope, ScopedBound
from dagwright.errors import DagwrightError
from dagwright.graph.names import check_names
from dagwright.parents.coverage import bounds_of, scope_of
from dagwright.parents.facts import Facts, PerChild, make_facts
from dagwright.parents.listed_sets import ListedSets
from dagwright.parents.lists import arrays_from_lists
from dagwright.parents.restrict import restricted
from dagwright.parents.set_arrays import SetArrays, checked_arrays
from dagwright.parents.summary import summary_text
from dagwright.scores import CustomScore, Score

__all__ = ["ParentSets"]


@final
class ParentSets(ListedSets):
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

    __slots__ = ("_facts",)

    _facts: Facts

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
    def with_facts(
        cls, names: tuple[str, ...], arrays: Iterable[npt.ArrayLike], facts: Facts
    ) -> ParentSets:
        """Make parent sets from the arrays of `from_arrays`, which are checked, and facts."""
        return cls._make(names, checked_arrays(names, *arrays), facts)

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
    def facts(self) -> Facts:
        """All that is known of the sets besides."""
        return self._facts

    @property
    def score(self) -> Score | CustomScore | None:
        """The score that the sets were scored with, if known."""
        return self._facts.score

    @property
    def data(self) -> None:
        """None: lists do not know their table."""
        return

    @property
    def counters(self) -> Mapping[str, int]:
        """What scoring has cost since: nothing."""
        return {}

    @property
    def identity(self) -> str:
        """What tells them from others, for a reader."""
        return f"{self.n_sets} candidate sets of {self.n_variables} variables, {self.digest}"

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

    def bounds(self, proved: float | None = None) -> tuple[ScopedBound, ...]:
        """Return all that is known of networks, each bound with the class that it covers.

        Parameters
        ----------
        proved
            A bound on the networks of the sets that a search proved, None if it proved nothing.
        """
        return bounds_of(self, proved)

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

    def __getstate__(self) -> tuple[tuple[str, ...], SetArrays, Facts]:
        return self._names, self._arrays, self._facts

    def __setstate__(self, state: tuple[tuple[str, ...], SetArrays, Facts]) -> None:
        names, arrays, self._facts = state
        self._list(names, arrays)
