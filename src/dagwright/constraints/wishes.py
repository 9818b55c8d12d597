"""What a user asked for, wish by wish, and the fewest wishes that contradict each other.

A network respects all wishes iff one of only the required edges does: it has the fewest edges, and
no wish but a required edge asks for more. So wishes contradict each other iff an edge is required
that others rule out, required edges form a cycle, or one variable has too many required parents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from dagwright.graph.topology import children_of, find_cycle, topological_order
from dagwright.words import list_names, plural

__all__ = ["Contradiction", "Edge", "Kind", "Wish", "find_contradiction"]

Edge = tuple[str, str]


class Kind(Enum):
    """What a wish is about."""

    REQUIRED = "required"
    FORBIDDEN = "forbidden"
    ROOT = "root"
    LEAF = "leaf"
    TIER = "tier"
    WITHIN = "within"
    MAX_PARENTS = "max_parents"


@dataclass(frozen=True, eq=False)
class Wish:
    """One thing that a user asked for, which may be about many variables.

    Attributes
    ----------
    kind : Kind
        What it is about.
    written : str
        As the user wrote it: an edge or a name, possibly with wildcards.
    parents, children : frozenset of str
        An edge stands for all from the parents to the children; a leaf and a tier are parents, a
        root is a child.
    numbers : frozenset of int
        The tier's place, the tiers without edges inside, or the most parents.
    """

    kind: Kind
    written: str = ""
    parents: frozenset[str] = frozenset()
    children: frozenset[str] = frozenset()
    numbers: frozenset[int] = frozenset()

    @property
    def number(self) -> int:
        """The only one of the numbers."""
        (number,) = self.numbers
        return number

    def edges(self) -> Iterator[Edge]:
        """Yield the edges that it stands for, in alphabetical order."""
        children = sorted(self.children)
        for parent in sorted(self.parents):
            yield from ((parent, child) for child in children if parent != child)

    @property
    def is_plain(self) -> bool:
        """Whether it stands for one edge, or for none."""
        return len(self.parents) * len(self.children) <= 1

    def is_written_as(self, edge: Edge) -> bool:
        """Tell whether this is how the user wrote it."""
        return self.written == _arrow(edge)


@dataclass(frozen=True)
class Contradiction:
    """Wishes that cannot all be fulfilled, and why in words."""

    wishes: tuple[Wish, ...]
    words: str


def find_contradiction(wishes: Sequence[Wish]) -> Contradiction | None:
    """Return the fewest wishes that contradict each other: without any of them the rest do not.

    Examples
    --------
    >>> a, b = frozenset("a"), frozenset("b")
    >>> required = Wish(Kind.REQUIRED, "a -> b", a, b)
    >>> forbidden = Wish(Kind.FORBIDDEN, "* -> b", a | b, b)
    >>> find_contradiction([required, Wish(Kind.LEAF, "b", b), forbidden]).words
    "a -> b is required, but forbidden (by '* -> b')"
    """
    found = _Wishes(wishes).contradiction()
    if found is None or all(wish.is_plain for wish in found.wishes if wish.kind is Kind.REQUIRED):
        return found  # one edge each: each of them is needed
    kept = list(found.wishes)
    for wish in found.wishes:
        rest = [other for other in kept if other is not wish]
        if _Wishes(rest).contradiction() is not None:
            kept = rest
    return _Wishes(kept).contradiction()


class _Wishes:
    """Wishes in a form in which contradictions are found at once."""

    def __init__(self, wishes: Iterable[Wish]) -> None:
        self._by_kind: dict[Kind, list[Wish]] = {kind: [] for kind in Kind}
        for wish in wishes:
            self._by_kind[wish.kind].append(wish)

    def contradiction(self) -> Contradiction | None:
        """Return one contradiction, with wishes that make it."""
        return self._ruled_out() or self._cycle() or self._too_many()

    @cached_property
    def _required(self) -> dict[Edge, Wish]:
        """Each required edge with the first wish for it."""
        found: dict[Edge, Wish] = {}
        for wish in self._by_kind[Kind.REQUIRED]:
            for edge in wish.edges():
                found.setdefault(edge, wish)
        return found

    @cached_property
    def _forbidden(self) -> dict[Edge, Wish]:
        """The edges that are forbidden one by one."""
        wishes = (wish for wish in self._by_kind[Kind.FORBIDDEN] if wish.is_plain)
        return {edge: wish for wish in wishes for edge in wish.edges()}

    @cached_property
    def _forbidden_together(self) -> list[Wish]:
        return [wish for wish in self._by_kind[Kind.FORBIDDEN] if not wish.is_plain]

    @cached_property
    def _roots(self) -> dict[str, Wish]:
        return {name: wish for wish in self._by_kind[Kind.ROOT] for name in wish.children}

    @cached_property
    def _leaves(self) -> dict[str, Wish]:
        return {name: wish for wish in self._by_kind[Kind.LEAF] for name in wish.parents}

    @cached_property
    def _tiers(self) -> dict[str, Wish]:
        return {name: wish for wish in self._by_kind[Kind.TIER] for name in wish.parents}

    def _ruled_out(self) -> Contradiction | None:
        for edge, wish in self._required.items():
            found = self._against(edge)
            if found is not None:
                culprits, words = found
                required = f"{_arrow(edge)} is required{_by(wish, _arrow(edge))}"
                if all(each.is_written_as(edge) for each in (wish, *culprits)):
                    return Contradiction((wish, *culprits), f"{required} and also forbidden")
                return Contradiction((wish, *culprits), f"{required}, but {words}")
        return None

    def _against(self, edge: Edge) -> tuple[tuple[Wish, ...], str] | None:
        """Return wishes that rule out an edge, with words for them."""
        parent, child = edge
        for forbidden in (self._forbidden.get(edge), *self._forbidden_together):
            if forbidden and parent in forbidden.parents and child in forbidden.children:
                return (forbidden,), f"forbidden{_by(forbidden, _arrow(edge))}"
        if child in self._roots:
            root = self._roots[child]
            return (root,), f"{child!r} is a root{_by(root, child)}"
        if parent in self._leaves:
            leaf = self._leaves[parent]
            return (leaf,), f"{parent!r} is a leaf{_by(leaf, parent)}"
        if parent in self._tiers and child in self._tiers:
            return self._against_tiers(parent, child)
        return None

    def _against_tiers(self, parent: str, child: str) -> tuple[tuple[Wish, ...], str] | None:
        first, second = self._tiers[parent], self._tiers[child]
        if first.number > second.number:
            return (first, second), (
                f"{parent!r} is in a later tier ({first.number + 1}) than {child!r} "
                f"({second.number + 1})"
            )
        for within in self._by_kind[Kind.WITHIN]:
            if first is second and first.number in within.numbers:
                return (first, within), (
                    f"both are in tier {first.number + 1}, within which edges are forbidden"
                )
        return None

    def _cycle(self) -> Contradiction | None:
        names = sorted({name for edge in self._required for name in edge})
        index = {name: position for position, name in enumerate(names)}
        parents: list[list[int]] = [[] for _ in names]
        for parent, child in self._required:
            parents[index[child]].append(index[parent])
        order = topological_order(parents, children_of(parents))
        if len(order) == len(names):
            return None
        cycle = [names[position] for position in find_cycle(parents, order)]
        edges = list(zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        wishes = tuple(dict.fromkeys(self._required[edge] for edge in edges))
        patterns = self._patterns(edges)
        by = f" (by {patterns})" if patterns else ""
        path = " -> ".join([*cycle, cycle[0]])
        return Contradiction(wishes, f"required edges form a cycle: {path}{by}")

    def _patterns(self, edges: Iterable[Edge]) -> str:
        """Return what the user wrote to require edges, other than the edges themselves."""
        wishes = ((edge, self._required[edge]) for edge in edges)
        written = [repr(wish.written) for edge, wish in wishes if not wish.is_written_as(edge)]
        return ", ".join(dict.fromkeys(written))

    def _too_many(self) -> Contradiction | None:
        parents: dict[str, dict[str, Wish]] = {}
        for (parent, child), wish in self._required.items():
            parents.setdefault(child, {})[parent] = wish
        for limit in self._by_kind[Kind.MAX_PARENTS]:
            for child, by_parent in parents.items():
                if len(by_parent) <= limit.number:
                    continue
                wishes = dict.fromkeys(list(by_parent.values())[: limit.number + 1])
                enough = [name for name, wish in by_parent.items() if wish in wishes]
                patterns = self._patterns((name, child) for name in enough)
                by = f" by {patterns}" if patterns else ""
                return Contradiction(
                    (*wishes, limit),
                    f"{child!r} has {plural(len(enough), 'required parent')}{by} "
                    f"({list_names(enough)}), but max_parents={limit.number}",
                )
        return None


def _arrow(edge: Edge) -> str:
    return f"{edge[0]} -> {edge[1]}"


def _by(wish: Wish, meant: str) -> str:
    """Return what the user wrote, if it is something else than what it means here."""
    return "" if wish.written == meant else f" (by {wish.written!r})"
