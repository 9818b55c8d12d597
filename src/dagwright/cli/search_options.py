"""What the command line says about score and search: the same options for all that learn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dagwright.cli.asked import Asked
from dagwright.cli.constraint_options import ConstraintTexts
from dagwright.cli.grouped import Command, takes
from dagwright.cli.options import (
    Ess,
    Iterations,
    LearnSeconds,
    Memory,
    MethodName,
    Restarts,
    ScoreName,
    Seed,
    SelectionName,
    Threads,
)
from dagwright.running import Callback
from dagwright.strategy.settings import Settings

__all__ = ["SearchTexts", "takes_search"]


@dataclass(frozen=True)
class SearchTexts:
    """What was typed about score and search."""

    score: ScoreName = "bic"
    ess: Ess = None
    method: MethodName = "auto"
    restarts: Restarts = None
    selection: SelectionName = "auto"
    time: LearnSeconds = None
    iterations: Iterations = None
    memory: Memory = None
    threads: Threads = None
    seed: Seed = 0

    def read(self, known: ConstraintTexts) -> Asked:
        """Return what that stands for; mistakes are raised when the table is read."""
        return Asked(self.score, self.ess, known, self.method, self.restarts, self.selection)

    def settings(
        self,
        words: Asked,
        callbacks: Sequence[Callback],
        checkpoint: Path | None = None,
    ) -> Settings:
        """Return everything but what needs the table."""
        return Settings(
            score=words.score,
            method=words.method,
            selection=self.selection,
            time_limit="auto" if self.time is None else self.time,
            iterations=self.iterations,
            memory_limit=self.memory,
            threads=self.threads,
            seed=self.seed,
            callbacks=callbacks,
            checkpoint=checkpoint,
        )


def takes_search(*without: str) -> Callable[[Command], Command]:
    """Give a command the options of `SearchTexts`; it gets them as one argument `asked`."""
    return takes(SearchTexts, "asked", *without)
