"""Curriculum learning: networks that grow with the variables."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

from dagwright.errors import DagwrightError
from dagwright.parameters import parameter
from dagwright.scores import BDeu, LocalScores
from dagwright.search.dag.curriculum_run import CurriculumRun
from dagwright.search.dag.hill_climbing import HillClimbing
from dagwright.search.dag.neighbours import BetweenNeighbours, resolve_search
from dagwright.search.method import METHODS, Method, Run
from dagwright.search.problem import fitting

__all__ = ["Curriculum"]

Step = int | tuple[int, ...]


def _checked_steps(steps: object) -> tuple[Step, ...]:
    if isinstance(steps, str) or not isinstance(steps, Iterable):
        raise DagwrightError(f"steps={steps!r}: give a tuple of step sizes")
    checked = tuple(tuple(step) if isinstance(step, (list, tuple)) else step for step in steps)
    for step in checked:
        sizes = step if isinstance(step, tuple) else (step,)
        whole = all(isinstance(size, int) and not isinstance(size, bool) for size in sizes)
        if not sizes or not whole or min(sizes) < 1:
            raise DagwrightError(
                f"steps={steps!r}: a step size is a whole number from 1, or a tuple of them"
            )
    if not checked:
        raise DagwrightError("steps=(): give at least one step size")
    return checked


@METHODS.register
@dataclass(frozen=True)
class Curriculum(BetweenNeighbours):
    r"""Curriculum learning: first a network of few variables, given all others, then of more.

    Variables are selected one after the other, always the one with the largest mutual information
    with those before it. At each stage a search over DAGs, restricted to neighbours that `mmpc`
    found, continues from the network of the last stage and maximises

    .. math:: \sum_j \mathrm{BDeu}(G, D_j) - \Big(\frac{a}{N} + \frac{V}{b}\Big) E(G)

    over networks of the selected variables. The segments :math:`D_j` are the rows that agree on
    all other variables, and :math:`E(G)` is the number of edges. The last stage has all variables,
    one segment and the score of the problem. Of the networks that each step size led to, and the
    one that the same search finds without a curriculum (penalised like a last stage), that of the
    best score without any penalty counts.

    Notes
    -----
    The paper leaves open what `ess_per_segment`, `penalty_variables` and `skip_from` say; by
    default they are as in its authors' program. Tests need data, so it takes `LocalScores` only.
    ``Result.stages`` holds what each stage found, and the notes the score that each candidate
    reached. Edges of a start that lead to or from variables
    that are not selected yet are kept until they are.

    References
    ----------
    Zhao, Chen, Tu & Tian (2017), Curriculum learning of Bayesian network structures.

    Examples
    --------
    >>> import dagwright as dw
    >>> truth = dw.load_network("alarm")
    >>> scores = dw.LocalScores(truth.sample(1000, seed=0), dw.BDeu(ess=10))
    >>> result = dw.solve(scores, dw.Curriculum(steps=(1, 2, (1, 4))))
    >>> result.stages[-1].step, len(result.stages[-1].variables)
    ((1, 4), 37)
    """

    name: ClassVar[str] = "curriculum"
    units: ClassVar[tuple[str, str]] = ("moves", "stages")

    steps: tuple[Step, ...] = parameter(
        (1, 2, 3),
        resolve=_checked_steps,
        help="Step sizes: how many variables join at each stage. An entry may be a tuple, with a "
        "size for each stage after the first; its last one is repeated.",
    )
    first: int = parameter(3, at_least=1, help="Number of variables of the first stage.")
    penalty_samples: float = parameter(
        1000.0, at_least=0, help="The constant :math:`a` of the penalty; 0 for none."
    )
    penalty_size: float = parameter(
        100.0,
        above=0,
        at_most=math.inf,
        help="The constant :math:`b` of the penalty; infinity for none.",
    )
    penalty_variables: Literal["all", "stage"] = parameter(
        "all", help='What :math:`V` is: ``"all"`` variables, or those of the ``"stage"``.'
    )
    penalise_last: bool = parameter(
        True,
        help="Whether the penalty holds at the last stage too, and in the run without a "
        "curriculum.",
    )
    ess: float | None = parameter(
        None,
        above=0,
        help="Equivalent sample size of the stages before the last; None for that of the score if "
        "it is `BDeu`, else 10.",
    )
    ess_per_segment: Literal["share", "whole"] = parameter(
        "share",
        help='``"share"``: each of q segments has ``ess / q``; ``"whole"``: each has ``ess``.',
    )
    skip: float = parameter(
        0.02,
        at_least=0,
        help="A stage is skipped if its number of segments differs from that of the stage before "
        "it by less than this share of it (rounded up; 0: none is skipped).",
    )
    skip_from: Literal["learned", "previous"] = parameter(
        "learned",
        help='The stage before it: the last one ``"learned"``, or the ``"previous"`` one, learned '
        "or not.",
    )
    unselected: Literal["condition", "ignore"] = parameter(
        "condition",
        help='``"condition"``: their values are fixed, as above; ``"ignore"``: they are left out, '
        "so that there are no segments and no stage is skipped.",
    )
    split_always: bool = parameter(
        True,
        help="If False, a stage with at most 2 segments, or with more than half as many as rows, "
        "is scored without them.",
    )
    search: Method = parameter(
        HillClimbing(),
        resolve=resolve_search,
        help="The search over DAGs that every stage makes, and the run without a curriculum.",
    )

    def estimate_bytes(self, problem: LocalScores) -> int:
        """Return the memory that it needs besides the scores, at most."""
        data = problem.data
        # A table with segments, and the segments of the stages to come.
        table = data.n_rows * (2 * sum(column.itemsize for column in data.codes))
        return (
            fitting(self.search, problem).estimate_bytes(problem)
            + table
            + 4 * data.n_rows * data.n_variables
        )

    def run(self, problem: LocalScores, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        CurriculumRun(self, problem, run).finish()

    def segment_ess(self, problem: LocalScores, segments: int) -> float:
        """Return the equivalent sample size of all segments of a stage together."""
        score = problem.score
        own = score.ess if isinstance(score, BDeu) else 10.0
        ess = own if self.ess is None else self.ess
        return ess * segments if self.ess_per_segment == "whole" else ess

    def edge_penalty(self, problem: LocalScores, selected: int) -> float:
        """Return what an edge costs at a stage with `selected` variables."""
        n = len(problem.names)
        if selected == n and not self.penalise_last:
            return 0.0
        variables = n if self.penalty_variables == "all" else selected
        return self.penalty_samples / problem.data.total_weight + variables / self.penalty_size

    def is_skipped(self, segments: int, last: int) -> bool:
        """Tell whether a stage has about as many segments as the last one learned."""
        if self.unselected == "ignore":
            return False
        return abs(segments - last) < math.ceil(self.skip * last)

    def is_split(self, segments: int, rows: int) -> bool:
        """Tell whether a stage before the last is scored by segments."""
        if self.unselected == "ignore":
            return False
        return self.split_always or 2 < segments <= rows / 2
