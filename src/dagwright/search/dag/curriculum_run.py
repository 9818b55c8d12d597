"""One run of curriculum learning."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from dagwright import _core
from dagwright.constraints import Scope
from dagwright.graph import Dag
from dagwright.independence import Neighbours
from dagwright.independence.information import pairwise_information
from dagwright.running.control import Share
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
from dagwright.search.problem import Problem, fitting
from dagwright.search.stage import Stage

if TYPE_CHECKING:
    from dagwright.search.dag.curriculum import Curriculum

__all__ = ["CurriculumRun"]

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
        self._winner = 0
        self._skipped = 0
        self._courses: list[Course] = []

    def finish(self) -> None:
        """Do everything, or as much as the stop rules allow."""
        method = self._method
        found = neighbour_pairs(
            self._problem, self._run, alpha=method.alpha, max_given=method.max_given
        )
        if found is None:
            offer_start(self._problem, self._run)
            return
        self._run = run_between(self._run, found)
        self._search_without_curriculum()
        if not self._control.should_stop():
            self._follow_curriculum()
        self._sum_up(found)

    def _sum_up(self, found: Neighbours) -> None:
        known = self._known
        known.stages = tuple(stage for course in self._courses for stage in course.stages)
        winner = f"step size {self._courses[self._winner - 1].step}" if self._winner else "none"
        known.notes.append(f"curriculum of the best network: {winner}")
        known.counters.update(
            iterations=known.iterations,
            tests=found.tests,
            neighbour_pairs=sum(map(len, found.sets)) // 2,
            stages=len(known.stages),
            skipped_stages=self._skipped,
            best_course=self._winner,
        )

    def _search_without_curriculum(self) -> None:
        whole = self._search(self._problem, self._run, is_whole=True)
        self._known.notes.extend(whole.notes)

    def _search(self, problem: Problem, run: Run, *, is_whole: bool = False) -> Known:
        """Search inside the run, on its account; the target is one of whole networks."""
        core = self._control.core
        limit = core.iteration_limit
        limits = Limits(
            iterations=None if limit is None else limit - self._known.iterations,
            target=core.target if is_whole else None,
        )
        # Scores of a stage are not scores of networks over all variables.
        networks, found = Share() if is_whole else None, Known(Scope())
        control = self._control.child(self._method.search.name, limits=limits, networks=networks)
        with control:
            fitting(self._method.search, problem).run(
                problem, replace(run, control=control, known=found)
            )
        if is_whole:
            assert found.dag is not None
            self._known.offer(found.dag, found.score, found.trace, at=0.0)
        self._known.count({}, iterations=found.iterations)
        if control.reason in {"iterations", "target"}:
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
        n = len(self._problem.names)
        last = self._problem.data.total_weight
        learned = []
        for size in stage_sizes(step, self._method.first, n):
            if size == n or not self._method.is_skipped(counts[size], last):
                learned.append(size)
                last = counts[size]
            else:
                self._skipped += 1
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
        score = BDeu(self._method.segment_ess(self._problem, 1))
        in_order = tuple(names[v] for v in selected)
        problem = StageProblem(names, oracle, score)
        return Level(in_order, frozenset(in_order), candidates, segments, problem)

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
        return len(level.selected) < len(self._problem.names) or self._consider(course)

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

    def _consider(self, course: Course) -> bool:
        """Keep the network of a course if it is the best; False if it reaches the target."""
        score = self._problem.add_up(course.dag)
        if self._known.offer(course.dag, score, at=self._control.elapsed):
            self._winner = 1 + self._courses.index(course)
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
