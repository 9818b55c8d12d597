"""Columns of text that the core has read, as raw columns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from dagwright._core import TextColumn
from dagwright.data.options import TableOptions
from dagwright.data.raw import Labels, RawColumn, Real, WideText

__all__ = ["ALL_LABELS", "first_rows", "keeps_labels", "label_limit", "raw_text_column"]

ALL_LABELS = (1 << 32) - 1
_MANY_LABELS = 4096  # a column with more of them is numbers, or text


def label_limit(options: TableOptions) -> int:
    """Return how many labels of a column are kept."""
    if options.as_is or options.max_states is None:
        return ALL_LABELS
    # One state may be written in several ways, and some labels are missing values.
    return min(ALL_LABELS, max(_MANY_LABELS, 2 * options.max_states))


def keeps_labels(options: TableOptions, name: str) -> bool:
    """Tell whether all labels of a column are kept, however many."""
    if name in options.number or name in (options.cuts or {}):
        return False
    return options.forces(name)


def raw_text_column(column: TextColumn) -> Labels | Real | WideText:
    """Return a column of text that the core has read."""
    if column.storage == "codes":
        codes: Any = np.asarray(column.codes)
        return Labels(column.labels, codes)
    if column.storage == "numbers":
        exceptions: Any = {label: np.asarray(rows) for label, rows in column.exceptions.items()}
        return Real(np.asarray(column.numbers), exceptions)
    summary: Any = column.summary
    return WideText(**summary)


def first_rows(column: RawColumn, n_rows: int) -> RawColumn:
    """Return the first rows of a column of text."""
    if isinstance(column, Labels):
        codes = column.codes[:n_rows]
        used = np.bincount(codes, minlength=len(column.labels)) > 0
        if used.all():
            return Labels(column.labels, codes)
        ranks = np.maximum(np.cumsum(used) - 1, 0).astype(codes.dtype)
        labels = [label for label, use in zip(column.labels, used, strict=True) if use]
        return Labels(labels, ranks[codes])
    if isinstance(column, Real):
        kept = {label: rows[rows < n_rows] for label, rows in column.exceptions.items()}
        return Real(
            column.values[:n_rows], {label: rows for label, rows in kept.items() if len(rows)}
        )
    if isinstance(column, WideText):
        gone = column.n_cells + column.n_empty - n_rows
        return replace(column, n_cells=max(0, column.n_cells - gone))
    return column
