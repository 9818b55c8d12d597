"""The tree of controls: who may work for how long, and who sees what is happening.

Every run has one root; every part of it is a child of the part around it, in Python and in the
core alike. A child ends when its parent has to, so a signal, a callback, a limit and the test hook
reach every depth; and what a child finds is seen at the root. Nothing else in the package makes a
`_core.RunControl`, measures time or computes how much of it is left.
"""

from __future__ import annotations

import atexit
import math
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, TypeVar

from dagwright import _core
from dagwright.running.callbacks import CallbackChain, Progress
from dagwright.running.interrupts import interrupts_stop_runs
from dagwright.running.limits import NO_LIMITS, Limits

__all__ = ["Control", "Observer", "Share", "fake_clock", "force_stop_at_check"]

_forced_stop: ContextVar[int | None] = ContextVar("forced_stop", default=None)
_seconds_per_check: ContextVar[float | None] = ContextVar("seconds_per_check", default=None)

_PATIENCE = 10.0
"""Seconds. A run ends within a fraction of one, except for a single long step of a solver."""
# The interpreter does not wait for daemon threads, and takes itself away from under them. So every
# run is stopped, and waited for, while there still is an interpreter; this is called when all other
# threads have been joined.
atexit.register(_core.end_all_runs, _PATIENCE)


@contextmanager
def force_stop_at_check(check: int) -> Iterator[None]:
    """Interrupt every run inside this block when it asks for the k-th time whether to stop.

    For tests: a run must leave a complete result wherever it is stopped.
    """
    token = _forced_stop.set(check)
    try:
        yield
    finally:
        _forced_stop.reset(token)


@contextmanager
def fake_clock(seconds_per_check: float) -> Iterator[None]:
    """Let time pass with checks only, for every run that begins inside this block.

    For tests: on one thread, a run under a time limit then ends at the same place every time, on
    every machine.
    """
    token = _seconds_per_check.set(seconds_per_check)
    try:
        yield
    finally:
        _seconds_per_check.reset(token)


class Observer(Protocol):
    """Asked, each time that callbacks look, what bound they may see."""

    def see(self, stage: Control) -> float:
        """Take over what the stage has proved so far; return the bound to show."""
        ...


@dataclass(frozen=True)
class Share:
    """How the networks and bounds of a part count for the whole.

    Attributes
    ----------
    best_of_others, bound_of_others
        What the other parts add to a score, and to a bound.
    ruled_out
        Networks that were ruled out before the part began score at most this.
    """

    best_of_others: float = 0.0
    bound_of_others: float = 0.0
    ruled_out: float = -math.inf


WHOLE = Share()


class Control:
    """The stop rules of a run or of a part of one, and where it reports.

    Used as a context: inside it, the part is what observers see.

    Parameters
    ----------
    name
        What is being done, for observers; empty if the stages inside have names.
    limits
        What ends it besides being done.
    callbacks
        Who watches.
    units
        What an iteration and a work item are called.

    Attributes
    ----------
    core
        The same in the core.
    before
        The seconds that killed runs took which this one continues; `elapsed` includes them.
    product
        What `Callback.on_end` is given when the root is left.
    """

    def __init__(
        self,
        name: str,
        limits: Limits = NO_LIMITS,
        *,
        callbacks: CallbackChain | None = None,
        units: tuple[str, str] = ("moves", "local optima"),
    ) -> None:
        self.name, self.units, self.is_stage = name, units, True
        self.product: Any = None
        self._parent: Control | None = None
        self._most, self._spent = limits.iterations, 0
        self.before = 0.0
        self._chain = CallbackChain(None) if callbacks is None else callbacks
        self._observer: Observer | None = None
        self._entered: list[Control] = []
        self._stack = ExitStack()
        tick = _seconds_per_check.get()
        self._is_real = tick is None
        look = weakref.WeakMethod(self._look)  # the core would hold it where no collector sees it
        self.core = _core.RunControl(
            limits.seconds,
            limits.iterations,
            limits.target,
            stop_at_check=_forced_stop.get(),
            callback=lambda: _call(look),
            clock=None if tick is None else _core.TickingClock(tick),
        )
        self.began = 0.0

    def child(
        self,
        name: str,
        *,
        share: float = 1.0,
        limits: Limits = NO_LIMITS,
        units: tuple[str, str] | None = None,
        networks: Share | None = WHOLE,
        counts: bool = True,
        is_stage: bool = False,
    ) -> Control:
        """Return the control of a part, which ends when this one has to.

        Parameters
        ----------
        name
            What is being done, for observers.
        share
            Of the time and the iterations that are left, for this part.
        limits
            What else ends the part.
        units
            What an iteration and a work item are called; by default as in this one.
        networks
            How its networks and bounds count here; None if they do not.
        counts
            Whether its iterations count here.
        is_stage
            Whether callbacks see it begin, with work and iterations of its own.
        """
        part = Control.__new__(Control)
        part.name, part.is_stage = name, is_stage
        part.units = self.units if units is None else units
        part.product = None
        part._parent = self
        part._most = _least(limits.iterations, self.iterations_left(share) if share < 1 else None)
        part._spent, part.before = 0, 0.0
        part._is_real = self._is_real
        part._stack = ExitStack()
        values = (0.0, 0.0, -math.inf)
        if networks is not None:
            values = (networks.best_of_others, networks.bound_of_others, networks.ruled_out)
        part.core = _core.RunControl(
            self.core,
            _least(limits.seconds, self.seconds_left(share) if share < 1 else None),
            part._most,
            limits.target,
            reports_networks=networks is not None,
            reports_iterations=counts,
            best_of_others=values[0],
            bound_of_others=values[1],
            ruled_out=values[2],
        )
        part.began = self.elapsed
        return part

    def after(self, seconds: float) -> Control:
        """Return the part in which the work of killed runs continues, which took this long.

        What they took counts towards the time limit; to be called before any work.
        """
        self.root.before = seconds
        left = self.seconds_left()
        return self.child("", limits=Limits(None if left is None else max(0.0, left - seconds)))

    @property
    def root(self) -> Control:
        """The control of the whole run."""
        return self if self._parent is None else self._parent.root

    @property
    def seconds(self) -> float:
        """Since this part began."""
        return self.core.seconds

    @property
    def elapsed(self) -> float:
        """Since the whole run began."""
        return self.root.before + self.core.elapsed

    @property
    def reason(self) -> str:
        """Why it ended: the name of a `StopReason`."""
        return self.core.reason.name

    @property
    def stopped(self) -> bool:
        """Whether it has been told to end."""
        return self.core.stopped

    @property
    def is_interrupted(self) -> bool:
        """Whether a person or a callback has ended it."""
        return self.stopped and self.reason == "interrupted"

    def seconds_left(self, share: float = 1.0) -> float | None:
        """Return a share of the time until this part has to end; None if there is no limit."""
        left = self.core.seconds_left
        return None if left is None else share * left

    def iterations_left(self, share: float = 1.0) -> int | None:
        """Return a share of the iterations until this part has to end; None if there is no limit.

        Those count that were spent: what threads report to observers depends on their pace.
        """
        own = None if self._most is None else max(0, self._most - self._spent)
        around = None if self._parent is None else self._parent.iterations_left()
        left = _least(own, around)
        return None if left is None else int(share * left)

    def spend(self, iterations: int) -> None:
        """Take the iterations of a finished piece of work from what is left here and around."""
        self._spent += iterations
        if self._parent is not None:
            self._parent.spend(iterations)

    def leave_at_least(self, seconds: float) -> None:
        """Leave so much time, whatever came before the work that this controls."""
        self.core.leave_at_least(seconds)

    def solver_seconds(self) -> float | None:
        """Return the seconds that a solver with a clock of its own may take."""
        return self.seconds_left() if self._is_real else None

    def should_stop(self) -> bool:
        """Tell whether the part has to end."""
        return self.core.should_stop()

    def should_stop_by_hand(self) -> bool:
        """Let observers look, and tell whether a person or a callback ends the whole run."""
        self.look()
        return self.root.is_interrupted

    def stop(self, reason: str) -> None:
        """End this part, and the whole run if a person wants it."""
        self.core.request_stop(_core.StopReason[reason])

    def report_to(self, observer: Observer) -> None:
        """Let the root show the bounds that this observer makes of what stages prove."""
        self.root._observer = observer

    def look(self) -> None:
        """Let observers look now."""
        self.core.observe_now()

    def __enter__(self) -> Control:
        root = self.root
        with ExitStack() as stack:  # undone if a callback raises
            if self._parent is None:
                _core.begin_run()
                stack.callback(_core.end_run)
                stack.enter_context(interrupts_stop_runs())
            root._entered.append(self)
            stack.callback(root._entered.remove, self)
            if self.is_stage and self.name:
                root._chain.on_start(root._progress())
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._stack:
            try:
                if kind is None and self.is_stage and self.name:
                    self.look()
                    self.root._chain.on_stage_end(self.root._progress())
            finally:
                if self._parent is None:
                    self._chain.on_end(None if kind is not None else self.product)

    def _look(self) -> bool:
        return self._chain.on_progress(self._progress())

    def _stage(self) -> Control:
        """Return the innermost part that is a stage."""
        stages = [part for part in self._entered if part.is_stage]
        return stages[-1] if stages else self

    def _progress(self) -> Progress:
        stage = self._stage()
        bound = self.core.bound if self._observer is None else self._observer.see(stage)
        return Progress(
            stage=": ".join(part.name for part in self._entered if part.name) or self.name,
            seconds=self.seconds,
            iterations=stage.core.iterations,
            best_score=self.core.best_score,
            work_done=stage.core.work_done,
            work_total=stage.core.work_total or None,
            seconds_left=self._expect(stage),
            unit=stage.units[0],
            work_unit=stage.units[1],
            bound=bound,
            stage_seconds=stage.seconds,
        )

    def _expect(self, stage: Control) -> float | None:
        """Estimate how long the work will last: until the limit, or until it is done."""
        left, done, total = self.seconds_left(), stage.core.work_done, stage.core.work_total
        if not total or not done or (stage is not self and left is not None):
            return left
        return _least(left, stage.seconds / done * (total - done))


def _call(look: weakref.WeakMethod[Any]) -> bool:
    method = look()
    return method is not None and bool(method())


_Number = TypeVar("_Number", int, float)


def _least(*limits: _Number | None) -> _Number | None:
    return min((limit for limit in limits if limit is not None), default=None)
