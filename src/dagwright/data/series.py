"""One column of any kind into states and codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import (
    Column,
    code_dtype,
    encode_booleans,
    encode_integers,
    encode_strings,
    sort_labels,
)
from dagwright.data.problems import UnusableError
from dagwright.data.raw import Coded, Mask, Real, scatter

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["encode_series"]

_MIXED = "mixed types (such as text and numbers): convert to strings first"


def encode_series(values: Any) -> Coded | Real:
    """Return one column, its missing values marked, or raise a ColumnError.

    `values` is a narwhals series, a series of a data frame library, a numpy array or a sequence.
    """
    if isinstance(values, list | tuple):
        return _encode_objects(values)
    if isinstance(values, np.ndarray):
        return _encode_array(values)
    import narwhals as nw  # noqa: PLC0415 - takes longer to import than the rest of the package

    series = nw.from_native(values, series_only=True, pass_through=True)
    if isinstance(series, nw.Series):
        return _encode_narwhals(series)
    return _encode_objects(list(values))


def _encode_narwhals(series: nw.Series[Any]) -> Coded | Real:
    if not series.null_count():
        return _encode_present(series)
    missing = series.is_null().to_numpy().astype(bool)
    if missing.all():
        return Coded((), np.zeros(len(missing), dtype=np.uint8), missing)
    present = _encode_present(series.filter((~missing).tolist()))
    return _with_missing(present, missing)


def _with_missing(present: Coded | Real, missing: Mask) -> Coded | Real:
    if isinstance(present, Real):
        values = np.full(len(missing), np.nan)
        values[~missing] = present.values
        return Real(values)
    if present.missing is not None:  # NaN beside nulls
        missing[np.flatnonzero(~missing)[present.missing]] = True
        present = present.take(~present.missing)
    return replace(scatter((present.states, present.codes), missing), declared=present.declared)


def _encode_present(series: nw.Series[Any]) -> Coded | Real:
    import narwhals as nw  # noqa: PLC0415

    dtype = series.dtype
    if isinstance(dtype, nw.Categorical | nw.Enum):
        return _encode_categorical(series)
    if dtype.is_integer() or dtype.is_float() or isinstance(dtype, nw.Boolean):
        return _encode_array(series.to_numpy())
    if isinstance(dtype, nw.String):
        return Coded(*_encode_text(series))
    if isinstance(dtype, nw.Object):
        return _encode_objects(series.to_list())
    raise UnusableError(_unusable(str(dtype)))


def _encode_text(series: nw.Series[Any]) -> Column:
    # Each library numbers distinct strings in a hash table of its own, several times faster than
    # any loop over Python strings.
    native: Any = series.to_native()
    if hasattr(native, "factorize"):  # pandas and its kin
        codes, labels = native.factorize()
        return sort_labels([str(label) for label in labels], codes)
    if hasattr(native, "dictionary_encode"):  # pyarrow
        whole = native.dictionary_encode().unify_dictionaries().combine_chunks()
        return sort_labels(whole.dictionary.to_pylist(), whole.indices.to_numpy())
    if hasattr(native, "replace_strict") and len(native) > 0:  # polars
        labels = native.unique().to_list()
        codes = native.replace_strict(labels, list(range(len(labels))))
        return sort_labels(labels, codes.to_numpy())
    return encode_strings(series.to_list())


def _encode_categorical(series: nw.Series[Any]) -> Coded:
    # narwhals reports only observed categories, so the declared ones come from the libraries.
    import narwhals as nw  # noqa: PLC0415

    native: Any = series.to_native()
    if hasattr(native, "cat") and hasattr(native.cat, "codes"):  # pandas and its kin
        categories, codes = list(native.cat.categories), native.cat.codes.to_numpy()
    elif hasattr(native, "unify_dictionaries"):  # pyarrow
        whole = native.unify_dictionaries().combine_chunks()
        categories, codes = whole.dictionary.to_pylist(), whole.indices.to_numpy()
    elif isinstance(series.dtype, nw.Enum):  # polars
        categories, codes = native.dtype.categories.to_list(), native.to_physical().to_numpy()
    else:
        # A polars Categorical declares nothing: its categories are whatever was seen so far, in
        # this or another column. Only an Enum has states of its own.
        return Coded(*_encode_text(series.cast(nw.String)))
    states = [value.item() if isinstance(value, np.generic) else value for value in categories]
    kinds = set(map(type, states))
    if len(kinds) > 1:
        raise UnusableError(_MIXED)
    if not kinds <= {str, int, bool}:
        states = [str(state) for state in states]  # intervals of pandas.cut and the like
    return Coded(tuple(states), codes.astype(code_dtype(len(states))), declared=True)


def _encode_array(values: npt.NDArray[Any]) -> Coded | Real:
    kind = values.dtype.kind if values.ndim == 1 else ""
    if kind == "b":
        return Coded(*encode_booleans(values))
    if kind in {"i", "u"}:
        return Coded(*encode_integers(values))
    if kind == "f":
        real = Real(values.astype(np.float64, copy=False))
        return real.as_coded() or real
    if kind == "U":
        return Coded(*encode_strings(values.tolist()))
    if kind == "O":
        return _encode_objects(values.tolist())
    raise UnusableError(_unusable(str(values.dtype) if kind else f"{values.ndim}-D arrays"))


def _encode_objects(values: Sequence[Any]) -> Coded | Real:
    kinds = set(map(type, values))
    if kinds == {str}:
        return Coded(*encode_strings(values))
    missing = np.fromiter(map(_is_missing, values), bool, len(values))
    if missing.any():
        present = _encode_objects([value for value in values if not _is_missing(value)])
        return _with_missing(present, missing)
    families = set(map(_family, kinds))
    if families <= {str}:  # or nothing at all
        return Coded(*encode_strings([str(value) for value in values]))
    if families == {bool}:
        return Coded(*encode_booleans(np.asarray(values, dtype=bool)))
    if families == {int}:
        array = np.asarray(values)
        if array.dtype.kind not in "iu":
            raise UnusableError("integers beyond 64 bits: convert to strings first")
        return Coded(*encode_integers(array))
    if families <= {int, float}:
        return _encode_array(np.asarray(values, dtype=np.float64))
    if object not in families:
        raise UnusableError(_MIXED)
    raise UnusableError(_unusable(" and ".join(sorted(kind.__name__ for kind in kinds))))


def _family(kind: type) -> type:
    # bool before int, which it derives from
    for family, kinds in (
        (bool, (bool, np.bool_)),
        (str, (str,)),
        (int, (int, np.integer)),
        (float, (float, np.floating)),
    ):
        if issubclass(kind, kinds):
            return family
    return object


def _is_missing(value: Any) -> bool:
    if value is None:
        return True
    if isinstance(value, float | np.floating | np.datetime64 | np.timedelta64):
        return bool(value != value)  # noqa: PLR0124 - NaN and NaT alone differ from themselves
    # pandas.NA and pandas.NaT, without importing pandas
    return type(value).__name__ in {"NAType", "NaTType"}


def _unusable(kind: str) -> str:
    return f"{kind}, not discrete values: convert to strings or integers, or drop"
