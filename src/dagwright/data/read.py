"""`read_data`: files into datasets."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path

from dagwright._core import CsvEncoder, CsvError
from dagwright.data.csv_table import CsvTable
from dagwright.data.dataset import Dataset
from dagwright.errors import DataError, FormatError

__all__ = ["read_data"]

_PIECE_BYTES = 1 << 20
_SUFFIXES = (".csv", ".data")


def read_data(
    path: str | os.PathLike[str], header: bool | None = None, weights: str | None = None
) -> Dataset:
    r"""Read a table of discrete values from a file.

    Cells are separated by commas and may be quoted (RFC 4180); the text is UTF-8. A column whose
    labels are all integers has int states in numeric order; any other has str states in
    lexicographic order. The cells '', 'NA', 'NaN', 'nan' and '?' are missing values and are
    refused, as are columns of numbers that are not all whole.

    Parameters
    ----------
    path : str or path
        A file whose name ends in .csv, .data, .csv.gz, .data.gz or .gz.
    header : bool, optional
        Whether the first record names the columns. By default it is taken for a header iff its
        cells are all non-empty and distinct, not all of them numbers, and none occurs again in its
        own column. Without header the variables are x0, x1, ....
    weights : str, optional
        Name of the column that says how many times each row counts; it is not a variable.

    Returns
    -------
    Dataset
        The coded table.

    Raises
    ------
    FormatError
        If the file cannot be read, or is not what its name says; the message names the line.
    DataError
        If the table is empty, continuous or has missing values; the message names every column.

    Examples
    --------
    >>> import dagwright as dw, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "weather.csv"
    >>> _ = path.write_text("rain,wet\nno,0\nyes,1\nyes,1\n")
    >>> dw.read_data(path)
    Dataset(3 rows, 2 variables: rain[2], wet[2])
    """
    file = Path(path)
    _check_suffix(file)
    encoder = CsvEncoder(",")
    try:
        for piece in _pieces(file):
            encoder.feed(piece)
        encoder.finish()
    except CsvError as error:
        raise FormatError(f"{file}, {error}") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FormatError(f"{file} is not a complete gzip file: {error}") from error
    except OSError as error:
        raise FormatError(f"cannot read {file}: {error.strerror or error}") from error
    try:
        return CsvTable(encoder, header).dataset(weights)
    except DataError as error:
        raise DataError(f"{file}: {error}") from None


def _check_suffix(file: Path) -> None:
    suffixes = [suffix.lower() for suffix in file.suffixes]
    compressed = suffixes[-1:] == [".gz"]
    inner = suffixes[-2:-1] if compressed else suffixes[-1:]
    if not (inner == [] and compressed) and (inner == [] or inner[0] not in _SUFFIXES):
        supported = ", ".join([*_SUFFIXES, *(suffix + ".gz" for suffix in _SUFFIXES), ".gz"])
        raise FormatError(f"{file}: unknown kind of file; supported are {supported}")


def _pieces(file: Path) -> Iterator[bytes]:
    with file.open("rb") as raw:
        stream = gzip.GzipFile(fileobj=raw) if file.suffix.lower() == ".gz" else raw
        while piece := stream.read(_PIECE_BYTES):
            yield piece
