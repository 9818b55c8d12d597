"""Which further arrows follow from known ones: Meek's rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from dagwright.graph.topology import children_of


def orient(
    parents: Sequence[Collection[int]],
    neighbours: Sequence[Collection[int]],
    known: Iterable[tuple[int, int]],
) -> list[list[int]]:
    """Direct edges of a CPDAG, and all edges whose direction follows from them.

    The rules of Meek (1995) find exactly the arrows that the DAGs of the class with the known
    arrows share. A rule can only come to apply when an arrow is added, because its other
    conditions (edges without direction, pairs that are not adjacent) are there from the start. So
    each new arrow is looked at once, as every arrow of every rule; the arrows of the CPDAG are
    closed under the rules already. Rule 3 is left out, because its arrows c -> b <- d with c and d
    not adjacent are a v-structure: the CPDAG has them, and its conclusion too.

    Parameters
    ----------
    parents, neighbours
        The CPDAG: arrows by child, and edges without direction, each listed at both ends.
    known
        (parent, child) of edges without direction. There must be a DAG that has them.

    Returns
    -------
    list
        For each vertex, the parents that it gained.

    References
    ----------
    C. Meek (1995). Causal inference and causal explanation with background knowledge. UAI 11,
    403-410.
    """
    graph = _Graph(parents, neighbours)
    gained: list[list[int]] = [[] for _ in parents]
    waiting = list(known)
    while waiting:
        parent, child = waiting.pop()
        if graph.direct(parent, child):
            gained[child].append(parent)
            waiting.extend(graph.conclusions(parent, child))
    return gained


class _Graph:
    """A partially directed graph whose edges can be given a direction."""

    def __init__(
        self, parents: Sequence[Collection[int]], neighbours: Sequence[Collection[int]]
    ) -> None:
        self._parents = [set(some) for some in parents]
        self._children = [set(some) for some in children_of(parents)]
        self._neighbours = [set(some) for some in neighbours]
        self._adjacent = [
            above | below | beside
            for above, below, beside in zip(
                self._parents, self._children, self._neighbours, strict=True
            )
        ]

    def direct(self, parent: int, child: int) -> bool:
        """Make an edge an arrow; return False if it is one already."""
        if child not in self._neighbours[parent]:
            return False
        self._neighbours[parent].remove(child)
        self._neighbours[child].remove(parent)
        self._parents[child].add(parent)
        self._children[parent].add(child)
        return True

    def conclusions(self, a: int, b: int) -> Iterator[tuple[int, int]]:
        """Yield the arrows that rules 1, 2 and 4 conclude from a -> b and the others."""
        # Rule 1: b - c with a and c not adjacent; c -> b would be a new v-structure.
        for c in self._neighbours[b] - self._adjacent[a]:
            yield b, c
        # Rule 2: a -> b -> c and a - c; c -> a would close a cycle.
        for c in self._children[b] & self._neighbours[a]:
            yield a, c
        for c in self._parents[a] & self._neighbours[b]:
            yield c, b
        if self._neighbours[a]:
            for c in self._children[b] - self._adjacent[a]:
                yield from self._rule_4(a, b, c)
        if self._neighbours[b]:
            for d in self._parents[a] - self._adjacent[b]:
                yield from self._rule_4(d, a, b)

    def _rule_4(self, first: int, middle: int, last: int) -> Iterator[tuple[int, int]]:
        """Yield x -> last for every x beside all three, given first -> middle -> last.

        First and last are not adjacent. If last -> x, then first -> x would be a new v-structure,
        and x -> first would close a cycle.
        """
        for x in self._neighbours[first] & self._neighbours[middle] & self._neighbours[last]:
            yield x, last
