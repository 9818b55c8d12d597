"""How many nodes a search in the order graph will need, from the beginning of one."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from dagwright import _core
from dagwright.constraints import Constraints
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.parents import ParentSets
from dagwright.running.control import Control
from dagwright.running.limits import Limits
from dagwright.search.exact.a_star import AStar
from dagwright.search.exact.bfbnb import BFBnB
from dagwright.search.exact.state_space import make_options, run_search
from dagwright.search.known import Known
from dagwright.search.method import Run
from dagwright.search.problem import make_start

__all__ = ["Forecast", "Pilot", "forecast"]

PILOT = 200_000
"""Nodes of A* from which the rest is told: about a second's work."""
_ASTAR_BYTES = 26
_LAYER_BYTES, _TRAIL_BYTES = 16, 4
"""Of a node of A*; of one in the two layers BFBnB works on, and in all others."""
_TIMES_FASTER = 4
"""BFBnB, which streams through sorted layers, than A*, which waits for memory; as measured."""


@dataclass(frozen=True)
class Forecast:
    """What a search in the order graph is expected to need.

    Attributes
    ----------
    method
        Of which the figures are.
    nodes
        Sets of variables that it will visit, about.
    bytes
        Its memory at the peak, about.
    seconds
        How long it will take, about, at the rate of the first nodes on one thread.
    finished
        Whether the first nodes were enough for a proof: then `nodes` is exact.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=1))
    >>> expected = dw.forecast(sets, dw.AStar())
    >>> expected.finished, expected.bytes < 2**27
    (True, True)
    """

    method: AStar | BFBnB
    nodes: float
    bytes: int
    seconds: float
    finished: bool


def forecast(
    sets: ParentSets,
    method: AStar | BFBnB | None = None,
    *,
    start: Dag | None = None,
    expansions: int = PILOT,
    time_limit: float | None = None,
) -> Forecast | None:
    """Return what a search in the order graph is expected to need, from the first nodes of A*.

    The number of nodes below an f grows by nearly the same factor for each step of f, so that
    the curve drawn by the first ones leads to the number below the cost of the best network
    known, which is all that has to be visited. With the default 200 000 nodes the figures were
    within a factor of 2 wherever the whole search could be made for comparison.

    Parameters
    ----------
    sets
        The candidate parent sets.
    method
        `AStar` (default) or `BFBnB` with the heuristic to be used.
    start
        A good network, such as `MINOBS` finds; a better one means fewer nodes.
    expansions
        Nodes to expand.
    time_limit
        Seconds for them.

    Returns
    -------
    Forecast
        None if the first nodes do not tell.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    >>> good = dw.solve(sets, dw.MINOBS(generations=20)).dag
    >>> expected = dw.forecast(sets, dw.BFBnB(), start=good)
    >>> 160_000 < expected.nodes < 640_000  # there are 321 352
    True
    """
    if method is None:
        method = AStar()
    if not isinstance(method, AStar | BFBnB):
        raise DagwrightError(f"forecast: {type(method).__name__} does not search the order graph")
    limits = Limits(seconds=time_limit, iterations=expansions)
    with Control("forecast", limits, units=method.units) as control:
        network, _ = make_start(sets, start, Constraints())
        return Pilot.run(sets, method, network, control, Known(sets.scope)).expect(method)


@dataclass(frozen=True)
class Pilot:
    """The first nodes of A*, and what they tell of searches with the same heuristic."""

    layers: tuple[float, ...]
    tables: int
    seconds_per_node: float
    finished: bool

    @classmethod
    def run(
        cls,
        sets: ParentSets,
        method: AStar | BFBnB,
        start: Dag,
        control: Control,
        known: Known,
        *,
        memory: int | None = None,
    ) -> Pilot:
        """Expand nodes with the heuristic of the method, until the control ends it.

        Parameters
        ----------
        sets, method, start
            As for `forecast`.
        control
            With a limit on iterations, which are the nodes; it is reported what they prove.
        known
            Where the networks that they lead to are offered.
        memory
            Bytes; by default what the nodes take.
        """
        options = make_options(sets, method.heuristic, queries=method.queries)
        tables = _core.exact_table_bytes(sets.core, options)
        if memory is None:
            memory = tables + 2 * _ASTAR_BYTES * (control.core.iteration_limit or 0) + 2**26
        run = Run(Constraints(), start, None, 0, 1, memory, control, known)
        found = run_search(_core.a_star, sets, options, run)
        pace = control.seconds / max(1, found.iterations)
        return cls(tuple(found.forecast), tables, pace, found.proved)

    def expect(self, method: AStar | BFBnB) -> Forecast | None:
        """Return what this method will need; None if the first nodes do not tell."""
        if not self.layers:
            return None
        nodes = math.fsum(self.layers)
        seconds = self.seconds_per_node * nodes
        if isinstance(method, AStar):
            used = round(_ASTAR_BYTES * nodes)
        else:
            used = _layer_bytes(self.layers, method)
            seconds /= _TIMES_FASTER
        return Forecast(method, nodes, self.tables + used, seconds, self.finished)


def _layer_bytes(layers: tuple[float, ...], method: BFBnB) -> int:
    """Return the bytes of two layers and the trails of those before, where they are most."""
    if method.spill is not None:
        return 0
    before, most = 0.0, 0.0
    for one, next_one in itertools.pairwise(layers):
        before += one
        most = max(most, _LAYER_BYTES * (one + next_one) + _TRAIL_BYTES * before)
    return round(most)
