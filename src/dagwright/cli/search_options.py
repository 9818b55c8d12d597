"""What the command line says about score and search: the same options for all that learn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dagwright.cli.grouped import Command, takes
from dagwright.cli.inputs import resolve_score_option
from dagwright.cli.mistakes import Mistakes
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
    check_selection,
    make_method,
)
from dagwright.scores import resolve_score
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

    def settings(self, mistakes: Mistakes) -> Settings:
        """Return what that means, as far as there are no mistakes in it."""
        settings = Settings(
            selection=self.selection,
            time_limit="auto" if self.time is None else self.time,
            iterations=self.iterations,
            memory_limit=self.memory,
            threads=self.threads,
            seed=self.seed,
        )
        with mistakes:
            scoring = resolve_score(resolve_score_option(self.score, self.ess))
            settings = replace(settings, score=scoring)
        with mistakes:
            method = make_method(self.method, restarts=self.restarts)
            settings = replace(settings, method=method)
        with mistakes:
            check_selection(self.selection)
        return settings


def takes_search(*without: str) -> Callable[[Command], Command]:
    """Give a command the options of `SearchTexts`; it gets them as one argument `asked`."""
    return takes(SearchTexts, "asked", *without)
