"""`random_dag`: a structure drawn at random."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.network.generate.draws import check_count, check_positive, make_draws

__all__ = ["random_dag"]


def random_dag(
    variables: int | Iterable[str],
    *,
    edges: int | None = None,
    density: float | None = None,
    max_parents: int | None = None,
    seed: int = 0,
) -> Dag:
    """Draw a structure: a random order, then pairs at random, each directed along the order.

    Parameters
    ----------
    variables
        How many there are (they are then called v0, v1, ...), or their names.
    edges
        Number of edges; by default as many as there are variables, or as many as fit.
    density
        Instead of `edges`: the share of the n (n - 1) / 2 pairs that are joined, above 0 and up
        to 1, rounded to whole edges.
    max_parents
        The most parents of a variable; None for no limit.
    seed
        The same seed gives the same structure.

    Returns
    -------
    Dag
        With exactly the number of edges asked for.

    Raises
    ------
    DagwrightError
        If the limit on parents leaves no room for this many edges.

    Notes
    -----
    Without a limit on parents every set of pairs is equally likely, given the order. With one,
    pairs are taken in random order and left out where the child is full.

    Examples
    --------
    >>> import dagwright as dw
    >>> dag = dw.random_dag(50, edges=50, max_parents=3, seed=1)
    >>> dag.n_edges, max(len(dag.parents(name)) for name in dag.names) <= 3
    (50, True)
    """
    if isinstance(variables, Iterable):
        names = tuple(variables)
    else:
        names = tuple(f"v{i}" for i in range(check_count("variables", variables, 1)))
    n = len(names)
    limit = n - 1 if max_parents is None else check_count("max_parents", max_parents, 0)
    room = sum(min(place, limit) for place in range(n))
    wanted = _count_edges(n, edges, density, room)
    if wanted > room:
        raise DagwrightError(
            f"{wanted} edges do not fit: {n} variables with at most {limit} parents have "
            f"{room} at most"
        )
    draws = make_draws(seed, "dag")
    order = draws.permutation(n)
    parents: list[list[int]] = [[] for _ in range(n)]
    # Position of the child in the order, and of the parent before it, of every pair.
    later, earlier = np.tril_indices(n, -1)
    for pair in draws.permutation(len(later)):
        if wanted == 0:
            break
        child = int(order[later[pair]])
        if len(parents[child]) < limit:
            parents[child].append(int(order[earlier[pair]]))
            wanted -= 1
    return Dag.from_parents(names, [sorted(members) for members in parents])


def _count_edges(n: int, edges: int | None, density: float | None, room: int) -> int:
    if edges is not None and density is not None:
        raise DagwrightError(f"edges={edges!r} and density={density!r}: give one of them")
    if density is not None:
        return round(check_positive("density", density, 1) * n * (n - 1) / 2)
    return min(n, room) if edges is None else check_count("edges", edges, 0)
