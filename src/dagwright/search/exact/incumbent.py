"""The best network of an exact search, and when the search has to stop."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from dagwright import _core
from dagwright.running.control import Control
from dagwright.search.exact.cluster_problem import ClusterProblem, Numbers
from dagwright.search.exact.components import Component
from dagwright.search.known import Known
from dagwright.search.result import TracePoint
from dagwright.search.tolerance import proof_tolerance

__all__ = ["ComponentIncumbent", "Incumbent"]

_MARGIN = 0.25
"""Of what a bound may exceed the score by: a node that could gain less is not looked at."""
_NEAR_KICKS = 10
"""Disturbances of an order that is offered, each followed by a descent."""
_MOST_EVALUATED = 200_000
"""Orders that one descent may look at: some milliseconds."""


class Incumbent:
    """The best network so far, its excess, and the stop rules of the search.

    An excess is rounded, so the least excess and the best score could belong to two networks
    whose scores are the same up to rounding; the network kept is the one with the best score.

    Parameters
    ----------
    problem
        What is searched.
    control
        The stop rules, and where bounds are reported.
    known
        Where networks are offered, and iterations counted.
    chosen
        The network to begin with, by default that of the smallest sets.
    """

    def __init__(
        self,
        problem: ClusterProblem,
        control: Control,
        known: Known,
        chosen: Numbers | None = None,
    ) -> None:
        self._problem = problem
        self.control = control
        self.known = known
        self._tried: set[bytes] = set()
        # Required parents may form a cycle: then there is no network at all, only a bound.
        self._exists = chosen is not None or len(problem.known_network) > 0
        self.score = -math.inf
        self.chosen = problem.smallest if chosen is None else chosen
        self.excess = problem.total(self.chosen)
        self._accept(self.chosen)
        if self.excess >= problem.saturated:
            self.offer(problem.known_network)

    @property
    def allowance(self) -> float:
        """The nats by which a bound may exceed the score and still prove the network best."""
        return proof_tolerance(self.score)

    @property
    def worthless(self) -> int:
        """The excess from which on a node need not be looked at.

        Below the incumbent's by a quarter of the allowance: the rest is for the rounding of
        excesses, and multipliers in whole units miss the optimum of a linear program by some units.
        """
        margin = int(_MARGIN * self.allowance / self._problem.unit)
        return max(0, self.excess - max(margin, self._problem.n_variables))

    def is_proved_by(self, bound: float) -> bool:
        """Tell whether a bound on the score leaves nothing to look for."""
        return bound - self.score <= self.allowance

    @property
    def n_variables(self) -> int:
        """The number of variables."""
        return self._problem.n_variables

    def stop_for_memory(self) -> None:
        """End the search because the memory limit is reached."""
        self.control.stop("memory")

    def offer(self, chosen: Numbers, improvements: Sequence[TracePoint] = ()) -> None:
        """Consider an acyclic choice of sets, and how a search came to it."""
        excess = self._problem.total(chosen)
        if excess < self.excess:
            self.excess = excess
            self._accept(chosen, improvements)

    def offer_found(self, found: Known) -> None:
        """Consider what a search inside this one has found, and the orders near it."""
        assert found.dag is not None
        order = self._problem.order_of(found.dag)
        self.offer(self._problem.best_in_order(order), found.trace)
        self.offer_order(order)

    def offer_order(self, order: list[int]) -> None:
        """Consider the best network of an order, and of the orders near it."""
        key = np.array(order, np.uint16).tobytes()
        if key not in self._tried:
            self._tried.add(key)
            self._descend(order, _NEAR_KICKS)

    def search_nearby(self, kicks: int, seed: int) -> None:
        """Look for better networks around the incumbent."""
        self._descend(self.order(), kicks, seed)

    def _descend(self, order: list[int], kicks: int, seed: int = 0) -> None:
        if not self._exists:
            return
        better = _core.improve_order(
            self._problem.index,
            order,
            kicks=kicks,
            most_evaluated=_MOST_EVALUATED,
            seed=seed,
            control=self.control.core,
        )
        self.offer(self._problem.best_in_order(better))

    def _accept(self, chosen: Numbers, improvements: Sequence[TracePoint] = ()) -> None:
        score, before = math.fsum(self._problem.lists.scores[chosen]), self.score
        if score <= before:
            return
        self.score, self.chosen = score, chosen
        self._announce(improvements, before)

    def _announce(
        self,
        improvements: Sequence[TracePoint],
        before: float,  # noqa: ARG002 - for components
    ) -> None:
        if not self._exists:
            return
        self.control.core.report_best(self.score)
        dag = self._problem.network(self.chosen)
        at = 0.0 if improvements else self.control.elapsed
        self.known.offer(dag, self.score, improvements, at=at)

    def order(self) -> list[int]:
        """Return an order of the variables in which parents come first."""
        return self._problem.order_of(self._problem.network(self.chosen))

    def count_linear_program(self) -> None:
        """Count one linear program as an iteration."""
        self.known.count({"linear_programs": 1}, iterations=1)
        self.control.core.report_iterations(1)

    def iterations_left(self) -> int | None:
        """Return how many iterations the search may still take, None if it has no limit."""
        limit = self.control.core.iteration_limit
        return None if limit is None else max(0, limit - self.known.iterations)

    def should_stop(self) -> bool:
        """Tell whether a limit, the target or a person ends the search."""
        if self.control.should_stop():
            return True
        target = self.control.core.target
        if self.iterations_left() == 0:
            self.control.stop("iterations")
        elif target is not None and self.score >= target:
            self.control.stop("target")
        return self.control.stopped

    def score_bound(self, excess: int) -> float:
        """Return a score that no network with at least this excess exceeds, rounded up.

        The excess of a set is off by at most half a unit, and the sum by half a unit per variable.
        """
        lists, slack = self._problem.lists, self._problem.n_variables
        # Filtering by the incumbent proves nothing about networks that are as good as it is.
        excess = min(excess, self.excess)
        best = lists.relaxed_score
        if excess > slack:
            best = math.nextafter(best - (excess - slack) * self._problem.unit, math.inf)
        return max(self.score, best)

    def report_bound(self, excess: int) -> None:
        """Report that no network has less excess."""
        self.control.core.report_bound(self.score_bound(excess))


class ComponentIncumbent(Incumbent):
    """The best network of a component: improvements and stop rules are those of the whole."""

    def __init__(
        self, whole: Incumbent, component: Component, problem: ClusterProblem, control: Control
    ) -> None:
        self._whole = whole
        self._component = component
        order = [v for v in whole.order() if v in set(component.variables)]
        place = {v: k for k, v in enumerate(component.variables)}
        start = problem.best_in_order([place[v] for v in order])
        super().__init__(problem, control, whole.known, start)

    @property
    def allowance(self) -> float:
        """The share of the whole's that falls to the variables of the component."""
        share = self._problem.n_variables / self._whole.n_variables
        return share * self._whole.allowance

    def _announce(self, improvements: Sequence[TracePoint], before: float) -> None:
        parents = self._problem.parents(self.chosen)
        better = self._whole.chosen.copy()
        better[self._component.variables] = self._component.origin(parents)
        others = self._whole.score - before
        self._whole.offer(better, [p._replace(score=p.score + others) for p in improvements])

    def stop_for_memory(self) -> None:
        """End the whole search because the memory limit is reached."""
        self._whole.stop_for_memory()

    def iterations_left(self) -> int | None:
        """Return how many iterations the whole search may still take."""
        return self._whole.iterations_left()

    def should_stop(self) -> bool:
        """Tell whether a limit, the target or a person ends the whole search."""
        return self._whole.should_stop() or self.control.should_stop()
