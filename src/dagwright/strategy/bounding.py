"""The steps that prove bounds, after a search that proves nothing or not enough."""

from __future__ import annotations

from dataclasses import dataclass

from dagwright.memory import MemoryLimit
from dagwright.parents import ParentSets, widened
from dagwright.running import Control
from dagwright.search.bound_phase import work_on_bound
from dagwright.search.result import StopReason
from dagwright.search.tolerance import is_proved
from dagwright.strategy.journal import Piece
from dagwright.strategy.price import Price, Quote
from dagwright.strategy.task import Task

__all__ = ["Bound", "BoundBeyond"]


@dataclass(frozen=True)
class Bound:
    """Prove a bound on the networks of the candidate sets, after a search that proves nothing."""

    def run(self, task: Task, control: Control, memory: MemoryLimit) -> None:
        """Leave the bound."""
        sets = task.sets
        assert sets is not None
        if is_proved(task.known.score, task.known.bound_over(sets.scope)):
            return
        _prove(
            task,
            sets,
            control,
            memory,
            searched=task.searched,
            clocked=task.reason is StopReason.TIME,
            offers=True,
        )

    def price(self, task: Task, quote: Quote) -> Price | None:  # noqa: ARG002
        """Take what the search leaves, which its price says."""
        return None


@dataclass(frozen=True)
class BoundBeyond:
    """Prove a bound over all networks, where candidate sets are missing, by stand-ins for them."""

    def run(self, task: Task, control: Control, memory: MemoryLimit) -> None:
        """Leave the bound."""
        assert task.sets is not None
        lists = None if task.covers(task.sets) else widened(task.sets, task.ceilings)
        if lists is None:
            return
        began = control.elapsed
        task.known.tighten(lists.relaxed_score, lists.scope, at=began)
        _prove(
            task,
            lists,
            control,
            memory,
            searched=began,
            clocked=bool(task.known.chance),
            offers=False,
        )

    def price(self, task: Task, quote: Quote) -> Price | None:  # noqa: ARG002
        """Take what the search leaves, which its price says."""
        return None


def _prove(
    task: Task,
    sets: ParentSets,
    control: Control,
    memory: MemoryLimit,
    *,
    searched: float,
    clocked: bool,
    offers: bool,
) -> None:
    """Leave a bound on the networks of some sets; the last four are as for `work_on_bound`."""
    known = task.known.branch()

    def work() -> Piece[dict[str, object], None]:
        work_on_bound(
            sets,
            control,
            known,
            memory=memory.size,
            searched=searched,
            clocked=clocked,
            offers=offers,
        )
        return Piece(known, {}, is_whole=not control.is_interrupted)

    task.known.take(task.journal.do(f"bound on {sets.n_sets} sets", work, about=sets.scope).known)
