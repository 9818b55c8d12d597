"""The linear relaxation: one column a candidate set, one row a child and one a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dagwright.search.exact.cluster_problem import ClusterProblem, Numbers, Wanted

if TYPE_CHECKING:
    import highspy

__all__ = ["ClusterLp", "Point"]

_SLACK = 1e-6
_PENALTY = 10.0
_PROBING_STEPS = 50
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
        n = problem.n_variables
        self._solver.addRows(n, np.ones(n), np.ones(n), 0, np.zeros(n, np.int32), [], [])
        # Column 0 satisfies every cluster at a price above that of all networks of interest: the
        # program has a solution, and multipliers that prove it if the true one has none.
        price = _PENALTY * (most * problem.unit + 1.0)
        self._solver.addCols(1, [price], [0.0], [np.inf], 0, [0], [], [])
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
            np.asarray(problem.excess[columns] * problem.unit, np.float64),
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

    def solve(self, seconds: float) -> Point:
        """Solve from where the last solution was, for at most so long."""
        solver = self._solver
        # The option is compared with the solver's clock, which runs on from call to call.
        solver.setOptionValue("time_limit", solver.getRunTime() + seconds)
        solver.run()
        solution = solver.getSolution()
        values = np.asarray(solution.col_value, float)[1:]
        duals = np.asarray(solution.row_dual, float)[self._problem.n_variables :]
        self._idle = np.where(duals > _SLACK, 0, self._idle + 1)
        positive = np.flatnonzero(values > _SLACK)
        solved = solver.getModelStatus().name == "kOptimal"
        multipliers = np.floor(np.maximum(duals, 0.0) / self._problem.unit).astype(np.int64)
        short = bool(solution.col_value[0] > _SLACK)
        return Point(self.columns[positive], values[positive], multipliers, solved, short)

    def probe(self, wanted: Wanted) -> int:
        """Return the excess after a few steps with only these sets; go back where it was."""
        solver = self._solver
        basis = solver.getBasis()
        self.limit_columns(wanted)
        solver.setOptionValue("simplex_iteration_limit", _PROBING_STEPS)
        solver.run()
        solver.setOptionValue("simplex_iteration_limit", np.iinfo(np.int32).max)
        excess = solver.getInfo().objective_function_value / self._problem.unit
        solver.setBasis(basis)
        return int(max(0.0, min(excess, 2.0**62)))

    def drop_idle_clusters(self, rounds: int) -> None:
        """Remove inequalities that have not been tight for so many solutions, if they are many."""
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
