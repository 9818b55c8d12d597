"""The rows of one probability block of a BIF file, put together into a table."""

from __future__ import annotations

import math

import numpy as np

from dagwright.network.formats.draft import Draft
from dagwright.network.formats.scanner import Scanner
from dagwright.network.validate import check_rows
from dagwright.suggestions import did_you_mean

__all__ = ["BifRows"]


class BifRows:
    """Rows '(states of the parents) probabilities' as they come, and a default for the others."""

    def __init__(
        self, scan: Scanner, draft: Draft, child: str, parents: list[str], start: int
    ) -> None:
        self._scan = scan
        self._draft = draft
        self._start = start
        self.child = child
        self.parents = parents
        self.shape = draft.shape(child, parents, scan.line(start))
        self.default: list[float] | None = None
        self._rows: dict[int, list[float]] = {}
        self._positions: dict[int, int] = {}
        self._code_of = [
            {str(state): code for code, state in enumerate(draft.states[parent])}
            for parent in parents
        ]

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, labels: list[str], values: list[float], position: int) -> None:
        """Record the probabilities for these states of the parents, given at this position."""
        row = self._row(labels, position)
        if row in self._rows:
            self._scan.fail(f"({', '.join(labels)}) is given twice for {self.child!r}", position)
        if len(values) != self.shape[-1]:
            self._scan.fail(
                f"{len(values)} probabilities where the {self.shape[-1]} states of "
                f"{self.child!r} need {self.shape[-1]}",
                position,
            )
        self._rows[row] = values
        self._positions[row] = position

    def _row(self, labels: list[str], position: int) -> int:
        if len(labels) != len(self.parents):
            self._scan.fail(
                f"{len(labels)} states in ( ) where {self.child!r} has {len(self.parents)} parents",
                position,
            )
        row = 0
        for parent, codes, label in zip(self.parents, self._code_of, labels, strict=True):
            if label not in codes:
                known = ", ".join(list(codes)[:10])
                self._scan.fail(
                    f"unknown state {label!r} of {parent!r}{did_you_mean(label, codes)}: it has "
                    f"{known}",
                    position,
                )
            row = row * len(codes) + codes[label]
        return row

    def add_table(self, values: list[float], position: int) -> None:
        """Record a whole table, in which the child's state is the slowest to change.

        That is P(a | first), P(a | second), ..., P(b | first): section 'table' of the format.
        """
        table = np.array(values).reshape(self.shape[-1], *self.shape[:-1])
        self._draft.add_table(
            self.child, self.parents, np.moveaxis(table, 0, -1), self._scan.line(position)
        )

    def finish(self) -> None:
        """Put the rows together."""
        line = self._scan.line(self._start)
        needed = math.prod(self.shape[:-1])
        if self.default is not None:
            table = np.tile(np.array(self.default), (needed, 1))
        elif len(self) < needed:
            self._scan.fail(
                f"{self.child!r} has probabilities for {len(self)} of the {needed} configurations "
                "of its parents: add the others, or a default",
                self._start,
            )
        else:
            table = np.empty((needed, self.shape[-1]))
        if self._rows:
            table[list(self._rows)] = list(self._rows.values())
        problem = check_rows(table)
        if problem is not None and problem[0][0] in self._rows:
            self._scan.fail(
                f"the probabilities of {self.child!r} {problem[1]}", self._positions[problem[0][0]]
            )
        self._draft.add_table(self.child, self.parents, table.reshape(self.shape), line)
