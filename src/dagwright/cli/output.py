"""Writing what a search found."""

from __future__ import annotations

import itertools
from pathlib import Path

import dagwright as dw
from dagwright.cli.inputs import EXAMPLE
from dagwright.errors import FormatError
from dagwright.files import check_writable
from dagwright.network.file_formats import check_suffix, holds_network, holds_structure

__all__ = [
    "STANDARD_INPUT",
    "check_holds_structure",
    "complete_suffix",
    "default_output",
    "write_result",
]

STANDARD_INPUT = "-"
_TEXT = {".csv", ".tsv", ".tab", ".dat", ".data", ".txt"}
_OTHERS = {".parquet", ".pq", ".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".sav", ".zsav", ".dta"}
_TABLES = _TEXT | _OTHERS | {".gz", ".bz2", ".xz", ".zip"}
"""Suffixes that say what kind of table a file is, and so are not part of its name."""


def complete_suffix(output: Path, default: str) -> Path:
    """Return the path, with a suffix if it had none, or refuse a suffix that names no format."""
    if not output.suffix:
        output = output.with_name(output.name + default)
    check_suffix(output)
    return output


def default_output(data: str) -> tuple[Path | None, str | None]:
    """Return where to write a network without --output, or a remark why it is not written.

    Next to the data, under its name; with a number if that file exists, so that nothing is
    overwritten. Standard input has neither a place nor a name.
    """
    if data == STANDARD_INPUT:
        return None, "not written, since standard input has no name: say where by -o FILE"
    if data.startswith(EXAMPLE):
        return None, None
    source = Path(data)
    while source.suffix.lower() in _TABLES:
        source = source.with_suffix("")
    names = itertools.chain([source.name], (f"{source.name}-{k}" for k in itertools.count(2)))
    outputs = (source.with_name(name + ".bif") for name in names)
    output = next(path for path in outputs if not path.exists())
    try:
        check_writable(output)
    except FormatError as error:
        return None, f"not written: {error}"
    return output, None


def write_result(
    found: dw.Result | dw.Dag, output: Path, pseudo_count: float, data: dw.Dataset | None = None
) -> None:
    """Write a network with its probabilities where the format has them and the data is known.

    A result of learn knows the table as it was cut, which its network is about.
    """
    dag = found if isinstance(found, dw.Dag) else found.dag
    knows = isinstance(found, dw.Result) and found.table is not None
    if not holds_network(output) or (data is None and not knows):
        dw.write_structure(dag, output)
    elif knows:
        dw.fit(found, pseudo_count=pseudo_count).write(output)
    else:
        dw.fit(dag, data, pseudo_count).write(output)


def check_holds_structure(output: Path) -> None:
    """Refuse a format of networks with probabilities when there is no data to estimate them."""
    if not holds_structure(output):
        raise FormatError(
            f"{output}: this format holds probabilities, which need --data; "
            "or write a structure (.dot, .json, .csv)"
        )
