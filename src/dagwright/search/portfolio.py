"""Exact: the searches combined, each where it is best."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from dagwright import _core
from dagwright.graph import Dag
from dagwright.memory import physical_memory
from dagwright.parents import Constraints, ParentSets
from dagwright.search.exact import AStar, BFBnB, DynamicProgramming
from dagwright.search.exact.branch_and_bound import BranchAndBound
from dagwright.search.exact.cluster_problem import ClusterProblem, Wanted
from dagwright.search.exact.components import split
from dagwright.search.exact.forecast import Forecast, Pilot
from dagwright.search.exact.ilp import ILP
from dagwright.search.exact.incumbent import ComponentIncumbent, Incumbent, order_of
from dagwright.search.exact.relaxation import Relaxation
from dagwright.search.method import Method, Needs, Outcome, Run, register
from dagwright.search.order import MINOBS
from dagwright.search.parameters import check_count

__all__ = ["Exact"]

_ROOT_PATIENCE = 10
_SMALL = 16
"""Components with at most so many variables take dynamic programming some milliseconds."""
_ORDER_GRAPH_FIRST = 33
"""Up to so many variables, heuristic and incumbent leave so few nodes of the order graph that
searching it is mostly faster than branching on linear programs."""
_FIRST_EXPANSIONS = 200_000
"""So many nodes A* is allowed for a first try, a second's work: easy problems end there."""
_ROOT_ROUNDS = 200
"""So many linear programs may follow, to remove sets before the search has no limit."""
_FIRST_ROUNDS = 3000
"""With more, so many linear programs come before a search in the order graph, if that fits."""
_MOST_NODES = 2e7
"""With more variables a search that expects at most so many comes first, too."""
_MOST_VARIABLES = 64
"""From here on nobody has the memory for every set of variables."""
_WORTH_REPEATING = 0.8
"""The steps are repeated if they left at most this share of the sets."""


@register
@dataclass(frozen=True)
class Exact:
    """The best network with a proof, by whatever proves it soonest.

    1. `MINOBS` finds a good network.
    2. The linear relaxation with cluster inequalities (see `bound`) bounds all others, and its
       reduced costs remove candidate sets that no better network has.
    3. What is left falls into strongly connected components, which are solved apart; in each,
       steps 2 and 3 are repeated until they remove nothing.
    4. Components of up to 16 variables are solved by `DynamicProgramming`. For larger ones
       `forecast` tells what `BFBnB` and `AStar` will need: they come first if it fits in memory
       and the component has up to 33 variables or takes at most 20 million nodes; else `ILP` has
       3 000 linear programs before them. Whoever does not finish leaves it to the next.

    With up to 64 variables, A* tries 200 000 nodes before step 2: easy problems end there.

    The notes of the result say what was removed and what solved each component.

    Parameters
    ----------
    generations
        Of MINOBS, for the first network.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    >>> result = dw.solve(sets, "exact")
    >>> print(result.status, "over", result.bound_scope)
    optimal over networks with at most 2 parents per variable
    """

    name: ClassVar[str] = "exact"
    needs: ClassVar[Needs] = "parent sets"
    proves: ClassVar[bool] = True
    units: ClassVar[tuple[str, str]] = ("linear programs", "components")

    generations: int = 40

    def __post_init__(self) -> None:
        check_count(self, "generations", smallest=1, optional=False)

    @property
    def completes(self) -> bool:
        """It ends with a proof."""
        return True

    @property
    def parent_limit(self) -> int | None:
        """The candidate sets alone limit the parents."""
        return None

    def estimate_bytes(self, problem: ParentSets) -> int:
        """Return what ILP and the order search need at least; tables take what is left."""
        return ILP().estimate_bytes(problem) + MINOBS().estimate_bytes(problem)

    def run(self, problem: ParentSets, run: Run) -> Outcome:
        """Search until the best network is proved, or stopped."""
        return _ExactRun(problem, run, self.generations).finish()


@dataclass
class _ExactRun:
    """One run: the steps above, and what is said about them."""

    sets: ParentSets
    run: Run
    generations: int
    counters: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    fewest_tried: int = _MOST_VARIABLES + 1
    memory_decided: bool = False

    def finish(self) -> Outcome:
        """Do all steps and return what came of them."""
        problem = ClusterProblem.of(self.sets)
        start = problem.sets.best_in_order(order_of(self.sets, self.run.start))
        whole = Incumbent(self.sets, problem, self.run.control, start)
        self._search_orders(whole)
        bound = self._solve(self.sets, problem, whole)
        return Outcome(
            problem.parents(whole.chosen),
            tuple(whole.trace),
            dict(self.counters),
            bound,
            tuple(self.notes),
            memory_decided=self.memory_decided,
        )

    def _search_orders(self, whole: Incumbent) -> None:
        """Offer what the memetic search finds."""
        if self.sets.n_variables < 3 or whole.should_stop():
            return
        found = MINOBS(generations=self.generations).run(self.sets, self._run_for(self.sets, whole))
        whole.offer_order(order_of(self.sets, Dag.from_parents(self.sets.names, found.parents)))

    def _solve(self, sets: ParentSets, problem: ClusterProblem, incumbent: Incumbent) -> float:
        """Return a score that no network of these sets exceeds, at best the incumbent's."""
        bound = sets.relaxed().score
        if sets.n_variables <= _SMALL:
            bound = min(bound, self._bound_by(DynamicProgramming(), sets, incumbent))
        if not incumbent.is_proved_by(bound):
            bound = min(bound, self._first_try(sets, incumbent))
        if incumbent.is_proved_by(bound) or incumbent.should_stop():
            return bound
        relaxation = Relaxation(problem, incumbent)
        most = _ROOT_ROUNDS if sets.n_variables <= _ORDER_GRAPH_FIRST else math.inf
        proof, wanted, _ = relaxation.tighten(problem.all_wanted(), _ROOT_PATIENCE, most=most)
        self.counters["linear_programs"] += relaxation.rounds
        incumbent.report_bound(proof.excess)
        bound = min(bound, incumbent.score_bound(proof.excess))
        if incumbent.is_proved_by(bound) or incumbent.should_stop():
            return bound
        return min(bound, self._solve_components(sets, problem, incumbent, wanted))

    def _solve_components(
        self, sets: ParentSets, problem: ClusterProblem, incumbent: Incumbent, wanted: Wanted
    ) -> float:
        """Filter, split and continue; return a bound on the networks of all sets."""
        parts = split(sets, problem, wanted)
        left = sum(part.sets.n_sets for part in parts)
        several = [len(part.variables) for part in parts if len(part.variables) > 1]
        self.counters["sets_removed"] += problem.n_sets - left
        self.counters["components"] += len(several)
        self.notes.append(
            f"{problem.n_sets - left} of {problem.n_sets} sets removed; variables in components: "
            + (", ".join(map(str, several)) or "none")
        )
        smaller = len(parts) > 1 or left <= _WORTH_REPEATING * problem.n_sets
        step = self._solve if smaller else self._search
        bounds = []
        for part in parts:
            inner = ClusterProblem.of(part.sets)
            bounds.append(step(part.sets, inner, ComponentIncumbent(incumbent, part, inner)))
        # Networks with a set that was removed have more excess than the incumbent.
        removed = incumbent.score_bound(incumbent.excess)
        return max(removed, math.nextafter(math.fsum(bounds), math.inf))

    def _search(self, sets: ParentSets, problem: ClusterProblem, incumbent: Incumbent) -> float:
        """Search a component that cannot be made smaller, with what is expected to finish first."""
        search = BranchAndBound(problem, incumbent, self.run.seed)
        fitting = [
            expected for expected in self._forecasts(sets, incumbent) if self._fits(expected.bytes)
        ]
        most = math.inf if sets.n_variables <= _ORDER_GRAPH_FIRST else _MOST_NODES
        soon = [f.method for f in fitting if f.nodes <= most]
        later = [f.method for f in fitting if f.method not in soon]
        used: list[str] = []
        bound = self._try(soon, sets, incumbent, used)
        if not incumbent.is_proved_by(bound) and not incumbent.should_stop():
            search.run(self.run.memory, _FIRST_ROUNDS if later else None)
            used.append("ilp")
            bound = min(bound, incumbent.score_bound(search.excess))
        if not incumbent.is_proved_by(bound):
            bound = min(bound, self._try(later, sets, incumbent, used))
        if not incumbent.is_proved_by(bound) and not incumbent.should_stop():
            search.run(self.run.memory)
            bound = min(bound, incumbent.score_bound(search.excess))
        self.counters["nodes"] += search.nodes
        self.counters["linear_programs"] += search.relaxation.rounds
        expected = "".join(
            f"; expected of {f.method.name}: {f.nodes:.2g} nodes, {f.bytes / 2**30:.2g} GiB"
            for f in fitting
        )
        self.notes.append(
            f"{sets.n_variables} variables, {sets.n_sets} sets: {', then '.join(used)}{expected}"
        )
        return bound

    def _forecasts(self, sets: ParentSets, incumbent: Incumbent) -> list[Forecast]:
        """Return what the searches in the order graph are expected to need, if that can be told."""
        if sets.n_variables > _MOST_VARIABLES or not self._fits(BFBnB().estimate_bytes(sets)):
            return []
        start = sets.best_network([sets.names[v] for v in incumbent.order()])
        pilot = Pilot.run(sets, BFBnB(), start, time_limit=self._seconds_left())
        found = [pilot.expect(BFBnB()), pilot.expect(AStar())]
        return [expected for expected in found if expected is not None]

    def _try(
        self, methods: Sequence[Method], sets: ParentSets, incumbent: Incumbent, used: list[str]
    ) -> float:
        """Let searches in the order graph try one after the other; return the best bound."""
        bound = math.inf
        for method in methods:
            if incumbent.is_proved_by(bound) or incumbent.should_stop():
                break
            used.append(method.name)
            bound = min(bound, self._bound_by(method, sets, incumbent))
        return bound

    def _first_try(self, sets: ParentSets, incumbent: Incumbent) -> float:
        """Return what a few nodes of A* prove: easy problems end there."""
        if sets.n_variables >= self.fewest_tried:
            return math.inf
        self.fewest_tried = sets.n_variables
        bound = self._bound_by(AStar(), sets, incumbent, _FIRST_EXPANSIONS)
        if incumbent.is_proved_by(bound):
            self.notes.append(f"{sets.n_variables} variables, {sets.n_sets} sets: astar")
        return bound

    def _bound_by(
        self,
        method: Method,
        sets: ParentSets,
        incumbent: Incumbent,
        iterations: int | None = None,
    ) -> float:
        """Run another search on a component, if its tables fit in memory; return its bound."""
        if not self._fits(method.estimate_bytes(sets)):
            return math.inf
        inner = self._run_for(sets, incumbent, iterations)
        outcome = method.run(sets, inner)
        if inner.control.reason is _core.StopReason.memory:
            self.memory_decided = True
        self.counters["expanded"] += outcome.counters["expanded"]
        incumbent.offer_order(order_of(sets, Dag.from_parents(sets.names, outcome.parents)))
        return math.inf if outcome.bound is None else outcome.bound

    def _fits(self, size: int) -> bool:
        """Tell whether this many bytes are allowed; a no counts if this machine could have them."""
        fits = size <= self.run.memory
        if not fits and size <= physical_memory():
            self.memory_decided = True
        return fits

    def _run_for(
        self, sets: ParentSets, incumbent: Incumbent, iterations: int | None = None
    ) -> Run:
        """Return a run inside this one, which ends when this one has to."""
        inner = _core.RunControl(
            self._seconds_left(), iterations, callback=lambda _: incumbent.should_stop()
        )
        order = incumbent.order()
        start = sets.best_network([sets.names[v] for v in order])
        return replace(
            self.run,
            constraints=Constraints(),
            start=start,
            start_order=tuple(order),
            control=inner,
        )

    def _seconds_left(self) -> float | None:
        limit, control = self.run.control.time_limit, self.run.control
        return None if limit is None else max(0.0, limit - control.seconds)
