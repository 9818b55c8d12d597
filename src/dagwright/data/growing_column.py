"""Columns of tables with types, which may arrive in batches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dagwright._core import TextColumn
from dagwright.data.encode import Codes, Label, code_dtype
from dagwright.data.options import TableOptions
from dagwright.data.raw import Coded, Labels, Mask, Opaque, RawColumn, Real, WideText
from dagwright.data.series import Part, TextPart, series_part
from dagwright.data.text.columns import ALL_LABELS, keeps_labels, label_limit, raw_text_column
from dagwright.data.text.decimal_mark import guess_decimal

__all__ = ["GrowingTable"]

_SAMPLE = 1000  # labels of a column, to see how its numbers are written
_EXACT = 2**53


class GrowingTable:
    """Columns of equal length that arrive in batches, the same ones in each.

    Parameters
    ----------
    options : TableOptions
        Which columns keep all their labels.
    """

    def __init__(self, options: TableOptions) -> None:
        self._options = options
        self._columns: dict[str, _GrowingText | _GrowingColumn] = {}
        self.decimal = "."

    def add(self, batch: Mapping[str, Any]) -> None:
        """Append a batch of all columns; the first one tells how numbers are written in text."""
        parts = {name: _part(values) for name, values in batch.items()}
        if not self._columns:
            texts = [part.labels[:_SAMPLE] for part in parts.values() if isinstance(part, TextPart)]
            self.decimal = self._options.decimal or guess_decimal(texts)
        for name, part in parts.items():
            growing = self._columns.get(name)
            if growing is None or (isinstance(part, Opaque) and isinstance(growing, _GrowingText)):
                self._columns[name] = self._begun(name, part)
            self._columns[name].add(part)

    def columns(self) -> dict[str, RawColumn]:
        """Return the whole columns."""
        return {name: column.result() for name, column in self._columns.items()}

    def _begun(self, name: str, part: Part) -> _GrowingText | _GrowingColumn:
        all_labels = keeps_labels(self._options, name)
        limit = ALL_LABELS if all_labels else label_limit(self._options)
        if isinstance(part, TextPart):
            return _GrowingText(limit, self.decimal)
        return _GrowingColumn(limit)


def _part(values: Any) -> Part:
    try:
        return series_part(values)
    except UnicodeDecodeError:  # Arrow takes any bytes for text until they are looked at
        return Opaque("text that is not UTF-8")


class _GrowingText:
    """A column of text, which becomes the same as the same cells in a file.

    Parameters
    ----------
    max_labels : int
        A column of more labels becomes numbers, or is only counted.
    decimal : str
        The decimal mark of its numbers.
    """

    def __init__(self, max_labels: int, decimal: str) -> None:
        self._column = TextColumn(max_labels, decimal)
        self._missing: list[Mask] = []

    def add(self, part: Part) -> None:
        """Append cells."""
        assert isinstance(part, TextPart)  # the type of a column is the same in all batches
        cells = [_encodable(label.strip(" \t")) for label in part.labels]
        self._column.extend(cells, np.ascontiguousarray(part.codes, dtype=np.int64))
        self._missing.append(part.missing)

    def result(self) -> Labels | Real | WideText:
        """Return the whole column."""
        column = raw_text_column(self._column)
        missing = np.concatenate(self._missing)
        if not missing.any():
            return column
        rows = np.flatnonzero(~missing)
        if isinstance(column, Labels):
            codes = np.zeros(len(missing), dtype=column.codes.dtype)
            codes[rows] = column.codes
            return Labels(column.labels, codes, missing)
        if isinstance(column, Real):
            values = np.full(len(missing), np.nan)
            values[rows] = column.values
            return Real(values, {label: rows[at] for label, at in column.exceptions.items()})
        n_empty = column.n_empty + int(missing.sum())
        return WideText(**{**vars(column), "n_empty": n_empty})


def _encodable(label: str) -> str:
    # Python strings can have halves of characters in them, which no file can.
    return label if label.isascii() else label.encode("utf-8", "replace").decode()


class _GrowingColumn:
    """Collects the batches of one column of a file with types.

    Parameters
    ----------
    max_labels : int
        Integers of more different values than this are kept as numbers.
    """

    def __init__(self, max_labels: int) -> None:
        self._max_labels = max_labels
        self._code_of: dict[Label, int] = {}
        self._declared = False
        self._batches: list[Coded | Real] = []
        self._real = False
        self._opaque: Opaque | None = None

    def add(self, batch: Part) -> None:
        """Append a batch."""
        if isinstance(batch, Opaque):
            before = self._opaque.n_missing if self._opaque else 0
            self._opaque = Opaque(batch.what, batch.is_date, before + batch.n_missing)
        if self._opaque is not None:
            return
        assert isinstance(batch, Coded | Real)  # the type of a column is the same in all batches
        if isinstance(batch, Coded) and not self._real:
            batch = self._recoded(batch)
        if isinstance(batch, Coded) and self._real:
            batch = self._as_real(batch)
        if isinstance(batch, Real) and not self._real:
            self._real = True
            self._batches = [self._as_real(earlier) for earlier in self._batches]
        self._batches.append(batch)

    def result(self) -> RawColumn:
        """Return the whole column; states that were not declared are in ascending order."""
        if self._opaque is not None:
            return self._opaque
        if self._real:
            values = [batch.values for batch in self._batches if isinstance(batch, Real)]
            return Real(np.concatenate(values))
        labels = list(self._code_of)
        states = tuple(labels) if self._declared else tuple(sorted(labels))
        rank = {state: code for code, state in enumerate(states)}
        ranks = np.array([rank[label] for label in labels] or [0], dtype=code_dtype(len(states)))
        coded = [batch for batch in self._batches if isinstance(batch, Coded)]
        codes: Codes = np.concatenate([ranks[batch.codes] for batch in coded])
        missing = None
        if any(batch.missing is not None for batch in coded):
            missing = np.concatenate([_mask(batch) for batch in coded])
        return Coded(states, codes, missing, self._declared)

    def _recoded(self, batch: Coded) -> Coded | Real:
        for state in batch.states:
            self._code_of.setdefault(state, len(self._code_of))
        self._declared = self._declared or batch.declared
        if len(self._code_of) > self._max_labels and _are_exact(batch):
            return batch.as_real()
        table = [self._code_of[state] for state in batch.states] or [0]
        codes = np.array(table, dtype=code_dtype(len(self._code_of)))[batch.codes]
        return Coded(tuple(self._code_of), codes, batch.missing, batch.declared)

    def _as_real(self, batch: Coded | Real) -> Real:
        if isinstance(batch, Real):
            return batch
        if batch.n_missing == len(batch.codes):
            return Real(np.full(len(batch.codes), np.nan))
        return batch.as_real()


def _are_exact(batch: Coded) -> bool:
    """Tell whether the states are integers that are exact as floating-point numbers."""
    return batch.has_integers() and all(-_EXACT < int(state) < _EXACT for state in batch.states)


def _mask(batch: Coded) -> Mask:
    if batch.missing is None:
        return np.zeros(len(batch.codes), dtype=bool)
    return batch.missing
