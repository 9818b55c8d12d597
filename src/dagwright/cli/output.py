"""What a search found, as the content of files."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import dagwright as dw
from dagwright.cli.inputs import EXAMPLE
from dagwright.cli.outputs import STANDARD_STREAM, Output
from dagwright.errors import FormatError
from dagwright.files import check_writable
from dagwright.network.file_formats import (
    as_written,
    format_text,
    holds_network,
    holds_structure,
)
from dagwright.network.formats.delimited import write_edge_list

__all__ = ["check_holds_structure", "default_outputs", "edge_lines", "network_text"]

_TEXT = {".csv", ".tsv", ".tab", ".dat", ".data", ".txt"}
_OTHERS = {".parquet", ".pq", ".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".sav", ".zsav", ".dta"}
_TABLES = _TEXT | _OTHERS | {".gz", ".bz2", ".xz", ".zip"}
"""Suffixes that say what kind of table a file is, and so are not part of its name."""
_SUFFIX = ".bif"
_LONGEST_STEM = 240  # bytes: names have at most 255, and a number and the suffix are to fit


def default_outputs(data: str) -> tuple[Iterator[Path], str | None]:
    """Yield where to write a network without --output; or say why it is not written.

    Next to the data, under its name; then with a number, for if there is such a file nothing is
    overwritten. Standard input has neither a place nor a name.
    """
    nowhere: Iterator[Path] = iter(())
    if data == STANDARD_STREAM:
        return nowhere, "not written, since standard input has no name: say where by -o FILE"
    if data.startswith(EXAMPLE):
        return nowhere, None
    source = Path(data)
    while source.suffix.lower() in _TABLES:
        source = source.with_suffix("")
    stem = source.name
    while len(os.fsencode(stem)) > _LONGEST_STEM:
        stem = stem[:-1]
    names = itertools.chain([stem], (f"{stem}-{k}" for k in itertools.count(2)))
    outputs = (source.with_name(name + _SUFFIX) for name in names)
    free = (path for path in outputs if not os.path.lexists(path))
    first = next(free)
    try:
        check_writable(first)
    except FormatError as error:
        return nowhere, f"not written: {error}"
    return itertools.chain([first], free), None


def network_text(
    found: dw.Result | dw.Dag,
    output: Output,
    pseudo_count: float,
    data: dw.Dataset | None = None,
    remarks: list[str] | None = None,
) -> str:
    """Return a network with its probabilities where the format has them and the data is known.

    A result of learn knows the table as it was cut, which its network is about. What the user
    should know about the file is added to the remarks.
    """
    dag = found if isinstance(found, dw.Dag) else found.dag
    knows = isinstance(found, dw.Result) and found.table is not None
    content: dw.BayesianNetwork | dw.Dag
    if not holds_network(output.suffix) or (data is None and not knows):
        content = dag
    elif knows:
        content = dw.fit(found, pseudo_count=pseudo_count)
    else:
        content = dw.fit(dag, data, pseudo_count)
    if remarks is not None and isinstance(content, dw.BayesianNetwork):
        remarks += _about_names(content, output.suffix)
    return format_text(content, output.suffix, str(output))


def _about_names(net: dw.BayesianNetwork, suffix: str) -> list[str]:
    written = as_written(net, suffix)
    count = 0 if written is None else written.n_changed
    if count == 1:
        return ["1 name is written as an identifier; the real one is in the file as a property"]
    if count:
        return [
            f"{count:,} names are written as identifiers; the real ones are in the file as "
            "properties"
        ]
    return []


def check_holds_structure(output: Output | None) -> None:
    """Refuse a format of networks with probabilities when there is no data to estimate them."""
    if output is not None and not holds_structure(output.suffix):
        raise FormatError(
            f"{output}: this format holds probabilities, which need --data; "
            "or write a structure (.dot, .json, .csv)"
        )


def edge_lines(dag: dw.Dag) -> Iterator[str]:
    """Yield a network as text: what is printed if it could not be written."""
    yield "the network, as a .csv file would have it:"
    yield from write_edge_list(dag).splitlines()
