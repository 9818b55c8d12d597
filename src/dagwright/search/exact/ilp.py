"""ILP: integer linear programming with cluster inequalities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright.parents import ParentSets
from dagwright.search.exact.branch_and_bound import BranchAndBound
from dagwright.search.exact.cluster_problem import ClusterProblem, linear_program_bytes
from dagwright.search.exact.exact_method import ExactMethod
from dagwright.search.exact.incumbent import Incumbent
from dagwright.search.method import METHODS, Run

__all__ = ["ILP"]


@METHODS.register
@dataclass(frozen=True)
class ILP(ExactMethod):
    """Integer linear programming: one 0-1 variable per candidate set, one inequality per cluster.

    Solves the linear relaxation with the clusters that matter (see `bound`), then branches on
    whether an arc is in the network, adding clusters in every node, until the best network is
    proved optimal. Best with many variables and few sets each.

    References
    ----------
    Jaakkola, Sontag, Globerson & Meila (2010), Learning Bayesian network structure using LP
    relaxations. Bartlett & Cussens (2013), Advances in Bayesian network learning using integer
    programming.

    Examples
    --------
    >>> import dagwright as dw
    >>> lists = {"a": [(-2, []), (-1, ["b"])], "b": [(-4, []), (-1, ["a"])]}
    >>> result = dw.solve(dw.ParentSets.from_lists(["a", "b"], lists), dw.ILP())
    >>> result.score, str(result.status), result.dag.edges
    (-3.0, 'optimal', (('a', 'b'),))
    """

    name: ClassVar[str] = "ilp"
    units: ClassVar[tuple[str, str]] = ("linear programs", "nodes")

    def estimate_bytes(self, problem: ParentSets) -> int:
        """Return what the sets take once more as bits and costs, and some for the solver."""
        return linear_program_bytes(problem)

    def run(self, problem: ParentSets, run: Run) -> None:
        """Search until the best network is proved, or stopped."""
        clusters = ClusterProblem(problem)
        start = clusters.best_near(run.start)
        incumbent = Incumbent(clusters, run.control, run.known, start)
        search = BranchAndBound(clusters, incumbent, run.seed)
        search.run(run.memory)
        run.known.counters.update(nodes=search.nodes, linear_programs=0)
