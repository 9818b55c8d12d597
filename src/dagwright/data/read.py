"""`read_data`: files into datasets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dagwright.data.assemble import assemble
from dagwright.data.dataset import Dataset
from dagwright.data.encode import Label
from dagwright.data.options import TableOptions
from dagwright.data.policy import DEFAULT_MAX_STATES, make_policy
from dagwright.data.problems import MissingError, check_known
from dagwright.data.reading import read_raw
from dagwright.data.source import Source, policy_options
from dagwright.data.text_labels import MISSING_MARKERS
from dagwright.data.weights import column_weights
from dagwright.errors import DataError

if TYPE_CHECKING:
    from dagwright.data.discretizer import Discretizer

__all__ = ["read_data"]


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
    usual = frozenset() if file.suffix in {".parquet", ".pq"} else MISSING_MARKERS
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
    words = TableOptions(
        header=header, delimiter=delimiter, states=states, max_states=max_states, weights=weights
    )
    table = read_raw(path, words)
    try:
        if weights is not None:
            check_known([weights], table.columns, "for the weights")
            try:
                table.weights = column_weights(weights, table.columns.pop(weights), table.decimal)
            except MissingError as problem:
                table.problems.add(weights, problem)
        return Dataset._from_parts(assemble(table, policy), source)
    except DataError as error:
        raise DataError(f"{file}: {error}") from None
