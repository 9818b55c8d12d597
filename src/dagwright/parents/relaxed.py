"""The best-parent graph H*: what the score would be if cycles did not matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from dagwright.errors import DagwrightError
from dagwright.graph import Dag

__all__ = ["BestParentGraph"]


@dataclass(frozen=True)
class BestParentGraph:
    r"""Each variable with its best set of parents: the graph :math:`H^*` of Perez Urcia & Mauá.

    It may have cycles. Its score :math:`\sum_i \max_{S \in C_i} s_i(S)` is an upper bound on the
    score of every network made of these sets.

    Attributes
    ----------
    parents
        For each variable its best parents.
    score
        The sum of the best scores.

    References
    ----------
    Perez Urcia & Mauá (2016), Better initialization heuristics for order-based Bayesian network
    structure learning, Table II.

    Examples
    --------
    >>> import dagwright as dw
    >>> sets = dw.ParentSets.from_lists(
    ...     ["a", "b"], {"a": [(-3, []), (-1, ["b"])], "b": [(-4, []), (-1, ["a"])]}
    ... )
    >>> graph = sets.relaxed()
    >>> graph.score, graph.mean_in_degree, graph.is_acyclic
    (-2.0, 1.0, False)
    """

    parents: Mapping[str, tuple[str, ...]]
    score: float

    @property
    def mean_in_degree(self) -> float:
        """The mean number of parents."""
        return sum(map(len, self.parents.values())) / len(self.parents)

    @property
    def max_in_degree(self) -> int:
        """The largest number of parents."""
        return max(map(len, self.parents.values()))

    @property
    def is_acyclic(self) -> bool:
        """Whether this is a network; it is then the best one of these sets."""
        return self._dag is not None

    @property
    def dag(self) -> Dag:
        """The network, if there is no cycle.

        Raises
        ------
        DagwrightError
            If there is a cycle.
        """
        if self._dag is None:
            raise DagwrightError("the best-parent graph has a cycle: it is not a network")
        return self._dag

    @cached_property
    def _dag(self) -> Dag | None:
        edges = [(parent, child) for child, some in self.parents.items() for parent in some]
        try:
            return Dag(self.parents, edges)
        except DagwrightError:
            return None
