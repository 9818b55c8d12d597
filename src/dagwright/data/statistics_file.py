"""Files of SPSS and Stata, with their value labels and user-missing values."""

from __future__ import annotations

import importlib
import tempfile
from pathlib import Path
from shutil import copyfileobj
from typing import Any

import numpy as np

from dagwright.data.encode import code_dtype
from dagwright.data.growing_column import GrowingTable
from dagwright.data.options import TableOptions
from dagwright.data.raw import Coded, RawColumn, RawTable
from dagwright.data.streams import ByteSource
from dagwright.errors import DagwrightError, DataError, FormatError

__all__ = ["is_statistics_file", "statistics_table"]

_READERS = {".sav": "read_sav", ".zsav": "read_sav", ".por": "read_por", ".dta": "read_dta"}
_MAGIC = {b"$FL2": ".sav", b"$FL3": ".zsav", b"<stata_dta>": ".dta"}


def is_statistics_file(source: ByteSource, start: bytes) -> bool:
    """Tell whether a file is one of SPSS or Stata, by its name or its first bytes."""
    return source.suffix in _READERS or start.startswith(tuple(_MAGIC))


def statistics_table(source: ByteSource, options: TableOptions) -> RawTable:
    """Return the columns of a file.

    A column of which all values have a label has these labels as declared states; another one has
    its values. What the file declares as missing is missing.
    """
    columns, meta = _read(source)
    n_rows = int(getattr(meta, "number_rows", None) or len(next(iter(columns.values()), ())))
    if n_rows == 0 or not columns:
        raise DataError("the table has no rows: at least one is needed")
    labelled: dict[str, RawColumn] = {}
    for name in columns:
        labels = meta.variable_value_labels.get(name, {})
        ranges = meta.missing_ranges.get(name, [])
        if ranges:
            columns[name] = [None if _is_within(cell, ranges) else cell for cell in columns[name]]
        kept = {v: str(label) for v, label in labels.items() if not _is_within(v, ranges)}
        column = _labelled(columns[name], kept)
        if column is not None:
            labelled[name] = column
    growing = GrowingTable(options)
    growing.add({name: values for name, values in columns.items() if name not in labelled})
    others = growing.columns()
    ordered = {name: labelled.get(name) or others[name] for name in columns}
    table = RawTable(ordered, n_rows, decimal=growing.decimal)
    if labelled:
        table.notes.append(f"value labels were used in {len(labelled)} of {len(columns)} columns")
    return table


def _read(source: ByteSource) -> tuple[dict[str, Any], Any]:
    try:
        library = importlib.import_module("pyreadstat")
    except ImportError:
        raise DagwrightError(
            f"{source.name}: reading files of SPSS and Stata needs pyreadstat: "
            "pip install 'dagwright[stats]'"
        ) from None
    with source.opened() as stream, tempfile.TemporaryDirectory() as folder:
        start = stream.read(16)
        suffix = next((kind for magic, kind in _MAGIC.items() if start.startswith(magic)), "")
        suffix = source.suffix if source.suffix in _READERS else suffix
        plain = Path(folder) / f"table{suffix}"  # the library wants a path
        with plain.open("wb") as out:
            out.write(start)
            copyfileobj(stream, out)
        try:
            # SPSS's own missing values come as they are, so that their labels stay distinct.
            more = {"user_missing": True} if _READERS[suffix] == "read_sav" else {}
            read = getattr(library, _READERS[suffix])
            columns, meta = read(str(plain), output_format="dict", **more)
        except (DagwrightError, MemoryError):
            raise
        except Exception as error:  # it has several, without a common base
            raise FormatError(f"{source.name} is not a readable {suffix} file: {error}") from error
    if not all(isinstance(name, str) and name for name in columns):
        raise FormatError(f"{source.name} is not a readable {suffix} file: a column has no name")
    return dict(columns), meta


def _is_within(value: Any, ranges: list[dict[str, Any]]) -> bool:
    try:
        return any(span["lo"] <= value <= span["hi"] for span in ranges)
    except TypeError:  # a range of text and a number, or no value
        return False


def _labelled(values: Any, labels: dict[Any, str]) -> RawColumn | None:
    """Return a column of labels, or None if some value has none."""
    if not labels:
        return None
    cells = values.tolist() if hasattr(values, "tolist") else list(values)
    missing = np.array([cell is None or cell != cell for cell in cells], dtype=bool)  # noqa: PLR0124 - NaN
    states = list(dict.fromkeys(labels[value] for value in sorted(labels, key=_sort_key)))
    code_of = {value: states.index(label) for value, label in labels.items()}
    if any(cell not in code_of for cell, gone in zip(cells, missing, strict=True) if not gone):
        return None
    codes = np.array(
        [0 if gone else code_of[cell] for cell, gone in zip(cells, missing, strict=True)],
        dtype=code_dtype(len(states)),
    )
    return Coded(tuple(states), codes, missing if missing.any() else None, declared=True)


def _sort_key(value: Any) -> tuple[bool, Any]:
    return isinstance(value, str), value
