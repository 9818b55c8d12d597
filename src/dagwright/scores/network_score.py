"""The score of a whole network, family by family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from dagwright.data import Dataset
from dagwright.data.provisional import warn_of_provisional_cuts
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.scores.base import CustomScore, Score
from dagwright.scores.local_scores import LocalScores
from dagwright.words import list_names

__all__ = ["NetworkScore", "score_network"]


@dataclass(frozen=True)
class NetworkScore:
    """Score of a network: the sum over its families.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"a": [0, 0, 1, 1], "b": [0, 0, 1, 1]})
    >>> score = dw.score_network(dw.Dag(["a", "b"], [("a", "b")]), data, dw.BIC())
    >>> float(score) == score.total == sum(score.by_family.values())
    True
    """

    total: float
    by_family: Mapping[str, float]

    def __float__(self) -> float:
        return self.total


class Learned(Protocol):
    """What `learn` returns, which a later stage defines."""

    @property
    def dag(self) -> Dag:
        """The structure."""
        ...

    @property
    def table(self) -> Dataset | None:
        """The table as it was cut."""
        ...

    @property
    def scoring(self) -> Score | CustomScore | None:
        """What it was learned with."""
        ...


def score_network(
    dag: Dag | Learned,
    data: Dataset | LocalScores | None = None,
    score: Score | CustomScore | str | None = None,
) -> NetworkScore:
    """Score a network on data.

    Parameters
    ----------
    dag
        The structure; its variables must be those of the data, in any order. Or a `Result`, which
        knows its table as it was cut, and its score.
    data
        The table, or a `LocalScores` (which has a score already).
    score
        A score, its name or a function; by default that of the result, or BIC.

    Warns
    -----
    DagwrightWarning
        If numbers are cut provisionally: `learn` cuts them again, and only its result knows where.

    Returns
    -------
    NetworkScore
        `total`, and `by_family`: each variable's part.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.load_dataset("wdbc")
    >>> round(dw.score_network(dw.Dag.empty(data.names), data, "bic").total, 4)
    -11884.1243
    """
    if not isinstance(dag, Dag):
        data = dag.table if data is None else data
        score = dag.scoring if score is None and not isinstance(data, LocalScores) else score
        dag = dag.dag
    if data is None:
        raise DagwrightError("a network by itself has no score: score_network(dag, data)")
    if isinstance(data, LocalScores):
        if score is not None:
            raise DagwrightError("these LocalScores have a score already: leave `score` out")
        scores = data
    else:
        warn_of_provisional_cuts(data, dag.names)
        scores = LocalScores(data, "bic" if score is None else score)
    differing = set(dag.names) ^ set(scores.names)
    if differing:
        raise DagwrightError(
            f"network and data differ in their variables: {list_names(sorted(differing))}"
        )
    families = dag.reorder(scores.names).parent_indices()
    by_family = dict(zip(scores.names, scores.oracle.score_families(families), strict=True))
    return NetworkScore(sum(by_family.values()), MappingProxyType(by_family))
