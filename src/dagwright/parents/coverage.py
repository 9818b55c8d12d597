"""What lists of candidate sets say about networks that are not made of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dagwright.constraints import Scope, ScopedBound
from dagwright.scores.base import MOST_SCORE

if TYPE_CHECKING:
    from dagwright.parents.parent_sets import ParentSets

__all__ = ["bounds_of", "ceiling", "scope_of", "widened"]


def scope_of(sets: ParentSets) -> Scope:
    """Return the widest class of networks that the best network of the lists is a best one of."""
    edges = sets.constraints.without_limit()
    size = min(sets.complete_size.values())
    if math.isinf(size):
        return Scope(constraints=edges)
    # A size of 0 means that nothing is known, unless no parents were asked for.
    is_known = size > 0 or sets.constraints.max_parents == 0
    if is_known and sets.largest_size <= size:
        return Scope(int(size), edges)
    return Scope(None, edges, sets)


def bounds_of(sets: ParentSets, proved: float | None) -> tuple[ScopedBound, ...]:
    """Return all that is known of networks; `proved` is a bound on those of the lists, or None."""
    trivial = sets.relaxed_score
    bound = trivial if proved is None else min(trivial, proved)
    known = [ScopedBound(bound, sets.scope)]
    edges = sets.constraints.without_limit()
    everything = Scope(constraints=edges)
    if everything != known[0].scope:
        known.insert(0, ScopedBound(ceiling(sets), everything))
    size = min(sets.complete_size.values())
    if known[-1].scope.candidate_sets is not None and size >= 1:
        # Each family of such a network is listed, or a listed subset of it scores as high.
        known.append(ScopedBound(bound, Scope(int(size), edges)))
    return tuple(bound for bound in known if math.isfinite(bound.score))


def ceiling(sets: ParentSets) -> float:
    """Return a score that no network exceeds, made of the lists or not; inf if nothing is known."""
    best = sets.scores[sets.child_starts[:-1]]
    return math.fsum(np.maximum(best, list(sets.unseen_bound.values())))


def widened(sets: ParentSets, ceilings: Sequence[float] | None = None) -> ParentSets | None:
    """Return lists whose bounds hold for all networks, not only for those of the given lists.

    Whatever was not looked at is replaced by one stand-in per variable: its smallest set with the
    most that an unseen set can score. Taking the stand-in for an unseen family never closes a
    cycle and never lowers the score, so no network scores above the best choice of these lists.

    Parameters
    ----------
    sets
        The lists, with what is known of unseen sets (`ParentSets.unseen_bound`).
    ceilings
        For each variable a score that no set of parents exceeds, if one is known otherwise.

    Returns
    -------
    ParentSets or None
        Lists for bounds only: the scores of stand-ins are not those of their sets. None if
        nothing is known of the unseen sets of some variable.
    """
    unseen = np.array(list(sets.unseen_bound.values()))
    if ceilings is not None:
        unseen = np.minimum(unseen, np.asarray(ceilings, float))
    # Lists take no higher scores, and a bound beyond them says nothing anyway.
    if (unseen > MOST_SCORE).any():
        return None
    scores = sets.scores.copy()
    sizes = np.asarray(np.diff(sets.set_starts.astype(np.int64)), np.int64)
    children = np.repeat(np.arange(sets.n_variables), np.diff(sets.child_starts))
    smallest = _first_smallest(sets.child_starts, sizes, children)
    # The stand-in is part of every set, so it dominates all that do not score above it.
    stands = unseen > scores[smallest]
    keep = ~stands[children] | (scores > unseen[children])
    keep[smallest[stands]] = False
    scores[smallest[stands]] = unseen[stands]
    left = np.concatenate([np.flatnonzero(keep), smallest[stands]])
    order = left[np.argsort(children[left], kind="stable")]
    return _taken(sets, scores, order, sizes)


def _first_smallest(
    child_starts: npt.NDArray[np.int64],
    sizes: npt.NDArray[np.int64],
    children: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """Return the first of the smallest sets of each child."""
    least = np.minimum.reduceat(sizes, child_starts[:-1])
    candidates = np.flatnonzero(sizes == least[children])
    _, first = np.unique(children[candidates], return_index=True)
    return np.asarray(candidates[first], np.int64)


def _taken(
    sets: ParentSets,
    scores: npt.NDArray[np.float64],
    order: npt.NDArray[np.int64],
    sizes: npt.NDArray[np.int64],
) -> ParentSets:
    """Return the sets at these places, as lists that miss nothing."""
    begins, lengths = sets.set_starts[order].astype(np.int64), sizes[order]
    ends = np.concatenate([[0], np.cumsum(lengths)])
    places = np.repeat(begins - ends[:-1], lengths) + np.arange(ends[-1])
    children = np.searchsorted(sets.child_starts, order, side="right") - 1
    counts = np.bincount(children, minlength=sets.n_variables)
    starts = np.concatenate([[0], np.cumsum(counts)])
    arrays = starts, scores[order], ends.astype(np.uint32), sets.members[places]
    return type(sets).with_facts(sets.names, arrays, sets.facts.of_all_sets())
