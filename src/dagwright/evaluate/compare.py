"""How far a learned structure is from the true one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from dagwright.errors import DagwrightError
from dagwright.graph import Cpdag, Dag
from dagwright.graph.names import check_same_variables

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True)
class Comparison:
    """What `compare` found. Smaller is better for distances, larger for the rest.

    Parameters
    ----------
    shd_cpdag
        Node pairs whose marks differ between the two CPDAGs: edge missing, edge extra, or another
        mark (directed, directed the other way, undirected) each count 1. Zero exactly for
        Markov equivalent structures. The distance of Tsamardinos et al. (2006).
    shd_dag
        The same between the DAGs: missing, extra or reversed each count 1. None if a Cpdag was
        given, since the answer would depend on the member of the class.
    shd_skeleton
        ``missing + spurious``: edges without directions (Vandel et al. 2012).
    missing
        Node pairs adjacent in the truth only.
    spurious
        Node pairs adjacent in the learned structure only.
    precision
        Share of the learned adjacencies that are true. With e true edges, m missing and s
        spurious, ``(e - m) / (e - m + s)`` (Vandel et al. 2012).
    recall
        Share of the true adjacencies that were found, ``(e - m) / e``.
    compelled_precision
        Share of the directed edges of the learned CPDAG that the true CPDAG directs the same way.
    compelled_recall
        Share of the directed edges of the true CPDAG that the learned CPDAG directs the same way.

    Notes
    -----
    A share of nothing, 0/0, is 1.0: a structure that claims no edge makes no wrong claim, and
    finding nothing misses nothing when the truth is empty.

    References
    ----------
    I. Tsamardinos, L. E. Brown and C. F. Aliferis (2006). The max-min hill-climbing Bayesian
    network structure learning algorithm. Machine Learning 65, 31-78.

    J. Vandel, B. Mangin and S. de Givry (2012). New local move operators for learning the
    structure of Bayesian networks. PGM 6.

    Examples
    --------
    >>> import dagwright as dw
    >>> truth = dw.Dag(["a", "b", "c"], [("a", "b"), ("b", "c")])
    >>> print(dw.compare(dw.Dag(["a", "b", "c"], [("a", "b")]), truth))
    SHD 1 (CPDAG), 1 (DAG), 1 (skeleton); precision 1.000, recall 0.500
    """

    shd_cpdag: int
    shd_dag: int | None
    shd_skeleton: int
    missing: int
    spurious: int
    precision: float
    recall: float
    compelled_precision: float
    compelled_recall: float

    def __str__(self) -> str:
        between_dags = "" if self.shd_dag is None else f"{self.shd_dag} (DAG), "
        return (
            f"SHD {self.shd_cpdag} (CPDAG), {between_dags}{self.shd_skeleton} (skeleton); "
            f"precision {self.precision:.3f}, recall {self.recall:.3f}"
        )


def compare(dag: Dag | Cpdag, true_dag: Dag | Cpdag) -> Comparison:
    """Compare a learned structure with the true one.

    Parameters
    ----------
    dag
        The learned structure. A Cpdag gives everything but `shd_dag`, which is then None.
    true_dag
        The structure it should be, over the same variables in any order; also Dag or Cpdag.

    Raises
    ------
    DagwrightError
        If the variables differ; the message names them.

    Examples
    --------
    >>> import dagwright as dw
    >>> truth = dw.Dag(["a", "b", "c"], [("a", "b"), ("b", "c")])
    >>> learned = dw.Dag(["a", "b", "c"], [("b", "a"), ("b", "c")])
    >>> comparison = dw.compare(learned, truth)
    >>> comparison.shd_cpdag, comparison.shd_dag, comparison.shd_skeleton
    (0, 1, 0)
    >>> print(dw.compare(learned.cpdag(), truth).shd_dag)
    None
    """
    for graph in (dag, true_dag):
        if not isinstance(graph, Dag | Cpdag):
            raise DagwrightError(f"compare takes Dag or Cpdag, not {type(graph).__name__}")
    check_same_variables(dag.names, true_dag.names)
    learned = dag.cpdag() if isinstance(dag, Dag) else dag
    truth = true_dag.cpdag() if isinstance(true_dag, Dag) else true_dag
    shd_dag = None
    if isinstance(dag, Dag) and isinstance(true_dag, Dag):
        shd_dag = _count_differing(_marks(dag.edges), _marks(true_dag.edges))
    found, expected = learned.skeleton(), truth.skeleton()
    arrows, true_arrows = set(learned.directed), set(truth.directed)
    return Comparison(
        shd_cpdag=_count_differing(
            _marks(learned.directed, learned.undirected),
            _marks(truth.directed, truth.undirected),
        ),
        shd_dag=shd_dag,
        shd_skeleton=len(found ^ expected),
        missing=len(expected - found),
        spurious=len(found - expected),
        precision=_share(found & expected, found),
        recall=_share(found & expected, expected),
        compelled_precision=_share(arrows & true_arrows, arrows),
        compelled_recall=_share(arrows & true_arrows, true_arrows),
    )


Pairs = Collection[tuple[str, str]]
Marks = dict[frozenset[str], object]


def _marks(directed: Pairs, undirected: Pairs = ()) -> Marks:
    """Map each adjacent node pair to its mark: the arrow itself, or the bare pair."""
    marks: Marks = {frozenset(edge): edge for edge in directed}
    marks.update({frozenset(edge): frozenset(edge) for edge in undirected})
    return marks


def _count_differing(first: Marks, second: Marks) -> int:
    return sum(first.get(pair) != second.get(pair) for pair in first.keys() | second.keys())


def _share(part: Collection[object], whole: Collection[object]) -> float:
    return len(part) / len(whole) if whole else 1.0
