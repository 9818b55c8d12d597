"""Which directions of edges constraints leave open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dagwright.constraints.constraints import Constraints
from dagwright.graph import Dag, Mpdag

__all__ = ["classes_under"]


def classes_under(constraints: Constraints, dags: Iterable[Dag]) -> Iterator[Mpdag]:
    """Yield the class of each network under its constraints, the limit on parents aside."""
    for dag in dags:
        known = constraints.resolve(dag.names)
        # Tiers of thousands of variables forbid millions of edges, of which only these matter.
        adjacent = (pair for edge in dag.edges for pair in (edge, edge[::-1]))
        forbidden = [pair for pair in adjacent if known.forbids(*pair)]
        yield Mpdag.of(dag, required=known.required, forbidden=forbidden)
