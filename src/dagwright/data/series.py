"""One column of a frame, a dictionary or an array as a raw column."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import code_dtype, encode_booleans, encode_integers
from dagwright.data.raw import Coded, Mask, Opaque, Real, scatter

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["Part", "TextPart", "series_part"]

_MIXED = "values of different types"
_DATED = Opaque("dates or times", is_date=True)
_DATES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)
_WRITTEN = frozenset({bool, int, float, str})
"""Types of values that a file holds just as they are printed."""


class TextPart(NamedTuple):
    """Cells of text: distinct labels, codes of those that are not missing, and which are."""

    labels: list[str]
    codes: npt.NDArray[Any]
    missing: Mask


Part = TextPart | Coded | Real | Opaque


def series_part(values: Any) -> Part:
    """Return one column, or a batch of it, its missing values marked.

    `values` is a narwhals series, a series of a data frame library, a numpy array or a sequence.
    """
    if isinstance(values, list | tuple):
        return _from_objects(values)
    if isinstance(values, np.ndarray):
        return _from_array(values)
    import narwhals as nw  # noqa: PLC0415 - takes longer to import than the rest of the package

    series = nw.from_native(values, series_only=True, pass_through=True)
    if isinstance(series, nw.Series):
        return _from_narwhals(series)
    return _from_objects(list(values))


def _from_narwhals(series: nw.Series[Any]) -> Part:
    if not series.null_count():
        return _from_present(series)
    missing = series.is_null().to_numpy().astype(bool)
    present = _from_present(series.filter((~missing).tolist()))
    return _with_missing(present, missing)


def _with_missing(present: Part, missing: Mask) -> Part:
    if isinstance(present, TextPart):
        return TextPart(present.labels, present.codes, missing)
    if isinstance(present, Opaque):
        return replace(present, n_missing=int(missing.sum()))
    if isinstance(present, Real):
        values = np.full(len(missing), np.nan)
        values[~missing] = present.values
        return Real(values)
    return replace(scatter((present.states, present.codes), missing), declared=present.declared)


def _from_present(series: nw.Series[Any]) -> Part:
    import narwhals as nw  # noqa: PLC0415

    dtype = series.dtype
    if isinstance(dtype, nw.Categorical | nw.Enum):
        return _from_categorical(series)
    if dtype.is_numeric():
        if isinstance(dtype, nw.Decimal):
            series = series.cast(nw.Float64)
        return _from_array(series.to_numpy())
    if isinstance(dtype, nw.Boolean):
        return _from_array(series.to_numpy().astype(bool))
    if isinstance(dtype, nw.String):
        return _from_text(series)
    if isinstance(dtype, nw.Object | nw.Unknown):
        return _from_objects(series.to_list())
    what = "lists" if dtype.is_nested() else f"values of type {dtype}"
    return _DATED if dtype.is_temporal() else Opaque(what)


def _from_text(series: nw.Series[Any]) -> TextPart:
    # Each library numbers distinct strings in a hash table of its own, several times faster than
    # any loop over Python strings.
    native: Any = series.to_native()
    present = np.zeros(len(series), dtype=bool)
    if hasattr(native, "factorize"):  # pandas and its kin
        codes, labels = native.factorize()
        return TextPart([str(label) for label in labels], codes, present)
    if hasattr(native, "dictionary_encode"):  # pyarrow
        whole = native.dictionary_encode().unify_dictionaries().combine_chunks()
        return TextPart(whole.dictionary.to_pylist(), whole.indices.to_numpy(), present)
    if hasattr(native, "replace_strict") and len(native) > 0:  # polars
        labels = native.unique(maintain_order=True).to_list()
        codes = native.replace_strict(labels, list(range(len(labels))))
        return TextPart(labels, codes.to_numpy(), present)
    return _from_strings(series.to_list())


def _from_strings(values: Sequence[str]) -> TextPart:
    code_of = {label: code for code, label in enumerate(dict.fromkeys(values))}
    codes = np.fromiter(map(code_of.__getitem__, values), np.int64, len(values))
    return TextPart(list(code_of), codes, np.zeros(len(values), dtype=bool))


def _from_categorical(series: nw.Series[Any]) -> Part:
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
        return _from_text(series.cast(nw.String))
    states = [value.item() if isinstance(value, np.generic) else value for value in categories]
    kinds = set(map(type, states))
    if len(kinds) > 1 and len(set(map(str, states))) < len(states):
        return Opaque("categories that are written alike, such as 1 and '1'")
    if len(kinds) > 1 or not kinds <= {str, int, bool}:
        states = [str(state) for state in states]  # intervals of pandas.cut and the like
    return Coded(tuple(states), codes.astype(code_dtype(len(states))), declared=True)


def _from_array(values: npt.NDArray[Any]) -> Part:
    kind = values.dtype.kind if values.ndim == 1 else ""
    if kind in {"b", "i", "u"}:
        return Coded(*(encode_booleans(values) if kind == "b" else encode_integers(values)))
    if kind == "f":
        return Real(values.astype(np.float64, copy=False))
    if kind == "U":
        return _from_strings(values.tolist())
    if kind == "O":
        return _from_objects(values.tolist())
    if kind in {"M", "m"}:
        return replace(_DATED, n_missing=int(np.isnat(values).sum()))
    return Opaque(f"values of type {values.dtype}" if kind else f"{values.ndim}-D arrays")


def _from_objects(values: Sequence[Any]) -> Part:
    kinds = set(map(type, values))
    if kinds == {str}:
        return _from_strings(values)
    missing = np.fromiter(map(_is_missing, values), bool, len(values))
    if missing.any():
        present = _from_objects([value for value in values if not _is_missing(value)])
        return _with_missing(present, missing)
    families = set(map(_family, kinds))
    if families == {bool}:
        return Coded(*encode_booleans(np.asarray(values, dtype=bool)))
    if families and families <= {int, float}:
        return _from_numbers(values, families)
    if families <= _WRITTEN:  # in a file the same cells are labels
        return _from_strings([str(value) for value in values])
    return _opaque(kinds, families)


def _from_numbers(values: Sequence[Any], families: set[type]) -> Part:
    if families != {int}:
        return Real(np.asarray(values, dtype=np.float64))
    array = np.asarray(values)
    if array.dtype.kind not in "iu":
        return Opaque("integers beyond 64 bits")
    return Coded(*encode_integers(array))


def _opaque(kinds: set[type], families: set[type]) -> Opaque:
    if all(issubclass(kind, _DATES) for kind in kinds):
        return _DATED
    if all(issubclass(kind, list | tuple | set | dict | np.ndarray) for kind in kinds):
        return Opaque("lists")
    return Opaque(_MIXED if len(families) > 1 else f"values of type {min(kinds, key=str).__name__}")


def _family(kind: type) -> type:
    # bool before int, which it derives from
    for family, kinds in (
        (bool, (bool, np.bool_)),
        (str, (str,)),
        (int, (int, np.integer)),
        (float, (float, np.floating, decimal.Decimal)),  # databases return decimals
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
