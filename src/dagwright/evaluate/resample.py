"""Bootstrap samples of a table, as other weights of the same rows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dagwright.data import Dataset

__all__ = ["resample"]

_CHUNK = 1 << 20


def resample(data: Dataset, seed: int, number: int) -> Dataset:
    """Return as many rows as there are, drawn with replacement: sample `number` of this seed.

    No row is copied: the sample has the columns of the table, and counts how often each row was
    drawn. It is the same on every machine.

    Parameters
    ----------
    data
        The table; a row of weight w is drawn as w rows would be.
    seed, number
        Which sample.
    """
    total = data.total_weight
    bits = np.random.PCG64(np.random.SeedSequence([seed, number]))
    upto = None if data.weights is None else np.cumsum(data.weights)
    counts = np.zeros(data.n_rows, dtype=np.int64)
    for first in range(0, total, _CHUNK):
        drawn = _draw_below(bits, total, min(_CHUNK, total - first))
        rows = drawn if upto is None else np.searchsorted(upto, drawn, side="right")
        counts += np.bincount(rows, minlength=data.n_rows)
    return data.with_weights(counts)


def _draw_below(bits: np.random.PCG64, bound: int, count: int) -> npt.NDArray[np.int64]:
    """Return uniform numbers from 0 to bound - 1.

    From the raw stream, which numpy promises never to change, unlike its distributions. Numbers
    beyond the last whole multiple of the bound are drawn again, so none is favoured.
    """
    last = 2**64 - 2**64 % bound
    raw = np.asarray(bits.random_raw(count), dtype=np.uint64)
    while last < 2**64 and (late := raw >= np.uint64(last)).any():
        raw[late] = np.asarray(bits.random_raw(int(late.sum())), dtype=np.uint64)
    below: npt.NDArray[np.int64] = (raw % np.uint64(bound)).astype(np.int64)
    return below
