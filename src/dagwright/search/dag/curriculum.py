"""Curriculum learning: networks that grow with the variables."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from dagwright.errors import DagwrightError
from dagwright.scores import BDeu, LocalScores
from dagwright.search.dag.curriculum_run import CurriculumRun
from dagwright.search.dag.hill_climbing import HillClimbing
from dagwright.search.dag.neighbours import BetweenNeighbours
from dagwright.search.method import Method, Needs, Run, register
from dagwright.search.parameters import (
    check_choice,
    check_count,
    check_flag,
    check_from_zero,
    check_positive,
)
from dagwright.search.problem import fitting

__all__ = ["Curriculum"]

Step = int | tuple[int, ...]


@register
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

    Parameters
    ----------
    steps
        Step sizes: how many variables join at each stage. An entry may be a tuple, with a size for
        each stage after the first; its last one is repeated.
    first
        Number of variables of the first stage.
    penalty_samples, penalty_size
        The constants :math:`a` and :math:`b` of the penalty; 0 and infinity for none.
    penalty_variables
        What :math:`V` is: ``"all"`` variables, or those of the ``"stage"``.
    penalise_last
        Whether the penalty holds at the last stage too, and in the run without a curriculum.
    ess
        Equivalent sample size of the stages before the last; None for that of the score if it is
        `BDeu`, else 10.
    ess_per_segment
        ``"share"``: each of q segments has ``ess / q``; ``"whole"``: each has ``ess``.
    skip
        A stage is skipped if its number of segments differs from that of the stage before it by
        less than this share of it (rounded up; 0: none is skipped).
    skip_from
        The stage before it: the last one ``"learned"``, or the ``"previous"`` one, learned or not.
    unselected
        ``"condition"``: their values are fixed, as above; ``"ignore"``: they are left out, so that
        there are no segments and no stage is skipped.
    split_always
        If False, a stage with at most 2 segments, or with more than half as many as rows, is scored
        without them.
    alpha, max_given, symmetric, rows_per_cell, degrees
        How neighbours are found, as for `MMHC`.
    search
        The search over DAGs that every stage makes, and the run without a curriculum.

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
    needs: ClassVar[Needs] = "data"
    proves: ClassVar[bool] = False
    units: ClassVar[tuple[str, str]] = ("moves", "stages")

    steps: tuple[Step, ...] = (1, 2, 3)
    first: int = 3
    penalty_samples: float = 1000.0
    penalty_size: float = 100.0
    penalty_variables: Literal["all", "stage"] = "all"
    penalise_last: bool = True
    ess: float | None = None
    ess_per_segment: Literal["share", "whole"] = "share"
    skip: float = 0.02
    skip_from: Literal["learned", "previous"] = "learned"
    unselected: Literal["condition", "ignore"] = "condition"
    split_always: bool = True
    search: Method = field(default_factory=HillClimbing)

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", _checked_steps(self.steps))
        check_count(self, "first", smallest=1, optional=False)
        check_from_zero(self, "penalty_samples")
        if self.penalty_size != math.inf:
            check_positive(self, "penalty_size")
        check_choice(self, "penalty_variables", ("all", "stage"))
        check_flag(self, "penalise_last")
        if self.ess is not None:
            check_positive(self, "ess")
        check_choice(self, "ess_per_segment", ("share", "whole"))
        check_from_zero(self, "skip")
        check_choice(self, "skip_from", ("learned", "previous"))
        check_choice(self, "unselected", ("condition", "ignore"))
        check_flag(self, "split_always")
        super().__post_init__()

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


def _checked_steps(steps: object) -> tuple[Step, ...]:
    if isinstance(steps, str) or not isinstance(steps, Iterable):
        raise DagwrightError(f"Curriculum(steps={steps!r}): give a tuple of step sizes")
    checked = tuple(tuple(step) if isinstance(step, (list, tuple)) else step for step in steps)
    for step in checked:
        sizes = step if isinstance(step, tuple) else (step,)
        whole = all(isinstance(size, int) and not isinstance(size, bool) for size in sizes)
        if not sizes or not whole or min(sizes) < 1:
            raise DagwrightError(
                f"Curriculum(steps={steps!r}): a step size is a whole number from 1, or a tuple of "
                "them"
            )
    if not checked:
        raise DagwrightError("Curriculum(steps=()): give at least one step size")
    return checked
