"""The linear relaxation: one column per candidate set, one row per child and per cluster."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dagwright.search.exact.cluster_problem import ClusterProblem, Numbers, Wanted

if TYPE_CHECKING:
    import highspy

__all__ = ["ClusterLp", "Point", "whole_multipliers"]

_SLACK = 1e-6
_PENALTY = 10.0
_LARGEST_COST = 1e6
_PROBING_STEPS = 50
_MOST_MULTIPLIERS = 2.0**60
"""Of all clusters together, in units of excess: sums of them stay within 64 bits."""
_SLICE_WORK = 1e6
"""Simplex steps times rows and columns in a slice: about a tenth of a second. The length of
a slice must not depend on the clock, or else the course of a proof would."""
_FEWEST_STEPS = 20
_EVEN_SLICES = 50
"""After this many slices they grow, so that a solver that loses its way in each still ends."""
_NO_LIMIT = 2**31 - 1
_MANY = 0.2
"""Of the inequalities: fewer are not worth the trouble of removing them."""


class Point(NamedTuple):
    """Where the solver stopped: sets with a positive weight, and multipliers of the clusters."""

    sets: Numbers
    weights: npt.NDArray[np.float64]
    multipliers: Numbers
    solved: bool
    short_of_sets: bool
    """Whether the sets that the solver knows cannot satisfy all clusters."""


class ClusterLp:
    """The relaxation over some of the sets and some of the clusters, kept warm in HiGHS.

    It minimises the excess of a fractional choice of sets. Nothing that it says is trusted: bounds
    are computed from its multipliers by `ClusterSets.price`, over all sets.
    """

    def __init__(self, problem: ClusterProblem, columns: Numbers, most: int) -> None:
        self._problem = problem
        self.clusters = np.zeros((0, problem.sets.words), np.uint64)
        self.columns = np.zeros(0, np.int64)
        self.has_column = np.zeros(problem.n_sets, bool)
        self._idle = np.zeros(0, np.int64)
        self._solver = _quiet_solver()
        # Sets that cost more than column 0 are as bad as any: huge numbers would only harm.
        self._most = int(min(_PENALTY * (most + 1.0 / problem.unit), 2.0**62))
        # The solver works with costs in nats; only where they are huge it gets smaller numbers.
        largest = float(min(self._most, int(problem.excess.max()))) * problem.unit
        self._unit = problem.unit * min(1.0, _LARGEST_COST / max(largest, 1.0))
        n = problem.n_variables
        self._solver.addRows(n, np.ones(n), np.ones(n), 0, np.zeros(n, np.int32), [], [])
        # Column 0 satisfies every cluster at a price above that of all networks of interest: the
        # program has a solution, and multipliers that prove it if the true one has none.
        self._solver.addCols(1, [self._most * self._unit], [0.0], [np.inf], 0, [0], [], [])
        self.add_columns(columns)

    def add_columns(self, columns: Numbers) -> None:
        """Let the solver use more sets."""
        problem, n = self._problem, self._problem.n_variables
        starts, rows = problem.sets.appearances(self.clusters.ravel(), columns)
        counts = np.diff(starts)
        # Each column begins with the row of its child, followed by those of its clusters.
        entries = np.insert(rows + n, starts[:-1], problem.child_of[columns])
        begins = starts[:-1] + np.arange(len(columns))
        self._solver.addCols(
            len(columns),
            np.minimum(problem.excess[columns], self._most) * self._unit,
            np.zeros(len(columns)),
            np.full(len(columns), np.inf),
            int(counts.sum()) + len(columns),
            begins.astype(np.int32),
            entries.astype(np.int32),
            np.ones(len(entries)),
        )
        self.columns = np.concatenate([self.columns, columns])
        self.has_column[columns] = True

    def add_clusters(self, clusters: npt.NDArray[np.uint64]) -> None:
        """Add the inequalities of more clusters."""
        starts, found = self._problem.sets.rows(clusters.ravel(), self.columns)
        entries = np.insert(found + 1, starts[:-1], 0)
        starts = starts + np.arange(len(starts))
        self._solver.addRows(
            len(clusters),
            np.ones(len(clusters)),
            np.full(len(clusters), np.inf),
            len(entries),
            starts[:-1].astype(np.int32),
            entries.astype(np.int32),
            np.ones(len(entries)),
        )
        self.clusters = np.concatenate([self.clusters, clusters])
        self._idle = np.concatenate([self._idle, np.zeros(len(clusters), np.int64)])

    def solve(self, seconds: float | None, should_stop: Callable[[], bool]) -> Point:
        """Solve from where the last solution was.

        Parameters
        ----------
        seconds
            After which to give up; None: never.
        should_stop
            Asked between slices of the work.
        """
        solver = self._solver
        # The option is compared with the solver's clock, which runs on from call to call.
        limit = math.inf if seconds is None else solver.getRunTime() + seconds
        solver.setOptionValue("time_limit", limit)
        status = self._run_in_slices(should_stop)
        solution = solver.getSolution()
        values = _answer(solution.col_value, 1 + len(self.columns))
        n = self._problem.n_variables
        duals = _answer(solution.row_dual, n + len(self.clusters))[n:]
        self._idle = np.where(duals > _SLACK, 0, self._idle + 1)
        positive = np.flatnonzero(values[1:] > _SLACK)
        with np.errstate(over="ignore"):  # what is not finite proves nothing
            multipliers = whole_multipliers(duals / self._unit)
        return Point(
            self.columns[positive],
            values[1:][positive],
            multipliers,
            status == "kOptimal",
            bool(values[0] > _SLACK),
        )

    def _run_in_slices(self, should_stop: Callable[[], bool]) -> str:
        """Let the solver work until it is done or has to stop, and return its status."""
        size = len(self.columns) + len(self.clusters) + self._problem.n_variables
        steps = max(_FEWEST_STEPS, int(_SLICE_WORK / size))
        slices = 0
        while True:
            status = self._run_for(steps)
            if status != "kIterationLimit" or should_stop():
                return status
            slices += 1
            if slices >= _EVEN_SLICES:
                steps = min(2 * steps, _NO_LIMIT)

    def _run_for(self, steps: int) -> str:
        self._solver.setOptionValue("simplex_iteration_limit", steps)
        self._solver.run()
        self._solver.setOptionValue("simplex_iteration_limit", _NO_LIMIT)
        return str(self._solver.getModelStatus().name)

    def probe(self, wanted: Wanted) -> int:
        """Return the excess after a few steps with only these sets; go back where it was."""
        solver = self._solver
        basis = solver.getBasis()
        self.limit_columns(wanted)
        self._run_for(_PROBING_STEPS)
        excess = solver.getInfo().objective_function_value / self._unit
        solver.setBasis(basis)
        return int(min(max(0.0, excess), 2.0**62)) if math.isfinite(excess) else 0

    def drop_idle_clusters(self, rounds: int) -> None:
        """Remove inequalities, if many, that have not been tight for `rounds` solutions."""
        basis = self._solver.getBasis()
        status = basis.row_status
        n = self._problem.n_variables
        # Without rows that are in the basis, the rest still is one: the solver stays warm.
        basic = np.array([one == _basic() for one in status[n:]], bool)
        old = np.flatnonzero((self._idle >= rounds) & basic)
        if len(old) <= _MANY * len(self._idle):
            return
        rows = (old + n).astype(np.int32)
        gone = set(rows.tolist())
        self._solver.deleteRows(len(rows), rows)
        basis.row_status = [one for row, one in enumerate(status) if row not in gone]
        self._solver.setBasis(basis)
        self.clusters = np.delete(self.clusters, old, axis=0)
        self._idle = np.delete(self._idle, old)

    def limit_columns(self, wanted: Wanted) -> None:
        """Forbid the sets that are not wanted, and no others."""
        count = len(self.columns)
        upper = np.where(wanted[self.columns], np.inf, 0.0)
        positions = np.arange(1, count + 1, dtype=np.int32)
        self._solver.changeColsBounds(count, positions, np.zeros(count), upper)


def whole_multipliers(duals: npt.NDArray[np.float64]) -> Numbers:
    """Return multipliers in whole units; what the solver says may be anything.

    Any multipliers that are not negative prove something. What is not finite becomes zero, and
    where the sum would be too large for exact arithmetic all become smaller.
    """
    duals = np.where(np.isfinite(duals), np.clip(duals, 0.0, _MOST_MULTIPLIERS), 0.0)
    total = float(duals.sum())
    if total > _MOST_MULTIPLIERS:
        duals = duals * (_MOST_MULTIPLIERS / total)
    return np.floor(duals).astype(np.int64)


def _answer(said: Sequence[float], count: int) -> npt.NDArray[np.float64]:
    """Return the numbers that a solver says, zeros where it says nothing of use."""
    numbers = np.asarray(said, float)
    if len(numbers) != count:  # it failed before it had an answer
        return np.zeros(count)
    return np.where(np.isfinite(numbers), numbers, 0.0)


def _basic() -> highspy.HighsBasisStatus:
    import highspy  # noqa: PLC0415 - importing dagwright stays light

    return highspy.HighsBasisStatus.kBasic


def _quiet_solver() -> highspy.Highs:
    import highspy  # noqa: PLC0415 - importing dagwright stays light

    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    options: dict[str, bool | int | float | str] = {
        "output_flag": False,
        "threads": 1,
        "random_seed": 0,
        "presolve": "off",  # it would discard the basis to start from
        "solver": "simplex",
        "dual_feasibility_tolerance": 1e-9,  # the proof loses what the multipliers lack
    }
    for option, value in options.items():
        solver.setOptionValue(option, value)
    return solver
