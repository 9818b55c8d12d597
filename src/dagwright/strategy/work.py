"""The steps of a schedule before the search, and what each is expected to take."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias, TypedDict

from dagwright.constraints import Scope
from dagwright.data import Dataset
from dagwright.graph import Dag
from dagwright.memory import MemoryLimit
from dagwright.parents import KeptSets, ParentSets, Selection, add_families, enumerate_parent_sets
from dagwright.parents.find import STAGE, UNITS
from dagwright.running import Control
from dagwright.search.exact.cluster_problem import ClusterProblem
from dagwright.search.exact.incumbent import Incumbent
from dagwright.search.known import Known
from dagwright.search.known_record import parents_of
from dagwright.search.result import Timing
from dagwright.strategy.cutting import MOST_ROUNDS, cut_and_learn, starting_cuts
from dagwright.strategy.first_pass import first_pass
from dagwright.strategy.journal import Piece
from dagwright.strategy.price import Price, Quote
from dagwright.strategy.task import Task
from dagwright.words import BY_HAND

__all__ = ["CutNumbers", "FindSets", "FirstPass", "JoinFamilies"]

_KICKS = 10
"""Disturbances of the order of a network that is found while the run is being ended."""
_MOST_QUICK = 500
"""Variables up to which such a network is found quickly."""
_CLOCK = "the clock"


class CutFacts(TypedDict):
    """Where numbers were cut, and what that took."""

    cuts: dict[str, list[int]]
    is_scored: bool
    """Whether networks were judged by the score that was asked for."""
    iterations: int
    seconds: float
    remarks: list[str]
    chance: list[str]


Cuts: TypeAlias = Piece[CutFacts, Dataset]


class PassFacts(TypedDict):
    """The network of a greedy pass."""

    parents: list[list[int]]


class SetFacts(TypedDict):
    """Why the work on candidate sets ended, and how long it took."""

    end: str
    seconds: float


@dataclass(frozen=True)
class CutNumbers:
    """Cut numbers and learn in turn, so that the intervals follow the network."""

    def run(self, task: Task, control: Control, memory: MemoryLimit) -> None:
        """Leave the table as it was cut, and the network that the cuts follow."""
        if not task.table.provisional:
            return

        def work() -> Cuts:
            with control.child("cuts", networks=None, is_stage=True) as stage:
                return self._cut(task, stage, memory)

        self._use(task, task.journal.do("cuts", work), control)

    def price(self, task: Task, quote: Quote) -> Price | None:
        """Cut, if a trial is long enough for it."""
        if not task.table.provisional:
            return None
        table = task.table
        with task.control.child("cuts", limits=quote.limit_trial(quote.trials.cuts)) as stage:
            piece = self._cut(task, stage, quote.memory)
        self._use(task, piece, task.control)
        timing = task.known.timings.pop()
        if not piece.facts["chance"]:
            return quote.price("cuts", timing.seconds, timing.remark.split(";")[0])
        task.use_table(starting_cuts(table))
        task.uncut = table
        n = len(table.provisional)
        remark = f"{n} column{'s' * (n != 1)} of numbers, cut and learned up to {MOST_ROUNDS} times"
        return quote.price("cuts", None, remark)

    def _cut(self, task: Task, control: Control, memory: MemoryLimit) -> Cuts:
        cut = cut_and_learn(
            task.table,
            task.scoring,
            task.limits,
            control=control,
            memory=memory,
            threads=task.threads,
            seed=task.settings.seed,
            rounds=task.cutting_rounds,
        )
        facts = CutFacts(
            cuts={
                name: list(map(int, cut.table.numbers[name].cuts.positions))
                for name in task.table.provisional
            },
            is_scored=cut.scoring == task.scoring,
            iterations=cut.iterations,
            seconds=control.seconds,
            remarks=list(cut.remarks),
            chance=list(cut.irreproducible),
        )
        assert cut.known is not None
        return Piece(cut.known, facts, cut.table, is_whole=not control.is_interrupted)

    def _use(self, task: Task, piece: Cuts, control: Control) -> None:
        facts, known = piece.facts, piece.known
        task.use_table(piece.made or task.table.with_cuts(facts["cuts"]))
        control.spend(facts["iterations"])
        # The score of a network says nothing if cutting made no use of what was asked for.
        if known.dag is not None and facts["is_scored"]:
            task.known.offer(known.dag, known.score, at=control.elapsed)
        task.known.timings.append(Timing("cuts", facts["seconds"], "; ".join(facts["remarks"])))
        task.known.may_differ(*facts["chance"])


@dataclass(frozen=True)
class FirstPass:
    """Find a first network by one greedy pass, so that there is one whatever time is left."""

    def run(self, task: Task, control: Control, memory: MemoryLimit) -> None:  # noqa: ARG002
        """Leave its network among those whose families join the sets."""

        def work() -> Piece[PassFacts, Dag]:
            with control.child("first pass", is_stage=True) as stage:
                dag = first_pass(task.scores, task.limits, stage)
                found = Known(Scope())
                found.timings.append(Timing("first pass", stage.seconds, f"{dag.n_edges:,} edges"))
                if stage.stopped:
                    who = BY_HAND if stage.is_interrupted else _CLOCK
                    found.may_differ(f"{who} ended the first pass")
                facts = PassFacts(parents=parents_of(dag))
                return Piece(found, facts, dag, is_whole=not stage.is_interrupted)

        piece = task.journal.do("first pass", work)
        task.known.take(piece.known)
        task.dags.append(piece.made or Dag.from_parents(task.table.names, piece.facts["parents"]))

    def price(self, task: Task, quote: Quote) -> Price | None:  # noqa: ARG002
        """Cost so little that it is not shown."""
        return None


@dataclass(frozen=True)
class FindSets:
    """Find candidate parent sets."""

    selection: Selection

    def run(self, task: Task, control: Control, memory: MemoryLimit) -> None:
        """Leave the sets, and why the work on them ended."""
        if task.sets_are_complete:
            return
        most = control.iterations_left()
        kept = None
        if task.journal.checkpoint is not None:
            about = task.scores, self.selection, task.limits, most
            kept = KeptSets.beside(task.journal.checkpoint, *about)

        def work() -> Piece[SetFacts, ParentSets]:
            with control.child(STAGE, units=UNITS, networks=None, is_stage=True) as stage:
                sets, end = self._find(task, stage, memory, most)
                facts = SetFacts(end=end, seconds=stage.seconds)
            if kept is not None and not kept.write(sets, end):
                task.journal.end()  # without its sets it would stand in the way of the next run
            return Piece(Known(Scope()), facts, sets, is_whole=end != "interrupted")

        piece = task.journal.do(_SETS, work)
        task.end_of_sets = piece.facts["end"]
        task.sets = kept.read(task.end_of_sets) if piece.made is None and kept else piece.made
        assert task.sets is not None
        control.spend(max((task.sets.evaluations or {}).values(), default=0))
        remark = f"{task.sets.n_sets:,} sets"
        task.known.timings.append(Timing(_SETS, piece.facts["seconds"], remark))
        task.known.may_differ(*self._chances(task))
        if task.end_of_sets == "interrupted" or task.is_late:
            _offer_quickly(task, task.sets)

    def price(self, task: Task, quote: Quote) -> Price | None:
        """Find them, or see from a trial how far the time will do."""
        with task.control.child(STAGE, limits=quote.limit_trial(quote.trials.sets)) as stage:
            found = self._find(task, stage, quote.memory, quote.iterations)
            passed = stage.seconds
        task.sets, task.end_of_sets = found
        size = task.sets.nbytes
        if task.sets_are_complete:
            remark = f"{task.sets.n_sets:,} sets"
            return quote.price(_SETS, passed, remark, size)
        return quote.price(_SETS, None, self._reach(task.sets, passed, quote), size)

    def _find(
        self, task: Task, control: Control, memory: MemoryLimit, most: int | None
    ) -> tuple[ParentSets, str]:
        return enumerate_parent_sets(
            task.scores,
            self.selection,
            control,
            constraints=task.limits,
            memory=memory.size,
            threads=task.threads,
            executor=task.settings.executor,
            names_data=task.journal.checkpoint is not None,
            most_evaluations=most,
        )

    def _chances(self, task: Task) -> list[str]:
        """Say why the candidate sets may be others in another run."""
        end = task.end_of_sets
        if end in {"time", "interrupted"}:
            who = _CLOCK if end == "time" else BY_HAND
            return [f"{who} ended the search for candidate sets"]
        if end == "memory" and task.settings.has_default_memory:
            return ["the default memory limit, half of what was free, cut the candidate sets short"]
        if end == "memory" and (task.settings.executor is not None or task.threads > 1):
            return ["threads that share the memory limit cut the candidate sets short"]
        return []

    def _reach(self, sets: ParentSets, passed: float, quote: Quote) -> str:
        """Say how far an enumeration will come that a trial did not finish."""
        rate = sum((sets.evaluations or {}).values()) / passed if passed else 0.0
        words = f"about {rate:,.0f} sets scored per second"
        if quote.seconds is None or self.selection.name != "sequential":
            return words
        size, total, others = 0, 0, sets.n_variables - 1
        while size < others:
            total += sets.n_variables * math.comb(others, size + 1)
            if total > rate * quote.seconds:
                break
            size += 1
        return f"{words}: all of up to {size} parents or more"


_SETS = "candidate parent sets"


@dataclass(frozen=True)
class JoinFamilies:
    """Add the families of all networks that are known to the candidate sets, if some are missing.

    Then no result is worse than a network that was known before.
    """

    def run(self, task: Task, control: Control, memory: MemoryLimit) -> None:  # noqa: ARG002
        """Leave sets with these families, and a ceiling for all that are missing."""
        assert task.sets is not None
        if not task.covers(task.sets):
            known = [dag for dag in (task.start, task.known.dag) if isinstance(dag, Dag)]
            task.sets = add_families(
                task.sets, [*known, *task.dags], task.scores, lambda: task.is_late
            )
            task.ceilings = [task.scores.upper_bound(name) for name in task.scores.names]

    def price(self, task: Task, quote: Quote) -> Price | None:  # noqa: ARG002
        """Cost so little that it is not shown."""
        return None


def _offer_quickly(task: Task, sets: ParentSets) -> None:
    """Offer a network of the sets that takes some milliseconds to find: the run is being ended."""
    if task.dags and sets.n_variables > _MOST_QUICK:
        return  # there is one, and what follows takes longer with the square of the variables
    problem = ClusterProblem(sets)
    if len(problem.known_network):
        found = Incumbent(problem, task.control, task.known, problem.known_network)
        if not task.is_late:
            found.search_nearby(_KICKS, task.settings.seed)
