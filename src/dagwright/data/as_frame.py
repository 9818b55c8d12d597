"""Coded columns as a table of a data frame library: the work behind `Dataset.to_frame`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Codes, Label
from dagwright.errors import DagwrightError, DataError
from dagwright.words import quoted

__all__ = ["as_frame"]


def as_frame(
    names: Sequence[str],
    states: Sequence[Sequence[Label]],
    codes: Sequence[Codes],
    weights: npt.NDArray[np.int64] | None,
    *,
    backend: str,
    weights_name: str,
) -> Any:
    """Return the columns, and the weights under their name if there are any."""
    if backend not in _BACKENDS:
        raise DataError(f"no backend {backend!r}: choose {quoted(_BACKENDS)}")
    if weights is not None and weights_name in names:
        raise DataError(f"a variable is called {weights_name!r}: name the weights otherwise")
    make_column, make_table = _BACKENDS[backend]
    library = None if backend == "dict" else _library(backend)
    columns = {
        name: make_column(library, _of_one_kind(labels), column)
        for name, labels, column in zip(names, states, codes, strict=True)
    }
    if weights is not None:
        columns[weights_name] = weights.tolist() if library is None else weights
    return make_table(library, columns)


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise DagwrightError(f"{name} is not installed: pip install {name}") from error


def _of_one_kind(labels: Sequence[Label]) -> list[Label]:
    if len(set(map(type, labels))) > 1:
        return [str(label) for label in labels]
    return list(labels)


def _list_column(_: Any, labels: list[Label], codes: Codes) -> list[Label]:
    return [labels[code] for code in codes.tolist()]


def _pandas_column(pandas: Any, labels: list[Label], codes: Codes) -> Any:
    # Codes of pandas are signed; -1 means missing.
    signed = codes.astype(np.min_scalar_type(-max(1, len(labels))))
    return pandas.Categorical.from_codes(signed, categories=pandas.Index(labels))


def _polars_column(polars: Any, labels: list[Label], codes: Codes) -> Any:
    column = polars.Series(labels).gather(codes.astype(np.uint32))
    return column.cast(polars.Enum(labels)) if isinstance(labels[0], str) else column


def _pyarrow_column(pyarrow: Any, labels: list[Label], codes: Codes) -> Any:
    indices = pyarrow.array(codes.astype(np.int32))
    return pyarrow.DictionaryArray.from_arrays(indices, pyarrow.array(labels))


_BACKENDS: dict[str, tuple[Callable[..., Any], Callable[[Any, dict[str, Any]], Any]]] = {
    "pandas": (_pandas_column, lambda library, columns: library.DataFrame(columns)),
    "polars": (_polars_column, lambda library, columns: library.DataFrame(columns)),
    "pyarrow": (_pyarrow_column, lambda library, columns: library.table(columns)),
    "dict": (_list_column, lambda _, columns: columns),
}
