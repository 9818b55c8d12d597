"""`read_data`: files into datasets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dagwright._core import CsvEncoder, CsvError
from dagwright.data.assemble import assemble
from dagwright.data.csv_table import CsvTable, labels_to_keep
from dagwright.data.dataset import Dataset
from dagwright.data.delimiter import checked_delimiter, guess_delimiter
from dagwright.data.encode import Label
from dagwright.data.parquet import parquet_table
from dagwright.data.policy import DEFAULT_MAX_STATES, Policy, make_policy
from dagwright.data.raw import RawTable
from dagwright.data.source import Source, policy_options
from dagwright.data.state_counts import take_state_counts
from dagwright.data.streams import COMPRESSIONS, opened, pieces, plain_suffix
from dagwright.data.text_labels import MISSING_MARKERS
from dagwright.errors import DataError, FormatError

if TYPE_CHECKING:
    from dagwright.data.discretizer import Discretizer

__all__ = ["read_data"]

_TEXT = (".csv", ".tsv", ".tab", ".dat", ".data", ".txt")
_PARQUET = (".parquet", ".pq")


def read_data(
    path: str | os.PathLike[str],
    header: bool | None = None,
    weights: str | None = None,
    *,
    delimiter: str | None = None,
    states: Mapping[str, Sequence[Label]] | None = None,
    missing: str = "error",
    missing_values: Iterable[object] | None = None,
    discretize: Discretizer | str | None = None,
    max_states: int | None = DEFAULT_MAX_STATES,
    exclude: Iterable[str] = (),
) -> Dataset:
    r"""Read a table from a file, in one pass and without holding its text in memory.

    Text is UTF-8, and cells may be quoted (RFC 4180). A column whose labels are all integers has
    int states in numeric order; any other has str states in lexicographic order.

    Parameters
    ----------
    path : str or path
        A table of text, named .csv, .tsv, .tab, .dat, .data or .txt, or a .parquet file (which
        needs pyarrow or polars); each also compressed: .gz, .bz2 or .xz after that.
    header : bool, optional
        Whether the first record names the columns. By default it is taken for a header iff it has
        text in it, and either none of its cells occurs again in its own column, or some of the
        text stands above numbers; `Dataset.notes` says so. Without header the variables are x0,
        x1, ....
    weights : str, optional
        Name of the column that says how many times each row counts; it is not a variable.
    delimiter : str, optional
        What separates cells; ``" "`` stands for any run of blanks. By default tabs in .tsv and .tab
        files; otherwise whichever of comma, semicolon, tab and (not in .csv) blanks comes first in
        this list and is in the first line.
    states : dict, optional
        For some columns the states they can have, in order. States that no row has count in the
        arity; a value that is not declared is an error.
    missing : str
        ``"error"`` refuses missing values; ``"drop"`` leaves out the rows that have one and says so
        in `Dataset.warnings`; ``"state"`` gives them a last state ``'missing'`` in their column.
    missing_values : iterable of str, optional
        Which cells are missing values, instead of '', 'NA', 'NaN', 'nan' and '?'. In parquet files
        only nulls and NaN are by default.
    discretize : Discretizer or str, optional
        How to cut continuous columns into intervals: a method of `Discretizer`, or one with
        options. One that is not fitted yet is fitted to this table.
    max_states : int, optional
        A column with more states is refused, unless they are declared by `states`; None for no
        limit. Numbers with more count as continuous.
    exclude : iterable of str
        Columns to leave out.

    Returns
    -------
    Dataset
        The coded table.

    Raises
    ------
    FormatError
        If the file cannot be read, or is not what its name says; the message names the line.
    DataError
        If the table is empty, continuous or has missing values, or names in its header are empty or
        repeated; the message names every column.

    Examples
    --------
    >>> import dagwright as dw, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "weather.csv"
    >>> _ = path.write_text("rain,wet\nno,0\nyes,1\nyes,1\n")
    >>> dw.read_data(path)
    Dataset(3 rows, 2 variables: rain[2], wet[2])
    >>> dw.read_data(path, states={"rain": ["no", "some", "yes"]}).arities
    (3, 2)
    """
    file = Path(path)
    parquet = plain_suffix(file) in _PARQUET
    _check_suffix(file)
    usual = frozenset() if parquet else MISSING_MARKERS
    policy = make_policy(
        states=states,
        missing=missing,
        missing_values=missing_values,
        discretize=discretize,
        max_states=max_states,
        exclude=exclude,
        default_missing=usual,
    )
    options = policy_options(policy, make_policy(default_missing=usual))
    source = None
    if options is not None:
        given = {"header": header, "weights": weights, "delimiter": delimiter}
        told = {name: value for name, value in given.items() if value is not None}
        source = Source("read_data", os.fspath(path), {**told, **options})
    try:
        if parquet:
            table = parquet_table(file, weights, policy)
        else:
            table = _text_table(file, header, weights, delimiter, policy)
        return Dataset._from_parts(assemble(table, policy), source)
    except DataError as error:
        raise DataError(f"{file}: {error}") from None


def _check_suffix(file: Path) -> None:
    suffix = plain_suffix(file)
    bare = suffix == "" and file.suffix.lower() in COMPRESSIONS  # 'table.gz' is taken for text
    if not bare and suffix not in _TEXT + _PARQUET:
        supported = f"{', '.join(_TEXT + _PARQUET)}, each also with {', '.join(COMPRESSIONS)}"
        raise FormatError(f"{file}: unknown kind of file; supported are {supported}")


def _text_table(
    file: Path, header: bool | None, weights: str | None, delimiter: str | None, policy: Policy
) -> RawTable:
    if delimiter is not None:
        delimiter = checked_delimiter(delimiter)
    encoder = None
    with opened(file) as stream:
        try:
            for piece in pieces(stream):
                if encoder is None:
                    delimiter = delimiter or guess_delimiter(plain_suffix(file), piece)
                    missing = sorted(policy.missing_values)
                    encoder = CsvEncoder(delimiter, labels_to_keep(policy), missing)
                encoder.feed(piece)
            if encoder is not None:
                encoder.finish()
        except CsvError as error:
            raise FormatError(f"{file}, {error}") from None
    if encoder is None:
        raise DataError("the file is empty: a table has a row at least")
    read = CsvTable(encoder, header, policy)
    table = read.raw(weights)
    if plain_suffix(file) == ".dat" and read.has_header:
        return take_state_counts(table)
    return table
