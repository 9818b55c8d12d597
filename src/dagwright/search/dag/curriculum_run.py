"""One run of curriculum learning."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from dagwright import _core
from dagwright.constraints import Scope
from dagwright.graph import Dag
from dagwright.independence import Neighbours
from dagwright.independence.information import pairwise_information
from dagwright.running.limits import Limits
from dagwright.scores import BDeu, LocalScores
from dagwright.search.dag.neighbours import (
    neighbour_pairs,
    offer_start,
    run_between,
)
from dagwright.search.dag.segments import (
    SegmentColumn,
    count_segments,
    segment_columns,
    selection_order,
    stage_sizes,
)
from dagwright.search.known import Known
from dagwright.search.method import Run
from dagwright.search.problem import fitting
from dagwright.search.stage import Stage

if TYPE_CHECKING:
    from dagwright.search.dag.curriculum import Curriculum

__all__ = ["CurriculumRun"]

_WINNER = "curriculum of the best network"
_MEMO_BYTES = 2**18, 2**13
"""For what a stage remembers, in all and a variable: as much as it uses, since more takes time to
clear, and no two stages share it."""
_TABULATED = 256
"""Counts whose terms are tabulated: segments are small, and each stage needs tables of its own."""


@dataclass(frozen=True)
class StageProblem:
    """What a search over DAGs asks of a problem, with the scores of a stage."""

    names: tuple[str, ...]
    oracle: _core.ScoreOracle
    score: BDeu
    oracle_bytes: int = 0

    def rule_out(self, rules: _core.Rules) -> None:
        """Rule out no edge: the candidates of the run do."""

    def add_up(self, dag: Dag) -> float:
        """Return the score of a network at the stage."""
        return sum(self.oracle.score_families(dag.reorder(self.names).parent_indices()))


@dataclass(frozen=True)
class Level:
    """What the stages of all courses with the same selected variables have in common."""

    selected: tuple[str, ...]
    chosen: frozenset[str]
    candidates: tuple[tuple[int, ...], ...]
    segments: int
    problem: StageProblem


@dataclass
class Course:
    """The way through the curriculum with one step size."""

    step: int | tuple[int, ...]
    learned: tuple[int, ...]
    """Numbers of selected variables at the stages that are not skipped."""
    dag: Dag
    stages: list[Stage] = field(default_factory=list)


@dataclass(frozen=True)
class Candidate:
    """A network over all variables, and the score of the problem that it reached."""

    course: int
    """0: without a curriculum; from 1: the step size of that number; -1: the user's start."""
    name: str
    edges: int
    score: float


class CurriculumRun:
    """Neighbours, the search without a curriculum, and all courses, stage by stage.

    Courses of different steps go through the stages together: at equal numbers of selected
    variables they ask for much the same families, which are counted once.
    """

    def __init__(self, method: Curriculum, problem: LocalScores, run: Run) -> None:
        self._method = method
        self._problem = problem
        self._run = run
        self._control = run.control
        self._known = run.known
        self._candidates: list[Candidate] = []
        self._skipped = 0
        self._courses: list[Course] = []

    def finish(self) -> None:
        """Do everything, or as much as the stop rules allow."""
        method = self._method
        found = neighbour_pairs(self._problem, self._run, method)
        if found is None:
            offer_start(self._problem, self._run)
            return
        self._run = run_between(self._run, found)
        # The penalty may cost edges of a start that is better without it.
        has_start = self._run.start_order is not None
        going = not has_start or self._consider(-1, "start", self._run.start)
        if going and self._search_without_curriculum():
            self._follow_curriculum()
        self._sum_up(found)

    def _sum_up(self, found: Neighbours) -> None:
        known = self._known
        known.stages = tuple(stage for course in self._courses for stage in course.stages)
        winners = self._winners()
        known.notes.append(f"{_WINNER}: {' = '.join(winner.name for winner in winners)}")
        candidates = (f"{c.name} {c.score:.6f} ({c.edges} edges)" for c in self._candidates)
        known.notes.append(f"networks by curriculum: {', '.join(candidates)}")
        known.counters.update(
            iterations=known.iterations,
            tests=found.tests,
            neighbour_pairs=sum(map(len, found.sets)) // 2,
            stages=len(known.stages),
            skipped_stages=self._skipped,
            best_course=winners[0].course,
            best_courses=len(winners),
        )

    def _winners(self) -> list[Candidate]:
        """Return the candidates of the best score; equal networks may differ by rounding."""
        best = max(candidate.score for candidate in self._candidates)
        return [c for c in self._candidates if c.score >= best - 1e-9 * max(1.0, abs(best))]

    def _search_without_curriculum(self) -> bool:
        """Search all variables at once, penalised like every stage; False if the run has to stop.

        The paper explains its few edges at 100 rows by the penalty (section 5). One of four
        searches without it would win wherever the penalty matters.
        """
        table = self._problem.packed_table()
        oracle = self._oracle(table, list(range(len(self._problem.names))), None)
        found = self._search(self._stage_problem(oracle), self._run)
        self._known.notes.extend(found.notes)
        assert found.dag is not None
        return self._consider(0, "none", found.dag) and not self._control.should_stop()

    def _search(self, problem: StageProblem, run: Run) -> Known:
        """Search inside the run, on its account."""
        limit = self._control.core.iteration_limit
        limits = Limits(iterations=None if limit is None else limit - self._known.iterations)
        # Scores with a penalty, or of a stage, are not what observers and targets ask for.
        found = Known(Scope())
        control = self._control.child(self._method.search.name, limits=limits)
        with control:
            fitting(self._method.search, problem).run(
                problem, replace(run, control=control, known=found)
            )
        self._known.count({}, iterations=found.iterations)
        if control.reason == "iterations":
            self._control.stop(control.reason)
        return found

    def _follow_curriculum(self) -> None:
        problem, method = self._problem, self._method
        table = problem.packed_table()
        with self._control.child("mutual information", counts=False) as control:
            information = pairwise_information(table, self._run.threads, control.core)
        if self._control.should_stop():
            return
        order = selection_order(information)
        counts = count_segments(table, order)
        self._courses = [self._make_course(step, counts) for step in method.steps]
        sizes = sorted({size for course in self._courses for size in course.learned})
        wanted = {
            size for size in sizes[:-1] if method.is_split(counts[size], problem.data.total_weight)
        }
        columns = segment_columns(table, order, wanted)
        for size in sizes:
            oracle = self._oracle(table, order[:size], columns.pop(size, None))
            level = self._level(order[:size], counts[size], oracle)
            for course in self._courses:
                if size in course.learned and not self._learn(course, level):
                    return

    def _make_course(self, step: int | tuple[int, ...], counts: list[int]) -> Course:
        method, n = self._method, len(self._problem.names)
        last = self._problem.data.total_weight
        learned = []
        for size in stage_sizes(step, self._method.first, n):
            is_learned = size == n or not method.is_skipped(counts[size], last)
            if is_learned:
                learned.append(size)
            else:
                self._skipped += 1
            if is_learned or method.skip_from == "previous":
                last = counts[size]
        return Course(step, tuple(learned), self._run.start)

    def _oracle(
        self, table: _core.Table, selected: list[int], column: SegmentColumn | None
    ) -> _core.ScoreOracle:
        """Return the scores of a stage: the segment is one more parent of every family."""
        problem, method = self._problem, self._method
        n = len(problem.names)
        base = problem.oracle
        ess = method.segment_ess(problem, 1 if column is None else column.segments)
        memo = min(self._run.memory // 4, _MEMO_BYTES[0] + _MEMO_BYTES[1] * n)
        bdeu = _core.ScoreKind.bdeu
        if column is not None:
            wider = table.with_column(column.codes, column.segments)
            base = _core.LocalScores(wider, bdeu, ess, memo, most_tabulated=_TABULATED)
        elif len(selected) < n and problem.score != BDeu(ess):
            base = _core.LocalScores(table, bdeu, ess, memo)
        chosen = set(selected)
        return _core.StageOracle(
            base,
            [v in chosen for v in range(n)],
            None if column is None else n,
            method.edge_penalty(problem, len(selected)),
        )

    def _level(self, selected: list[int], segments: int, oracle: _core.ScoreOracle) -> Level:
        names, chosen = self._problem.names, set(selected)
        assert self._run.candidates is not None
        candidates = tuple(
            tuple(u for u in parents if u in chosen) if v in chosen else ()
            for v, parents in enumerate(self._run.candidates)
        )
        in_order = tuple(names[v] for v in selected)
        problem = self._stage_problem(oracle)
        return Level(in_order, frozenset(in_order), candidates, segments, problem)

    def _stage_problem(self, oracle: _core.ScoreOracle) -> StageProblem:
        score = BDeu(self._method.segment_ess(self._problem, 1))
        return StageProblem(self._problem.names, oracle, score)

    def _learn(self, course: Course, level: Level) -> bool:
        """Go through one stage of a course; False if the run has to stop."""
        found = self._search(level.problem, self._stage_run(course, level))
        if self._control.should_stop():
            return False
        assert found.dag is not None
        course.dag = found.dag
        network = part_of(course.dag, level.chosen)
        stage = Stage(course.step, level.selected, network, level.segments, found.score)
        course.stages.append(stage)
        self._report_stages()
        if len(level.selected) < len(self._problem.names):
            return True
        number = 1 + self._courses.index(course)
        return self._consider(number, f"step size {course.step}", course.dag)

    def _stage_run(self, course: Course, level: Level) -> Run:
        """Return a run from the course's network, over edges between selected variables."""
        run = self._run
        # Edges of the start that are not up for discussion yet; all others are between selected.
        waiting = [edge for edge in run.start.edges if not level.chosen.issuperset(edge)]
        return replace(
            run,
            constraints=run.constraints.require(waiting),
            start=course.dag,
            start_order=None,
            memory=run.memory // 2,
            candidates=level.candidates,
        )

    def _report_stages(self) -> None:
        done = sum(len(course.stages) for course in self._courses)
        self._control.core.report_work(done, sum(len(course.learned) for course in self._courses))

    def _consider(self, course: int, name: str, dag: Dag) -> bool:
        """Keep a network if it is the best by the plain score; False if it reaches the target."""
        score = self._problem.add_up(dag)
        self._candidates.append(Candidate(course, name, len(dag.edges), score))
        if self._known.offer(dag, score, at=self._control.elapsed):
            self._control.core.report_best(score)
        target = self._control.core.target
        if target is None or score < target:
            return True
        self._control.stop("target")
        return False


def part_of(dag: Dag, chosen: frozenset[str]) -> Dag:
    """Return the network between the chosen variables."""
    if len(chosen) == dag.n_variables:
        return dag
    names = [name for name in dag.names if name in chosen]
    return Dag(names, [edge for edge in dag.edges if chosen.issuperset(edge)])
