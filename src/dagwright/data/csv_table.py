"""The columns that the CSV encoder read, without the header, as a `Dataset`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright._core import CsvEncoder
from dagwright.data.dataset import Dataset
from dagwright.data.encode import Codes
from dagwright.data.header import is_header
from dagwright.data.problems import ColumnError, MissingError, Problems, quoted
from dagwright.data.text_labels import MISSING_MARKERS, encode_labels
from dagwright.data.validate import checked_names
from dagwright.errors import DataError

__all__ = ["CsvTable"]


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
    """

    def __init__(self, encoder: CsvEncoder, header: bool | None) -> None:
        if encoder.n_records == 0:
            raise DataError("the file is empty")
        self._encoder = encoder
        self._counts: list[Any] = [encoder.counts(j) for j in range(encoder.n_columns)]
        first = encoder.first_record
        if header is None:
            header = is_header(first, [counts[0] > 1 for counts in self._counts])
        self._start = int(header)
        self.names = first if header else [f"x{j}" for j in range(encoder.n_columns)]
        if header and encoder.n_records == 1:
            raise DataError("the file has a header and no rows (header=False reads it as a row)")
        for counts in self._counts:
            counts[0] -= self._start

    def dataset(self, weights: str | None) -> Dataset:
        """Return the coded table; `weights` names the column of row weights."""
        if weights is not None and weights not in self.names:
            raise DataError(
                f"no column {weights!r} for the weights: there are {quoted(self.names)}"
            )
        checked_names(self.names)
        problems = Problems()
        names, states, codes, row_weights = [], [], [], None
        for j, name in enumerate(self.names):
            try:
                self._check_missing(j)
                if name == weights:
                    row_weights = self._weights(j)
                    continue
                labels = self._encoder.labels(j)
                column = encode_labels(labels, self._counts[j] > 0, self._codes(j))
                names.append(name)
                states.append(column[0])
                codes.append(column[1])
            except ColumnError as problem:
                problems.add(name, problem)
        problems.raise_if_any()
        return Dataset(names, states, codes, row_weights)

    def _check_missing(self, column: int) -> None:
        counts = zip(self._encoder.labels(column), self._counts[column], strict=True)
        missing = sum(int(count) for label, count in counts if label in MISSING_MARKERS)
        if missing:
            raise MissingError(missing)

    def _codes(self, column: int) -> Codes:
        codes: Codes = np.asarray(self._encoder.codes(column))[self._start :]
        return codes

    def _weights(self, column: int) -> npt.NDArray[Any]:
        used = zip(self._encoder.labels(column), self._counts[column] > 0, strict=True)
        try:
            numbers = [float(label) if use else 0.0 for label, use in used]
        except ValueError as error:
            raise DataError(f"column {self.names[column]!r} holds no weights: {error}") from None
        values: npt.NDArray[Any] = np.array(numbers)[self._codes(column)]
        return values
