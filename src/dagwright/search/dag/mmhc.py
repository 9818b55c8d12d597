"""Max-min hill climbing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright.parameters import parameter
from dagwright.scores import LocalScores
from dagwright.search.dag.neighbours import (
    BetweenNeighbours,
    neighbour_pairs,
    offer_start,
    resolve_search,
    run_between,
)
from dagwright.search.dag.tabu import TabuSearch
from dagwright.search.method import METHODS, Method, Run
from dagwright.search.problem import fitting

__all__ = ["MMHC"]


@METHODS.register
@dataclass(frozen=True)
class MMHC(BetweenNeighbours):
    """Max-min hill climbing: a search over edges between neighbours that tests have found.

    `mmpc` finds the neighbours (parents and children) of every variable; a search over DAGs then
    adds, removes and reverses edges between neighbours only. So it looks at few edges, however
    many variables there are; an edge that a test has ruled out is lost for the search.

    Notes
    -----
    Required edges and those of a start need not be between neighbours. Tests need data, so it
    takes `LocalScores` only; the score is theirs (the paper's is ``BDeu(ess=10)``).

    References
    ----------
    Tsamardinos, Brown & Aliferis (2006), The max-min hill-climbing Bayesian network structure
    learning algorithm. Machine Learning 65, 31-78.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.load_network("asia").sample(5000, seed=1)
    >>> result = dw.solve(dw.LocalScores(data, dw.BDeu(ess=10)), dw.MMHC())
    >>> near = dw.mmpc(data)
    >>> all(parent in near[child] for parent, child in result.dag.edges)
    True
    """

    name: ClassVar[str] = "mmhc"
    units: ClassVar[tuple[str, str]] = ("moves", "local optima")

    search: Method = parameter(
        TabuSearch(neighbourhood="adr", max_parents=None),
        resolve=resolve_search,
        help="The search over DAGs. By default that of the paper: tabu search over single edges "
        "that avoids the last 100 networks and ends after 15 moves without a better one.",
    )

    def estimate_bytes(self, problem: LocalScores) -> int:
        """Return the memory that it needs besides the scores, at most."""
        return fitting(self.search, problem).estimate_bytes(problem)

    def run(self, problem: LocalScores, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        found = neighbour_pairs(problem, run, self)
        if found is None:
            offer_start(problem, run)
            return
        fitting(self.search, problem).run(problem, run_between(run, found))
        pairs = sum(map(len, found.sets)) // 2
        run.known.counters.update(tests=found.tests, neighbour_pairs=pairs)
