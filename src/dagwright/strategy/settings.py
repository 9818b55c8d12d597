"""What a caller says besides the table: the arguments of `learn`, `plan` and `bootstrap`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from inspect import signature
from os import PathLike
from typing import TYPE_CHECKING

from dagwright.constraints import Constraints
from dagwright.graph import Dag
from dagwright.memory import MemoryLimit
from dagwright.parents import Selection
from dagwright.running import (
    Callback,
    CallbackChain,
    Checkpoint,
    Control,
    Limits,
    TimeLimit,
    check_time_limit,
)
from dagwright.scores import CustomScore, Score
from dagwright.search import Method
from dagwright.search.asked import asked_for

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["LEAST_SECONDS", "Settings"]

_USUAL_SECONDS = 60.0
"""Where neither a time limit nor a number of iterations was given."""
LEAST_SECONDS = 0.3
"""Any smaller limit means this: in less, nothing is found that would be worth a look."""


@dataclass(frozen=True)
class Settings:
    """What a caller says, as given: see `learn` for each. `prepare` checks it.

    Examples
    --------
    >>> from dagwright.strategy.settings import Settings
    >>> settings = Settings(method="minobs", time_limit=0.1, threads=2)
    >>> settings.asked, settings.limits.seconds
    ({'method': 'minobs', 'time_limit': 0.1}, 0.3)
    """

    score: Score | CustomScore | str = "bic"
    method: Method | str = "auto"
    selection: Selection | str = "auto"
    constraints: Constraints | None = None
    time_limit: TimeLimit = "auto"
    iterations: int | None = None
    memory_limit: int | str | MemoryLimit | None = None
    start: Dag | Sequence[str] | str | PathLike[str] | None = None
    threads: int | None = None
    executor: Executor | None = None
    callbacks: Callback | Iterable[Callback] | None = None
    seed: int = 0
    checkpoint: Checkpoint | str | PathLike[str] | None = None

    @property
    def asked(self) -> dict[str, object]:
        """What changes the result and is not the default."""
        return asked_for(signature(type(self)), vars(self))

    @property
    def limits(self) -> Limits:
        """What the limits stand for."""
        seconds = self.time_limit
        if seconds == "auto":
            seconds = None if self.iterations is not None else _USUAL_SECONDS
        check_time_limit(seconds)
        least = None if seconds is None else max(LEAST_SECONDS, seconds)
        return Limits(seconds=least, iterations=self.iterations)

    @property
    def has_default_memory(self) -> bool:
        """Whether the memory limit is what this machine happens to have free."""
        return self.memory_limit is None

    def start_clock(self) -> Control:
        """Return the control of a run whose time begins now, before its table is read."""
        return Control("", self.limits, callbacks=CallbackChain(self.callbacks))
