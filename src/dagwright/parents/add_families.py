"""Candidate parent sets from the families of networks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from dagwright.constraints import Constraints
from dagwright.graph import Dag
from dagwright.parents.parent_sets import ParentSets
from dagwright.parents.query import first_within
from dagwright.parents.set_arrays import SetArrays
from dagwright.scores import LocalScores

__all__ = ["add_families", "families_of"]


@dataclass(frozen=True)
class _NewSet:
    """A set to insert before the set `position` of the old arrays."""

    child: int
    position: int
    score: float
    members: tuple[int, ...]


def add_families(
    sets: ParentSets,
    dags: Iterable[Dag],
    scores: LocalScores,
    should_stop: Callable[[], bool] = lambda: False,
) -> ParentSets:
    """Return the candidate sets with those that networks have, and that each lacks one member of.

    Then each of the networks, or a better one, can be made of the sets. What a listed subset
    dominates is not added, nor what lacks a required parent.

    Parameters
    ----------
    sets
        The candidate sets.
    dags
        The networks.
    scores
        Where the scores of new sets come from.
    should_stop
        Asked variable by variable; those that are left keep the sets that they have.
    """
    arrays = sets.arrays
    networks = [dag.reorder(sets.names).parent_indices() for dag in dags]
    new: list[_NewSet] = []
    for child in range(sets.n_variables):
        families = {tuple(sorted(network[child])) for network in networks}
        if not any(families):
            continue  # no parents: that is listed, unless some are required
        if should_stop():
            break
        required = set(sets.core.common_members(child))
        shrunk = {members for family in families for members in _shrunk(family)}
        wanted = sorted(members for members in shrunk if required.issubset(members))
        values = scores.oracle.score_many(child, wanted)
        for members, score in zip(wanted, values, strict=True):
            place = _place(arrays, child, score, members)
            if place is not None:
                new.append(_NewSet(child, place, score, members))
    # Sets that go before the same old one must be in order among themselves; the place behind the
    # last set of a child is that before the first of the next.
    new.sort(key=lambda one: (one.position, one.child, -one.score, len(one.members), one.members))
    return ParentSets.with_facts(sets.names, _insert(arrays, new), sets.facts)


def families_of(
    dags: Iterable[Dag], scores: LocalScores, constraints: Constraints | None = None
) -> ParentSets:
    """Return the sets that networks have, that each lacks one member of, and required parents."""
    required = constraints.required if constraints is not None else ()
    bare: dict[str, list[str]] = {name: [] for name in scores.names}
    for parent, child in required:
        bare[child].append(parent)
    least = ParentSets.from_lists(
        scores.names, {name: [(scores(name, must), must)] for name, must in bare.items()}
    )
    return add_families(least, dags, scores)


def _shrunk(family: Sequence[int]) -> Iterator[tuple[int, ...]]:
    yield tuple(family)
    for left_out in family:
        yield tuple(member for member in family if member != left_out)


def _place(arrays: SetArrays, child: int, score: float, members: tuple[int, ...]) -> int | None:
    """Return where a set belongs, None if a listed subset, or it itself, is as good."""
    allowed = np.zeros(len(arrays.child_starts) - 1, bool)
    allowed[list(members)] = True
    first, last = arrays.child_starts[child : child + 2].tolist()
    best = first_within(arrays, child, allowed)
    if best is not None and arrays.scores[first + best] >= score:
        return None
    # Behind all sets that score more; of equals, shorter and earlier ones come first.
    place: int = first + int(np.searchsorted(-arrays.scores[first:last], -score, side="left"))
    key = len(members), members
    while place < last and arrays.scores[place] == score and _key(arrays, place) < key:
        place += 1
    return place


def _key(arrays: SetArrays, place: int) -> tuple[int, tuple[int, ...]]:
    begin, end = arrays.set_starts[place : place + 2].tolist()
    return end - begin, tuple(arrays.members[begin:end].tolist())


def _insert(arrays: SetArrays, new: Sequence[_NewSet]) -> SetArrays:
    if not new:
        return arrays
    places = [one.position for one in new]
    sizes = np.insert(arrays.sizes(), places, [len(one.members) for one in new])
    before = arrays.set_starts[places].astype(np.int64)
    member_places = np.repeat(before, [len(one.members) for one in new])
    added = np.zeros(len(arrays.child_starts) - 1, np.int64)
    np.add.at(added, [one.child for one in new], 1)
    return SetArrays(
        arrays.child_starts + np.concatenate([[0], np.cumsum(added)]),
        np.insert(arrays.scores, places, [one.score for one in new]),
        np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.uint32),
        np.insert(arrays.members, member_places, [m for one in new for m in one.members]),
    )
