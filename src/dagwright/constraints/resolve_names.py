"""Constraints as they were written, read as constraints on the variables of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dagwright.constraints.name_patterns import NameReader, has_wildcards, means_rest
from dagwright.constraints.wishes import Edge, Kind, Wish
from dagwright.errors import ConstraintError

if TYPE_CHECKING:
    from dagwright.constraints.written_constraints import WrittenConstraints

__all__ = ["plain_words", "read_tiers", "wishes_of"]

_MOST_EDGES = 5_000_000
"""That patterns may stand for one by one; roots, leaves and tiers take no edges."""

Read = Callable[[str], Sequence[str]]


def plain_words(written: WrittenConstraints, reader: NameReader) -> dict[str, Any]:
    """Return the parameters of the same constraints with names only.

    Edges from all variables to some make these roots, and edges from some to all make these leaves:
    that says the same, and takes as much room as there are names.
    """
    tiers = read_tiers(written.tiers, reader)
    roots = dict.fromkeys(name for text in written.roots for name in reader.read(text))
    leaves = dict.fromkeys(name for text in written.leaves for name in reader.read(text))
    forbidden = _Pairs("forbidden")
    for edge in written.forbidden:
        parents, children = (reader.read(text) for text in edge)
        if has_wildcards(edge[0]) and len(parents) == len(reader.names):
            roots.update(dict.fromkeys(children))
        elif has_wildcards(edge[1]) and len(children) == len(reader.names):
            leaves.update(dict.fromkeys(parents))
        else:
            forbidden.add(edge, parents, children)
    required = _Pairs("required")
    for edge in written.required:
        required.add(edge, *(reader.read(text) for text in edge))
    reader.check()
    return {
        "required": required.edges,
        "forbidden": forbidden.edges,
        "tiers": tiers,
        "max_parents": written.max_parents,
        "roots": roots,
        "leaves": leaves,
        "forbid_within": written.forbid_within,
    }


@dataclass
class _Pairs:
    """The edges that pairs of texts stand for, each once."""

    what: str
    edges: dict[Edge, None] = field(default_factory=dict)

    def add(self, written: Edge, parents: Sequence[str], children: Sequence[str]) -> None:
        """Add every pair of two different variables."""
        arrow = " -> ".join(written)
        if len(self.edges) + len(parents) * len(children) > _MOST_EDGES:
            raise ConstraintError(
                f"{arrow!r} is {self.what} and stands for {len(parents) * len(children):,} edges: "
                "say it by tiers, roots or leaves, which take any number of variables"
            )
        if len(parents) == 1 and parents == children:
            raise ConstraintError(
                f"{arrow!r} is {self.what}, but stands for no edge: both sides are {parents[0]!r} "
                "only, and a variable is never its own parent"
            )
        pairs = ((parent, child) for parent in parents for child in children if parent != child)
        self.edges.update(dict.fromkeys(pairs))


def read_tiers(tiers: Sequence[Sequence[str]], reader: NameReader) -> list[list[str]]:
    """Return the variables of each tier: a name wins over a pattern, and `*` takes the rest."""
    rest = {text for tier in tiers for text in tier if means_rest(text, reader)}
    named = {text for tier in tiers for text in tier if reader.is_name(text)}
    owner: dict[str, tuple[str, int]] = {}
    for number, text in _texts(tiers):
        if text in rest:
            continue
        for name in reader.read(text):
            if name in named and text not in named:
                continue
            other, place = owner.setdefault(name, (text, number))
            if place != number:
                raise ConstraintError(
                    f"{name!r} is in two tiers, by {other!r} in tier {place + 1} and by {text!r} "
                    f"in tier {number + 1}: name it in the one where it belongs"
                )
    members: list[list[str]] = [[] for _ in tiers]
    for name, (_, number) in owner.items():
        members[number].append(name)
    for number, text in _texts(tiers):
        if text in rest:
            members[number] += [name for name in reader.names if name not in owner]
    return members


def _texts(tiers: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    for number, tier in enumerate(tiers):
        yield from ((number, text) for text in tier)


def wishes_of(
    written: WrittenConstraints, read: Read, tiers: Sequence[Sequence[str]]
) -> list[Wish]:
    """Return what was asked for, wish by wish.

    Parameters
    ----------
    written
        The constraints as the user wrote them.
    read
        Says which variables a text means.
    tiers
        The variables of each tier. To drop a tier means to leave these variables free, whatever
        patterns of other tiers would then match.
    """
    wishes = [_edge_wish(Kind.REQUIRED, edge, read) for edge in written.required]
    required = {edge for wish in wishes for edge in wish.edges()}
    if not required:
        return []  # nothing else contradicts anything
    for edge in written.forbidden:
        # There may be millions, of which few matter.
        if edge in required or any(map(has_wildcards, edge)):
            wishes.append(_edge_wish(Kind.FORBIDDEN, edge, read))
    wishes += [Wish(Kind.ROOT, text, children=frozenset(read(text))) for text in written.roots]
    wishes += [Wish(Kind.LEAF, text, frozenset(read(text))) for text in written.leaves]
    wishes += [
        Wish(Kind.TIER, parents=frozenset(tier), numbers=frozenset({number}))
        for number, tier in enumerate(tiers)
    ]
    if written.forbid_within:
        wishes.append(Wish(Kind.WITHIN, numbers=frozenset(written.forbid_within)))
    if written.max_parents is not None:
        wishes.append(Wish(Kind.MAX_PARENTS, numbers=frozenset({written.max_parents})))
    return wishes


def _edge_wish(kind: Kind, edge: Edge, read: Read) -> Wish:
    parents, children = (frozenset(read(text)) for text in edge)
    return Wish(kind, " -> ".join(edge), parents, children)
