"""The columns that the CSV encoder read, without the header."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright._core import CsvEncoder
from dagwright.data.encode import Codes
from dagwright.data.header import FirstRecord
from dagwright.data.policy import Policy
from dagwright.data.problems import MissingError, check_known
from dagwright.data.raw import RawColumn, RawTable, Real, TooWide
from dagwright.data.text_labels import encode_labels, is_number
from dagwright.data.weights import column_weights
from dagwright.errors import DataError

__all__ = ["CsvTable", "labels_to_keep"]

_ALL_LABELS = (1 << 32) - 1
_GUESSES = {
    True: "the first line was taken for names (if it is data: header=False, --no-header)",
    False: "the first line was taken for data, so the variables are x0, x1, ... "
    "(if it holds names: header=True, --header)",
}


def labels_to_keep(policy: Policy) -> int:
    """Return how many labels of a column the encoder must keep at the least.

    One more than the most states it may have, for the header, and one for each missing value.
    """
    if policy.max_states is None:
        return _ALL_LABELS
    most = max([policy.max_states, *map(len, policy.states.values())])
    return min(most + len(policy.missing_values) + 1, _ALL_LABELS)


class CsvTable:
    """What an encoder read, once it is known whether the first record is a header.

    The encoder codes every record; the first one's cells have code 0 in their columns. A header is
    dropped by skipping the first code and counting one code 0 less.

    Parameters
    ----------
    encoder : CsvEncoder
        A finished encoder.
    header : bool, optional
        Whether the first record is a header; guessed by default.
    policy : Policy
        Which cells are missing values, which columns have declared states or are left out.
    """

    def __init__(self, encoder: CsvEncoder, header: bool | None, policy: Policy) -> None:
        if encoder.n_records == 0:
            raise DataError("the file is empty: a table has a row at least")
        self._encoder = encoder
        self._policy = policy
        first = FirstRecord(encoder, policy.missing_values)
        guessed = header is None
        self._start = int(first.is_header() if header is None else header)
        self.notes = [_GUESSES[self.has_header]] if guessed else []
        columns = [*range(encoder.n_columns)]
        if self.has_header:
            if encoder.n_records == 1:
                raise DataError(
                    "the file has a header and no rows (header=False reads it as a row)"
                )
            columns, remarks = first.named_columns(guessed)
            self.notes += remarks
        names = [encoder.first_record[j] if self.has_header else f"x{j}" for j in columns]
        self._columns = dict(zip(names, columns, strict=True))

    @property
    def has_header(self) -> bool:
        """Whether the names come from the file."""
        return self._start == 1

    def raw(self, weights: str | None) -> RawTable:
        """Return the columns; `weights` names the column of row weights."""
        if weights is not None:
            check_known([weights], self._columns, "for the weights")
        check_known(self._policy.exclude, self._columns, "to exclude")
        rows = self._encoder.n_records - self._start
        table = RawTable({}, rows, self._where, notes=self.notes)
        for name, j in self._columns.items():
            if name == weights:
                try:
                    table.weights = column_weights(name, self._column(j))
                except MissingError as problem:
                    table.problems.add(name, problem)
            elif name not in self._policy.exclude:
                table.columns[name] = self._column(j, as_text=name in self._policy.states)
        return table

    def _where(self, row: int) -> str:
        return f"line {self._encoder.line_of(row + self._start)}"

    def _column(self, column: int, as_text: bool = False) -> RawColumn:
        encoder, missing = self._encoder, self._policy.missing_values
        if encoder.is_coded(column):
            counts: Any = encoder.counts(column)
            counts[0] -= self._start
            codes: Codes = np.asarray(encoder.codes(column))[self._start :]
            return encode_labels(encoder.labels(column), counts > 0, codes, missing, as_text)
        if encoder.is_numeric(column) and not as_text and self._starts_with_a_number(column):
            values: npt.NDArray[np.float64] = np.asarray(encoder.numbers(column))
            return Real(values[self._start :])
        skip = int(self._start and not encoder.first_recurs(column))
        rows = [max(0, row - self._start) for row in encoder.first_records(column)]
        seen = zip(encoder.labels(column)[skip:], rows[skip:], strict=True)
        kept = [(label, row) for label, row in seen if label not in missing]
        return TooWide([label for label, _ in kept], [row for _, row in kept])

    def _starts_with_a_number(self, column: int) -> bool:
        # The encoder takes the first cell of a column of numbers for a header, whatever it is.
        first = self._encoder.first_record[column]
        return bool(self._start) or is_number(first) or first in self._policy.missing_values
