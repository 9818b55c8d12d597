"""What a search returns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from dagwright.constraints import Constraints, Scope, ScopedBound, classes_under
from dagwright.data.columns.describe import describe_columns
from dagwright.graph import Dag, Mpdag
from dagwright.graph.drawing import draw_dag, notebook_html
from dagwright.running.callbacks import USEFUL_GAP
from dagwright.scores import CustomScore, LocalScores, Score
from dagwright.search.stage import Stage
from dagwright.search.tolerance import is_proved
from dagwright.words import plural

if TYPE_CHECKING:
    from dagwright import _core
    from dagwright.data import Dataset
    from dagwright.parents import ParentSets
    from dagwright.search.method import Method

__all__ = ["BoundPoint", "Result", "Status", "StopReason", "Timing", "TracePoint"]


class Status(str, Enum):
    """How good the network is known to be.

    Examples
    --------
    >>> import dagwright as dw
    >>> str(dw.Status.OPTIMAL), dw.Status.FEASIBLE == "feasible"
    ('optimal', True)
    """

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"

    def __str__(self) -> str:
        return self.value


class StopReason(str, Enum):
    """Why a search ended.

    Examples
    --------
    >>> import dagwright as dw
    >>> [str(reason) for reason in dw.StopReason]
    ['completed', 'time', 'memory', 'iterations', 'target', 'interrupted']
    """

    COMPLETED = "completed"
    TIME = "time"
    MEMORY = "memory"
    ITERATIONS = "iterations"
    TARGET = "target"
    INTERRUPTED = "interrupted"

    def __str__(self) -> str:
        return self.value


class TracePoint(NamedTuple):
    """An improvement: the best score was `score` after `iterations` and `seconds`.

    Examples
    --------
    >>> import dagwright as dw
    >>> result = dw.learn(dw.load_dataset("wdbc"), method="hill-climbing")
    >>> result.trace[-1].score == result.score
    True
    """

    seconds: float
    iterations: int
    score: float


def trace_of(points: Iterable[_core.TracePoint]) -> list[TracePoint]:
    """Return the trace of a search of the core."""
    return [TracePoint(p.seconds, p.iterations, p.score) for p in points]


class BoundPoint(NamedTuple):
    """After `seconds` of the search, no network was known to be able to score above `bound`.

    Examples
    --------
    >>> import dagwright as dw
    >>> result = dw.learn(dw.load_dataset("wdbc"), method="hill-climbing")
    >>> result.bound_trace[-1].bound == result.bound
    True
    """

    seconds: float
    bound: float


class Timing(NamedTuple):
    """A stage of the work, how long it took and what came of it.

    Examples
    --------
    >>> import dagwright as dw
    >>> result = dw.learn(dw.load_dataset("wdbc"), method="hill-climbing")
    >>> [timing.name for timing in result.timings]
    ['table', 'hill-climbing']
    """

    name: str
    seconds: float
    remark: str = ""


@dataclass(frozen=True)
class Result:
    """A network, how good it is, and how it was found.

    Attributes
    ----------
    dag
        The best network found.
    score
        Its score, higher is better.
    bound
        No network of the class `bound_scope` scores higher; every rounding on the way is included.
    bound_scope
        The class of networks that bound, gap and status are about, a `Scope`: the widest one that
        was fixed before the work. ``str()`` gives it in words.
    bounds
        Every bound that is known, each with its own scope, as `ScopedBound`: also those over
        narrower classes, such as the candidate sets that a clock happened to leave.
    gap
        (bound - score) / abs(score); 0 only with a proof of optimality.
    status
        `Status.OPTIMAL` if the bound is within max(1e-6, 1e-9 abs(score)) of the score, otherwise
        `Status.FEASIBLE`.
    stop_reason
        Why the search ended.
    reproducible
        Whether the same call gives the same network, score, bound, gap and status again.
    irreproducible
        Why it may not, in words; empty if it does.
    trace
        The improvements in order, as `TracePoint`.
    bound_trace
        How the bound came down while the search ran, as `BoundPoint`; the last one is `bound`.
    seconds
        How long the search took.
    counters
        What it did: iterations, moves by kind, sets counted, ...
    method, seed, scoring, constraints
        With what it was found; `constraints` are those in force after all limits. `scoring` is
        None if candidate sets came from a file that does not tell it.
    notes
        Remarks for the user, such as which of several limits won.
    warnings
        What could mislead: rows that were dropped, columns of too many states, constraints that
        constrain nothing, a search that had no time.
    memory_decided
        Whether the memory limit decided what was done, or when it ended.
    stages
        What each `Stage` of a `Curriculum` found, one step size after the other; empty for other
        methods.
    timings
        The parts of the work with their times, as `Timing`.
    reasons
        What `learn` chose and why, in words.
    peak_memory
        The most bytes that the process held until the result was there, as far as the system
        tells; whatever else the process did counts too.

    asked
        The arguments of `learn` or `solve` that were not their defaults.

    Examples
    --------
    >>> import dagwright as dw
    >>> result = dw.learn(dw.load_dataset("wdbc"), method="hill-climbing", seed=1)
    >>> result.status, result.stop_reason, result.reproducible
    (<Status.FEASIBLE: 'feasible'>, <StopReason.COMPLETED: 'completed'>, True)
    """

    dag: Dag
    score: float
    bounds: tuple[ScopedBound, ...]
    bound_scope: Scope
    stop_reason: StopReason
    trace: tuple[TracePoint, ...]
    seconds: float
    counters: Mapping[str, int]
    method: Method
    seed: int
    scoring: Score | CustomScore | None
    constraints: Constraints
    notes: tuple[str, ...] = ()
    irreproducible: tuple[str, ...] = ()
    memory_decided: bool = False
    stages: tuple[Stage, ...] = ()
    bound_trace: tuple[BoundPoint, ...] = ()
    timings: tuple[Timing, ...] = ()
    reasons: tuple[str, ...] = ()
    peak_memory: int | None = None
    warnings: tuple[str, ...] = ()
    asked: Mapping[str, object] = field(default_factory=dict, repr=False, compare=False)
    problem: LocalScores | ParentSets | None = field(default=None, repr=False, compare=False)

    @property
    def table(self) -> Dataset | None:
        """The table as it was cut, which the network, its score and its bounds are about.

        None if there was no table, or if the result was pickled: it travels without its data.

        Examples
        --------
        >>> import dagwright as dw
        >>> result = dw.learn(dw.load_dataset("wdbc"), method="hill-climbing")
        >>> result.table  # doctest: +ELLIPSIS
        Dataset(569 rows, 31 variables: diagnosis[2], mean radius[2], ...)
        """
        return None if self.problem is None else self.problem.data

    @property
    def order(self) -> tuple[str, ...]:
        """An order in which every variable comes after its parents."""
        return self.dag.topological_order()

    @property
    def bound(self) -> float:
        """A score that no network of the class `bound_scope` exceeds; inf if nothing is known."""
        return min(
            (known.score for known in self.bounds if known.scope.includes(self.bound_scope)),
            default=math.inf,
        )

    @property
    def gap(self) -> float:
        """How far the score is below the bound, relative to the score; 0 if that is a proof."""
        if is_proved(self.score, self.bound):
            return 0.0
        return (self.bound - self.score) / abs(self.score) if self.score else math.inf

    @property
    def status(self) -> Status:
        """Optimal if the bound is reached, within the tolerance of proofs."""
        return Status.OPTIMAL if is_proved(self.score, self.bound) else Status.FEASIBLE

    @property
    def reproducible(self) -> bool:
        """Whether the same call gives the same network, score, bound, gap and status again."""
        return not self.irreproducible

    def cpdag(self) -> Mpdag:
        """Return the equivalence class of the network among those that the constraints allow.

        It distinguishes three kinds of edges: compelled by the data, compelled by the constraints,
        and either way. All its networks have the required edges and none of the forbidden ones,
        whether by themselves or by tiers. Whether they keep to a limit on parents is not
        considered: an edge may be called either way although the limit leaves only one.

        Raises
        ------
        DagwrightError
            If the network itself violates the constraints, such as one without a required edge.

        Examples
        --------
        >>> import dagwright as dw
        >>> data = dw.load_network("asia").sample(5000, seed=1)
        >>> known = dw.Constraints(forbidden=[("bronc", "smoke")])
        >>> cpdag = dw.learn(data, constraints=known).cpdag()
        >>> cpdag.by_constraints
        (('smoke', 'bronc'),)
        >>> cpdag.undirected
        (('smoke', 'lung'),)
        """
        (found,) = classes_under(self.constraints, [self.dag])
        return found

    def explain(self) -> str:
        """Say what was chosen and why, what it cost, and how good the network is.

        Returns
        -------
        str
            Several lines for a person to read; every number in them is a field of the result.

        Examples
        --------
        >>> import dagwright as dw
        >>> rain, wet = [0, 0, 1, 1] * 15, [0, 0, 1, 1] * 14 + [0, 1, 1, 1]
        >>> text = dw.learn({"rain": rain, "wet": wet, "coin": [0, 1] * 30}).explain()
        >>> text.splitlines()[0]
        'What was chosen, and why'
        >>> "Optimal: no other network scores higher, over all networks." in text
        True
        """
        # Here, because what explains a result needs to know what one is.
        from dagwright.search.explanation import explain  # noqa: PLC0415

        return explain(self)

    def _repr_html_(self) -> str:
        """Return score, quality and a drawing, for notebooks."""
        from dagwright.search.explanation import describe_quality  # noqa: PLC0415

        cpdag = self.cpdag()
        warnings = "".join(f"Warning: {warning}. " for warning in self.warnings)
        decided = "; ".join([] if self.table is None else describe_columns(self.table))
        table = f"Table: {decided}. " if decided else ""
        words = f"{warnings}{table}Result: {self}. {describe_quality(self)}"
        if cpdag.by_constraints:
            words += " Purple arrows are compelled by your constraints."
        return notebook_html(draw_dag(self.dag, cpdag), words)

    def __getstate__(self) -> dict[str, object]:
        # A result travels without its data, which may be large; verify() takes it separately.
        return {**self.__dict__, "problem": None}

    def __str__(self) -> str:
        share = f"gap {self.gap:.2%}" if self.gap <= USEFUL_GAP else "no useful bound yet"
        share = "optimal" if self.status is Status.OPTIMAL else share
        return (
            f"{plural(self.dag.n_edges, 'edge')} over {plural(self.dag.n_variables, 'variable')}, "
            f"score {self.score:.4f} ({share}), {self.method.name}, {self.stop_reason} "
            f"after {self.seconds:.2f} s"
        )
