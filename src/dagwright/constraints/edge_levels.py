"""Which edges are ruled out by where variables stand: tiers, roots and leaves, as two numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["EdgeLevels"]


@dataclass(frozen=True)
class EdgeLevels:
    """An edge is ruled out if its parent's level, as a parent, is above its child's, as a child.

    So thousands of variables in tiers take two numbers each, and not the square of their number:
    of tiers, later ones are higher; within a tier, variables that may not point to each other are
    lower as children; a root is lowest as a child, and a leaf highest as a parent.

    Examples
    --------
    >>> levels = EdgeLevels.of([["age", "sex"], ["job"]], within=[0], roots=[], leaves=["sick"])
    >>> levels.forbid("job", "age"), levels.forbid("age", "sex"), levels.forbid("sick", "other")
    (True, True, True)
    >>> levels.forbid("age", "job"), levels.forbid("other", "age"), levels.forbid("job", "sick")
    (False, False, False)
    """

    as_parent: Mapping[str, int]
    as_child: Mapping[str, int]
    highest: int
    """The level of a child that takes any parent but a leaf; as parents, others have 0."""

    @classmethod
    def of(
        cls,
        tiers: Sequence[Iterable[str]],
        within: Collection[int],
        roots: Iterable[str],
        leaves: Iterable[str],
    ) -> EdgeLevels:
        """Return the levels of tiers, of which those `within` have no edges inside."""
        as_parent, as_child = {}, {}
        for number, tier in enumerate(tiers):
            for name in tier:
                as_parent[name] = 2 * number + 1
                as_child[name] = 2 * number + (number not in within)
        highest = 2 * len(tiers)
        as_parent.update(dict.fromkeys(leaves, highest + 1))
        as_child.update(dict.fromkeys(roots, -1))
        return cls(as_parent, as_child, highest)

    def forbid(self, parent: str, child: str) -> bool:
        """Tell whether an edge is ruled out."""
        return self.as_parent.get(parent, 0) > self.as_child.get(child, self.highest)

    def forbid_all(self, parents: Collection[str], children: Collection[str]) -> bool:
        """Tell whether every edge from some variables to others is ruled out."""
        lowest = min((self.as_parent.get(name, 0) for name in parents), default=1)
        highest = max((self.as_child.get(name, self.highest) for name in children), default=0)
        return lowest > highest

    def numbers(self, names: Iterable[str]) -> tuple[list[int], list[int]]:
        """Return both levels of each variable, as the core takes them; two empty lists if none."""
        if not self.as_parent and not self.as_child:
            return [], []
        known = list(names)
        return (
            [self.as_parent.get(name, 0) for name in known],
            [self.as_child.get(name, self.highest) for name in known],
        )
