"""The parameters of `Constraints` in the form in which it keeps them, or a clear error."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from dagwright.errors import ConstraintError
from dagwright.parents.name_patterns import has_wildcards

__all__ = ["Edge", "check_limit", "make_edges", "make_names", "make_tiers", "make_within"]

Edge = tuple[str, str]


def make_edges(edges: Iterable[Edge], what: str) -> tuple[Edge, ...]:
    """Return each edge once."""
    if isinstance(edges, str) or not isinstance(edges, Iterable):
        raise ConstraintError(f"{what} is {edges!r}: give pairs of names (parent, child)")
    checked: dict[Edge, None] = {}
    for edge in edges:
        pair = not isinstance(edge, str) and hasattr(edge, "__len__") and len(edge) == 2
        if not pair or not all(isinstance(name, str) for name in edge):
            raise ConstraintError(f"{what} holds {edge!r}: give pairs of names (parent, child)")
        parent, child = edge
        if parent == child and not has_wildcards(parent):
            raise ConstraintError(
                f"{what} holds {parent} -> {child}: a variable is never its own parent"
            )
        checked[parent, child] = None
    return tuple(checked)


def make_names(names: Iterable[str], what: str) -> tuple[str, ...]:
    """Return each name once."""
    # The string "ab" would pass as the two variables a and b.
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ConstraintError(f"{what} is {names!r}: give a list of names")
    checked = dict.fromkeys(names)
    for name in checked:
        if not isinstance(name, str):
            raise ConstraintError(f"{what} holds {name!r}: give a list of names")
    return tuple(checked)


def make_tiers(tiers: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Return the tiers, in which no name is twice."""
    if isinstance(tiers, str) or not isinstance(tiers, Iterable):
        raise ConstraintError(f"tiers is {tiers!r}: give lists of names")
    checked = []
    seen: set[str] = set()
    for tier in tiers:
        if isinstance(tier, str) or not isinstance(tier, Iterable):
            raise ConstraintError(f"tiers holds {tier!r}: give lists of names")
        names = tuple(tier)
        if not all(isinstance(name, str) for name in names):
            raise ConstraintError(f"tiers holds {names!r}: give lists of names")
        for name in names:
            if name in seen:
                raise ConstraintError(f"{name!r} is in the tiers twice")
            seen.add(name)
        checked.append(names)
    return tuple(checked)


def make_within(tiers: Collection[int] | bool, n_tiers: int) -> tuple[int, ...]:
    """Return the places of the tiers that have no edges inside."""
    if tiers is False:
        return ()
    if n_tiers == 0 and (tiers is True or tiers):
        raise ConstraintError("forbid_within is about tiers: give some (tiers=)")
    if tiers is True:
        return tuple(range(n_tiers))
    if isinstance(tiers, str) or not isinstance(tiers, Iterable):
        raise ConstraintError(f"forbid_within is {tiers!r}: give True, False or places of tiers")
    places = list(tiers)
    for place in places:
        if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < n_tiers:
            raise ConstraintError(
                f"forbid_within holds {place!r}: give places of tiers, from 0 to {n_tiers - 1}"
            )
    return tuple(sorted(set(places)))


def check_limit(limit: int | None) -> None:
    """Refuse what is not a limit on parents."""
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 0):
        raise ConstraintError(f"max_parents is {limit!r}: give a whole number from 0, or None")
