"""How a command was asked to learn from a table, with all mistakes in it found in one go."""

from __future__ import annotations

import stat
from pathlib import Path

import dagwright as dw
from dagwright.cli.constraint_options import ConstraintTexts, Knowledge
from dagwright.cli.inputs import EXAMPLE, read_table, resolve_score_option
from dagwright.cli.mistakes import Mistakes
from dagwright.cli.options import check_selection, make_method
from dagwright.cli.table_options import TableTexts
from dagwright.scores import CustomScore, Score, resolve_score
from dagwright.search import Method

__all__ = ["Asked"]

_QUICKLY_READ = 1 << 24
"""Bytes of a table that are read in the wink of an eye."""


class Asked:
    """What the words of a command stand for.

    Attributes
    ----------
    mistakes : Mistakes
        Those in the words; `read_table` raises them, with those in the table's own options.
    score : Score or CustomScore
    method : Method or str
    knowledge : Knowledge
    """

    mistakes: Mistakes
    score: Score | CustomScore
    method: Method | str
    knowledge: Knowledge

    def __init__(  # noqa: PLR0917 - what the commands have in common
        self,
        score: str,
        ess: float | None,
        known: ConstraintTexts,
        method: str = "auto",
        restarts: int | None = None,
        selection: str = "auto",
    ) -> None:
        self.mistakes = Mistakes()
        # Where there is a mistake, what is not used in the end.
        self.score, self.method = resolve_score("bic"), "auto"
        with self.mistakes:
            self.score = resolve_score(resolve_score_option(score, ess))
        with self.mistakes:
            self.method = make_method(method, restarts=restarts)
        with self.mistakes:
            check_selection(selection)
        with self.mistakes:
            self.knowledge = known.read()

    def read_table(self, data: str, said: TableTexts, memory: str | None) -> dw.Dataset:
        """Return the table, unless mistakes were made: then raise them, with those in its names.

        A large file is not read only to find more mistakes.
        """
        if self.mistakes and not _is_quickly_read(data):
            self.mistakes.raise_any()
        with self.mistakes:
            table = read_table(data, said, memory)
        self.mistakes.raise_any()
        return table


def _is_quickly_read(data: str) -> bool:
    if data.startswith(EXAMPLE):
        return True
    try:
        found = Path(data).stat()
    except (OSError, ValueError):
        return True
    return stat.S_ISREG(found.st_mode) and found.st_size <= _QUICKLY_READ
