"""`Exact`: a proof by whatever proves it soonest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from dagwright.constraints import Constraints
from dagwright.memory import format_memory, physical_memory
from dagwright.parameters import Parameters, parameter
from dagwright.parents import ParentSets
from dagwright.running.control import Share
from dagwright.running.limits import Limits
from dagwright.search.exact import AStar, BFBnB, DynamicProgramming
from dagwright.search.exact.branch_and_bound import BranchAndBound
from dagwright.search.exact.cluster_problem import ClusterProblem
from dagwright.search.exact.components import Component, split
from dagwright.search.exact.exact_method import ExactMethod
from dagwright.search.exact.forecast import Forecast, Pilot
from dagwright.search.exact.ilp import ILP
from dagwright.search.exact.incumbent import ComponentIncumbent, Incumbent
from dagwright.search.exact.relaxation import Relaxation, Tightened
from dagwright.search.known import Known
from dagwright.search.method import METHODS, Run
from dagwright.search.order import MINOBS
from dagwright.search.order.searching import index_bytes
from dagwright.search.problem import MethodFor

__all__ = ["Exact", "ExactOptions"]


@dataclass(frozen=True)
class ExactOptions(Parameters):
    """How `Exact` divides its work.

    All in counts, never in seconds: so a proof takes the same course on every machine.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.Exact(options=dw.ExactOptions(trial_nodes=1000)).options.trial_nodes
    1000
    """

    small: int = parameter(
        16,
        at_least=0,
        help="Components with at most this many variables take dynamic programming some "
        "milliseconds.",
    )
    order_graph: int = parameter(
        33,
        at_least=0,
        help="Up to this many variables the heuristic and the incumbent leave so few nodes of the "
        "order graph that searching it is mostly faster than branching on linear programs.",
    )
    most_nodes: float = parameter(
        2e7,
        at_least=0,
        help="Above that size the order graph still comes first if this many nodes are expected at "
        "most.",
    )
    trial_nodes: int = parameter(
        200_000,
        at_least=0,
        help="Nodes of the trial of A*: easy problems end there, and the rest is forecast from it.",
    )
    root_programs: int = parameter(
        200,
        at_least=0,
        help="Linear programs at the root, up to `order_graph` variables; more are not limited.",
    )
    first_programs: int = parameter(
        3000,
        at_least=0,
        help="Linear programs of branch and bound before a search in the order graph that comes "
        "second.",
    )
    patience: int = parameter(
        10,
        at_least=1,
        help="Linear programs with little progress after which the root is left.",
    )
    most_variables: int = parameter(
        64,
        at_least=0,
        help="Above this size no table over sets of variables fits in memory.",
    )
    worth_repeating: float = parameter(
        0.8,
        at_least=0,
        at_most=1,
        help="The steps are repeated if they left at most this share of the sets.",
    )


@METHODS.register
@dataclass(frozen=True)
class Exact(ExactMethod):
    """The best network with a proof, by whatever proves it soonest.

    1. `MINOBS` finds a good network of more than 16 variables.
    2. With up to 64 variables, A* tries 200 000 nodes: easy problems end there.
    3. The linear relaxation with cluster inequalities (see `bound`) bounds all networks, and its
       reduced costs remove candidate sets that no better network has.
    4. The remaining sets fall into strongly connected components, which are solved separately; in
       each, the steps are repeated until they remove nothing. Components of up to 16 variables are
       solved by `DynamicProgramming`.
    5. For a larger one the trial of A* forecasts what `BFBnB` and `AStar` will need: they come
       first if it fits in memory and the component has up to 33 variables or takes at most 20
       million nodes; otherwise `ILP` has 3 000 linear programs before them. If a method does not
       finish, the next one takes over.

    Whatever each step finds and proves counts, also if the next one is stopped. The notes of the
    result say what was removed and what solved each component.

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
    units: ClassVar[tuple[str, str]] = ("steps", "components")

    generations: int = parameter(40, at_least=1, help="Of MINOBS, for the first network.")
    options: ExactOptions = parameter(ExactOptions(), help="The numbers above, an `ExactOptions`.")

    def estimate_bytes(self, problem: ParentSets) -> int:
        """Return what ILP and the order search need at least; tables take what is left."""
        return ILP().estimate_bytes(problem) + index_bytes(problem)

    def run(self, problem: ParentSets, run: Run) -> None:
        """Search until the best network is proved, or stopped."""
        clusters = ClusterProblem(problem)
        start = clusters.best_near(run.start)
        whole = _Part(clusters, Incumbent(clusters, run.control, run.known, start))
        solver = _Solver(self.options, run)
        if problem.n_variables > self.options.small and not whole.is_over():
            solver.run_inside(MINOBS(generations=self.generations), whole)
        solver.solve(whole)


@dataclass(eq=False)
class _Part:
    """The whole problem or a component: what it is, and what has been done about it."""

    problem: ClusterProblem
    incumbent: Incumbent
    trial: Pilot | None = None
    root: Tightened | None = None

    @property
    def sets(self) -> ParentSets:
        """Its candidate sets."""
        return self.problem.lists

    @cached_property
    def relaxation(self) -> Relaxation:
        """Its linear program, made once."""
        return Relaxation(self.problem, self.incumbent)

    @property
    def bound(self) -> float:
        """What has been proved, by whatever ran on it."""
        return self.incumbent.control.core.bound

    @property
    def is_proved(self) -> bool:
        """Whether its best network is optimal."""
        return self.incumbent.is_proved_by(self.bound)

    def is_over(self) -> bool:
        """Tell whether it is proved, or has to be left."""
        return self.is_proved or self.incumbent.should_stop()


@dataclass
class _Solver:
    """The steps of `Exact`, as its docstring has them."""

    options: ExactOptions
    run: Run
    fewest_tried: int = 0

    def __post_init__(self) -> None:
        self.fewest_tried = self.options.most_variables + 1

    def solve(self, part: _Part) -> None:
        """Work on a part until it is proved, or stopped."""
        n, options = part.sets.n_variables, self.options
        part.incumbent.control.core.report_bound(part.sets.relaxed_score)
        if n <= options.small and not part.is_proved:
            self.run_inside(DynamicProgramming(), part)
        if n < self.fewest_tried and not part.is_over():
            self.fewest_tried = n
            self._try(part)
        if part.is_over():
            return
        most = options.root_programs if n <= options.order_graph else math.inf
        part.root = part.relaxation.tighten_root(options.patience, most)
        if not part.is_over():
            self._divide(part, part.root)

    def _try(self, part: _Part) -> None:
        """Let A* have a few nodes, on a part that was not tried before."""
        method = AStar()
        if part.trial is not None or not self._fits(method.estimate_bytes(part.sets)):
            return
        control = part.incumbent.control.child(
            method.name,
            limits=self._limits(part, self.options.trial_nodes),
            units=method.units,
        )
        start = part.sets.best_network([part.sets.names[v] for v in part.incumbent.order()])
        found = Known(part.sets.scope)
        with control:
            part.trial = Pilot.run(part.sets, method, start, control, found, memory=self.run.memory)
        self._absorb(part, found)
        if part.is_proved:
            self._note(part, [method.name])

    def _divide(self, part: _Part, root: Tightened) -> None:
        """Filter and split a part; continue with its components, or search it as it is."""
        known, problem = self.run.known, part.problem
        components = split(problem, root.wanted)
        left = sum(component.sets.n_sets for component in components)
        several = [len(c.variables) for c in components if len(c.variables) > 1]
        known.counters["sets_removed"] += problem.n_sets - left
        known.counters["components"] += len(several)
        known.notes.append(
            f"{problem.n_sets - left} of {problem.n_sets} sets removed; variables in components: "
            + (", ".join(map(str, several)) or "none")
        )
        # Networks with a set that was removed have more excess than the incumbent.
        ruled_out = part.incumbent.score_bound(part.incumbent.excess)
        if len(components) > 1 or left <= self.options.worth_repeating * problem.n_sets:
            self._solve_components(part, components, ruled_out)
        else:
            self._search(part, components[0].sets, ruled_out)

    def _solve_components(
        self, part: _Part, components: Sequence[Component], ruled_out: float
    ) -> None:
        """Solve components one by one; their bounds add up to one of the part."""
        bounds = [component.sets.relaxed_score for component in components]
        control = part.incumbent.control
        for k, component in enumerate(components):
            if part.incumbent.should_stop():
                break
            problem = ClusterProblem(component.sets)
            share = Share(
                self._score_of_others(part, component),
                _add_up([*bounds[:k], *bounds[k + 1 :]]),
                ruled_out,
            )
            with control.child("", networks=share) as inside:
                incumbent = ComponentIncumbent(part.incumbent, component, problem, inside)
                inner = _Part(problem, incumbent)
                self.solve(inner)
            bounds[k] = min(bounds[k], inner.bound)
        control.core.report_bound(max(ruled_out, _add_up(bounds)))

    def _score_of_others(self, part: _Part, component: Component) -> float:
        """Return what the best network scores outside of a component."""
        others = set(range(part.sets.n_variables)).difference(component.variables)
        return math.fsum(part.sets.scores[part.incumbent.chosen[sorted(others)]])

    def _search(self, part: _Part, filtered: ParentSets, ruled_out: float) -> None:
        """Search a part that cannot be made smaller, with what is expected to finish first."""
        options, incumbent = self.options, part.incumbent
        branching = BranchAndBound(
            part.problem, incumbent, self.run.seed, part.relaxation, part.root
        )
        fitting = [expected for expected in self._forecasts(part) if self._fits(expected.bytes)]
        is_first = part.sets.n_variables <= options.order_graph
        soon = [f.method for f in fitting if is_first or f.nodes <= options.most_nodes]
        later = [f.method for f in fitting if f.method not in soon]
        used: list[str] = []
        for method in soon:
            self._search_order_graph(method, part, filtered, ruled_out, used)
        if not part.is_over():
            used.append("ilp")
            most = part.relaxation.rounds + options.first_programs
            branching.run(self.run.memory, most if later else None)
        for method in later:
            self._search_order_graph(method, part, filtered, ruled_out, used)
        if not part.is_over():
            branching.run(self.run.memory)
        self.run.known.counters["nodes"] += branching.nodes
        self._note(part, used, fitting)

    def _search_order_graph(
        self,
        method: MethodFor[ParentSets],
        part: _Part,
        filtered: ParentSets,
        ruled_out: float,
        used: list[str],
    ) -> None:
        """Let a method search the filtered sets, if the part is not over."""
        if not part.is_over():
            used.append(method.name)
            self.run_inside(method, part, filtered, ruled_out)

    def _forecasts(self, part: _Part) -> list[Forecast]:
        """Return what the searches in the order graph are expected to need, if known."""
        if part.sets.n_variables > self.options.most_variables:
            return []
        self._try(part)
        if part.trial is None:
            return []
        found = [part.trial.expect(BFBnB()), part.trial.expect(AStar())]
        return [expected for expected in found if expected is not None]

    def run_inside(
        self,
        method: MethodFor[ParentSets],
        part: _Part,
        sets: ParentSets | None = None,
        ruled_out: float = -math.inf,
    ) -> None:
        """Run another search on a part, if its tables fit in memory.

        Parameters
        ----------
        method, part
            What to run, and on what.
        sets
            Those of the part that are left; by default all.
        ruled_out
            Networks with other sets score at most this.
        """
        sets = part.sets if sets is None else sets
        if not self._fits(method.estimate_bytes(sets)):
            return
        control = part.incumbent.control.child(
            method.name,
            limits=self._limits(part),
            units=method.units,
            networks=Share(ruled_out=ruled_out),
        )
        order = part.incumbent.order()
        found = Known(sets.scope)
        run = replace(
            self.run,
            constraints=Constraints(),
            start=sets.best_network([sets.names[v] for v in order]),
            start_order=tuple(order),
            control=control,
            known=found,
        )
        with control:
            method.run(sets, run)
        if control.reason == "memory":
            self.run.known.memory_decided = True
        self._absorb(part, found)

    def _absorb(self, part: _Part, found: Known) -> None:
        """Take over what a search inside has found; its bound is reported already."""
        part.incumbent.offer_found(found)
        expanded = {"expanded": found.counters["expanded"]}
        self.run.known.count(expanded, iterations=found.iterations)

    def _limits(self, part: _Part, iterations: int | None = None) -> Limits:
        """Return limits that leave the rest of the iterations of the whole run."""
        given = [n for n in (iterations, part.incumbent.iterations_left()) if n is not None]
        return Limits(iterations=min(given, default=None))

    def _fits(self, size: int) -> bool:
        """Tell whether this many bytes are allowed; a no counts if this machine has them."""
        fits = size <= self.run.memory
        if not fits and size <= physical_memory():
            self.run.known.memory_decided = True
        return fits

    def _note(self, part: _Part, used: Sequence[str], expected: Sequence[Forecast] = ()) -> None:
        """Say what solved a part."""
        words = "".join(
            f"; expected of {f.method.name}: {f.nodes:.2g} nodes, {format_memory(f.bytes)}"
            for f in expected
        )
        sizes = f"{part.sets.n_variables} variables, {part.sets.n_sets} sets"
        self.run.known.notes.append(f"{sizes}: {', then '.join(used)}{words}")


def _add_up(bounds: Sequence[float]) -> float:
    """Return the sum, never rounded down."""
    return math.nextafter(math.fsum(bounds), math.inf)
