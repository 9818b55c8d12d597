"""`read_data`: files into datasets."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from dagwright.data.assemble import assemble
from dagwright.data.dataset import Dataset
from dagwright.data.options import TableOptions, TableWords, takes_table_words
from dagwright.data.reading import read_raw
from dagwright.data.source import Source, told_options
from dagwright.errors import DataError, located
from dagwright.memory import lacks_are_resource_errors

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["read_data", "read_table_of"]


@takes_table_words
@lacks_are_resource_errors()
def read_data(
    path: str | os.PathLike[str],
    *,
    options: TableOptions | None = None,
    **words: Unpack[TableWords],
) -> Dataset:
    r"""Read a table from a file, in one pass and without holding its text in memory.

    Encoding, delimiter, header, decimal sign and missing values are found out; what each column
    holds and what becomes of it is decided from its values. `Dataset.notes` and `Dataset.columns`
    say so, and you can overrule each decision by the words of `TableOptions`.

    Parameters
    ----------
    path : str or path
        A table of text (.csv, .tsv, .txt, .dat ...), a workbook (.xlsx, .xls, .ods), a file of SPSS
        or Stata (.sav, .dta) or a .parquet file; text and parquet also compressed (.gz, .bz2, .xz,
        or a .zip with one table in it); ``"-"`` for standard input.
    options : TableOptions, optional
        What you say about the table.
    **words
        The fields of `TableOptions`, one by one, such as ``header`` or ``weights``.

    Returns
    -------
    Dataset
        The coded table.

    Raises
    ------
    FormatError
        If the file cannot be read, or is not what its name says; the message names the line.
    DataError
        If the table is empty, if no column can be used, or an option does not fit it.

    Examples
    --------
    >>> import dagwright as dw, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "weather.csv"
    >>> _ = path.write_text("rain,wet\n" + "no,0\nyes,1\nyes,0\n" * 9)
    >>> dw.read_data(path)
    Dataset(27 rows, 2 variables: rain[2], wet[2])
    >>> dw.read_data(path, states={"rain": ["no", "some", "yes"]}).arities
    (3, 2)
    """
    told = TableOptions.of(options, **words)
    return read_table_of(path, told, lambda names: told)  # noqa: ARG005 - it says all already


def read_table_of(
    path: str | os.PathLike[str],
    reading: TableOptions,
    options_for: Callable[[Collection[str]], TableOptions],
) -> Dataset:
    """Read a table of which more can be said once the names of its columns are known.

    Parameters
    ----------
    path
        As for `read_data`.
    reading
        What is said beforehand.
    options_for
        Returns all that is said about a table with columns of these names.
    """
    raw = read_raw(path, reading)  # which says where it failed itself
    try:
        told = options_for(raw.columns)
        written = told_options(told)
        source = None if written is None else Source("read_data", os.fspath(path), written)
        return Dataset._from_parts(assemble(raw, told), source)
    except DataError as error:
        raise located(error, path, DataError) from None
