"""The first record of a table of text: whether it names the columns, and how well."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from dagwright._core import CsvEncoder
from dagwright.data.encode import Codes
from dagwright.data.text_labels import is_number
from dagwright.errors import DataError

__all__ = ["FirstRecord"]


class FirstRecord:
    """The cells of the first record, and what their columns hold below.

    Parameters
    ----------
    encoder : CsvEncoder
        A finished encoder.
    missing : collection of str
        Cells that are missing values.
    """

    def __init__(self, encoder: CsvEncoder, missing: Collection[str]) -> None:
        self._encoder = encoder
        self._missing = missing
        self._cells = encoder.first_record

    def is_header(self) -> bool:
        """Guess whether the record names the columns.

        It does if there is text in it, and either none of its cells occurs again in its own column
        (a value usually does, a name hardly ever), or some of the text stands above numbers. Empty
        cells and repeated ones do not count against it: they are faults of a header, not data.
        """
        text = [j for j, cell in enumerate(self._cells) if self._is_text(cell)]
        filled = [j for j, cell in enumerate(self._cells) if cell and cell not in self._missing]
        if not text:
            return False
        if not any(self._encoder.first_recurs(j) for j in filled):
            return True
        return any(self._is_above_numbers(j) for j in text)

    def named_columns(self, guessed: bool) -> tuple[list[int], list[str]]:
        """Return the columns to read, and remarks on others, for a record that is a header.

        A first column without name that counts the rows is the index of a data frame; a column
        with neither name nor values comes from a delimiter at the end of the lines. Both are left
        out.

        Parameters
        ----------
        guessed : bool
            Whether that is a guess, rather than what the user said.

        Raises
        ------
        DataError
            If another column has no name, or two have the same; it names them and the cure.
        """
        notes = []
        columns = list(range(len(self._cells)))
        nameless = [j for j in columns if not self._cells[j]]
        for j in nameless:
            if j == 0 and self._counts_rows(j):
                notes.append("column 1 has no name and counts the rows: left out as an index")
            elif self._is_empty(j):
                notes.append(f"column {j + 1} has neither a name nor values: left out")
            else:
                continue
            columns.remove(j)
        faults = self._faults(columns)
        if faults:
            advice = (
                "; if the first line is data and not names, say so (header=False, --no-header)"
                if guessed
                else ""
            )
            raise DataError(f"the names in the first line are faulty: {'; '.join(faults)}{advice}")
        return columns, notes

    def _is_text(self, cell: str) -> bool:
        return bool(cell) and cell not in self._missing and not is_number(cell)

    def _is_above_numbers(self, column: int) -> bool:
        if self._encoder.first_recurs(column):
            return False
        if not self._encoder.is_coded(column):
            return self._encoder.is_numeric(column)
        below = [x for x in self._encoder.labels(column)[1:] if x not in self._missing]
        return bool(below) and all(map(is_number, below))

    def _counts_rows(self, column: int) -> bool:
        values = self._numbers_below(column)
        if values is None or len(values) == 0 or values[0] not in {0, 1}:
            return False
        return bool((np.diff(values) == 1).all())

    def _numbers_below(self, column: int) -> npt.NDArray[np.float64] | None:
        if not self._encoder.is_coded(column):
            if not self._encoder.is_numeric(column):
                return None
            numbers: npt.NDArray[np.float64] = np.asarray(self._encoder.numbers(column))
            return numbers[1:]
        labels = self._encoder.labels(column)
        if not all(map(is_number, labels[1:])) or self._encoder.first_recurs(column):
            return None
        values: npt.NDArray[np.float64] = np.array([np.nan, *map(float, labels[1:])])
        codes: Codes = np.asarray(self._encoder.codes(column))
        return values[codes[1:]]

    def _is_empty(self, column: int) -> bool:
        return self._encoder.is_coded(column) and self._encoder.labels(column) == [""]

    def _faults(self, columns: list[int]) -> list[str]:
        faults = []
        places: dict[str, list[str]] = {}
        for j in columns:
            places.setdefault(self._cells[j], []).append(str(j + 1))
        for name, numbers in places.items():
            listed = ", ".join(numbers[:-1]) + f" and {numbers[-1]}" if numbers[1:] else numbers[0]
            if not name:
                nouns = ("columns", "have") if numbers[1:] else ("column", "has")
                faults.append(
                    f"{nouns[0]} {listed} {nouns[1]} no name: give each column a name, or delete it"
                )
            elif numbers[1:]:
                both, rest = ("both", "one") if len(numbers) == 2 else ("all", "the others")
                faults.append(f"columns {listed} are {both} called {name!r}: rename {rest}")
        return faults
