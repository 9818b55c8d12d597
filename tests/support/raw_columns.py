"""Small tables as readers hand them over, and what is decided about them."""

import random

import numpy as np

from dagwright.data.columns.decide import decide
from dagwright.data.encode import code_dtype, encode_integers
from dagwright.data.options import TableOptions
from dagwright.data.raw import Coded, Labels, RawTable, Real


def text(cells):
    """A column of a text file; None is a null of a frame."""
    place = {}
    codes = [0 if cell is None else place.setdefault(cell, len(place)) for cell in cells]
    missing = np.array([cell is None for cell in cells])
    return Labels(
        list(place),
        np.array(codes, dtype=code_dtype(len(place))),
        missing if any(missing) else None,
    )


def integers(values):
    """A column of integers of a frame."""
    return Coded(*encode_integers(np.array(values)))


def floats(values):
    """A column of floats of a frame."""
    return Real(np.array(values, dtype=float))


def decided(table, **words):
    """What is decided about columns: lists are text cells."""
    raw = {n: text([*map(str, c)]) if isinstance(c, list) else c for n, c in table.items()}
    rows = [getattr(column, "codes", getattr(column, "values", ())) for column in raw.values()]
    return decide(RawTable(raw, max(map(len, rows))), TableOptions(**words))


def column(cells, name="thing", **words):
    """What is decided about one column."""
    return decided({name: cells}, **words).columns[name]


def verdict(cells, name="thing", **words):
    """Kind and treatment of one column, as words."""
    found = column(cells, name, **words)
    return found.kind.value, found.treatment.value


def shuffled(cells, seed=1):
    return random.Random(seed).sample(cells, len(cells))


def some_numbers(n, low, high, seed=1):
    """Whole numbers with repeats, in no order."""
    return np.random.default_rng(seed).integers(low, high + 1, n).tolist()
