"""A* in the order graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.parameters import parameter
from dagwright.search.exact.heuristic import HEURISTICS, Heuristic
from dagwright.search.exact.state_space import OrderGraphMethod, Queries
from dagwright.search.exact.static_patterns import StaticPatterns
from dagwright.search.method import METHODS

__all__ = ["AStar"]


@METHODS.register
@dataclass(frozen=True)
class AStar(OrderGraphMethod):
    """Best-first search for the cheapest order, with a lower bound on what is left.

    Nodes are sets of variables that are placed already; the way to a set costs what its variables
    lose against their best parents. Nodes are expanded by rising f = cost so far + bound, deeper
    ones first among equals, until all variables are placed. If memory ends first, the result is
    the best network known with the lowest f as a bound.

    References
    ----------
    Yuan, Malone & Wu (2011), Learning optimal Bayesian networks using A* search, IJCAI.
    Yuan & Malone (2012), An improved admissible heuristic for learning optimal Bayesian networks,
    UAI.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=1))
    >>> result = dw.solve(sets, dw.AStar())
    >>> result.status, result.gap
    (<Status.OPTIMAL: 'optimal'>, 0.0)
    """

    name: ClassVar[str] = "astar"
    core = (_core.a_star,)

    heuristic: Heuristic | str = parameter(
        StaticPatterns(grouping="connected"),
        resolve=HEURISTICS.resolve,
        help="`SimpleHeuristic`, `DynamicPatterns` or `StaticPatterns`, or its name.",
    )
    queries: Queries = parameter(
        "table",
        help='How the best parents of a variable inside a set are found: ``"table"`` (a table over '
        'the most telling parents, then a scan; the fastest), ``"scan"`` (the sorted list), '
        '``"bits"`` (the bit vectors of the paper) or ``"full"`` (full parent graphs, 2^n entries '
        "for each variable). They give the same result.",
    )
