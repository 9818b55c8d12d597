"""Two constraints as one, and whether one follows from the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from dagwright.constraints.wishes import Edge
from dagwright.errors import ConstraintError

if TYPE_CHECKING:
    from dagwright.constraints.constraints import Constraints
    from dagwright.constraints.written_constraints import WrittenConstraints

__all__ = ["combined_words", "implies_edges", "merged_words"]


def combined_words(one: WrittenConstraints, other: WrittenConstraints) -> dict[str, Any]:
    """Return the parameters of what both say, in the words in which they say it."""
    if one.tiers and other.tiers and one.tiers != other.tiers:
        raise ConstraintError("two orders of tiers, which differ: give all tiers in one place")
    within = (*one.forbid_within, *other.forbid_within)
    return _union(one, other) | {"tiers": one.tiers or other.tiers, "forbid_within": within}


def merged_words(one: Constraints, other: Constraints) -> dict[str, Any]:
    """Return the parameters of constraints that hold iff both, without patterns, do."""
    if one.tiers == other.tiers:
        return combined_words(one, other)
    # Two sequences of tiers have no common one in general; as forbidden edges both hold.
    kept, turned = (one, other) if one.tiers_bind or not other.tiers_bind else (other, one)
    edges = [edge for edge in _edges_by_tiers(turned) if not kept.forbids(*edge)]
    words = _union(one, other) | {"tiers": kept.tiers, "forbid_within": kept.forbid_within}
    return words | {"forbidden": (*words["forbidden"], *edges)}


def _union(one: WrittenConstraints, other: WrittenConstraints) -> dict[str, Any]:
    limits = [each.max_parents for each in (one, other) if each.max_parents is not None]
    return {
        "required": (*one.required, *other.required),
        "forbidden": (*one.forbidden, *other.forbidden),
        "max_parents": min(limits, default=None),
        "roots": (*one.roots, *other.roots),
        "leaves": (*one.leaves, *other.leaves),
    }


def implies_edges(one: Constraints, other: Constraints) -> bool:
    """Tell whether what the others say about edges is known to follow from the one."""
    return (
        set(other.required) <= set(one.required)
        and set(other.roots) <= set(one.roots)
        and set(other.leaves) <= set(one.leaves)
        and all(one.forbids(*edge) for edge in other.forbidden)
        and _implies_tiers(one, other)
    )


def _implies_tiers(one: Constraints, other: Constraints) -> bool:
    if one.tiers == other.tiers and set(other.forbid_within) <= set(one.forbid_within):
        return True
    return all(
        one.forbids_all(parents, children)
        or all(one.forbids(*edge) for edge in product(parents, children) if edge[0] != edge[1])
        for parents, children in _blocks(other)
    )


def _edges_by_tiers(constraints: Constraints) -> Iterator[Edge]:
    for parents, children in _blocks(constraints):
        yield from (edge for edge in product(parents, children) if edge[0] != edge[1])


def _blocks(constraints: Constraints) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield groups of parents and of children between which tiers rule out every edge."""
    for number, tier in enumerate(constraints.tiers):
        yield from ((tier, earlier) for earlier in constraints.tiers[:number])
        if number in constraints.forbid_within:
            yield tier, tier
