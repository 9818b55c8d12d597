"""A hash of a coded table that is the same on every machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Codes, Label

__all__ = ["fingerprint_of"]


def fingerprint_of(
    names: Sequence[str],
    states: Sequence[Sequence[Label]],
    codes: Sequence[Codes],
    weights: npt.NDArray[np.int64] | None,
) -> str:
    """Return the hash of names, states, codes and weights in hexadecimal."""
    digest = hashlib.blake2b(digest_size=16)
    header = [names, states, len(codes[0]), weights is not None]
    digest.update(json.dumps(header).encode("ascii"))
    for column in codes:
        digest.update(column.astype(column.dtype.newbyteorder("<"), copy=False).data)
    if weights is not None:
        digest.update(weights.astype("<i8", copy=False).data)
    return digest.hexdigest()
