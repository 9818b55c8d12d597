"""One text for one specification, and what is derived from it by hashing."""

from __future__ import annotations

import hashlib
import json
from typing import Any

__all__ = ["derive_seed", "fingerprint", "write_canonical"]

_KEY_DIGITS = 16


def write_canonical(value: Any) -> str:
    """Return JSON that is the same for equal values, whatever order their keys were given in."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def fingerprint(value: Any) -> str:
    """Return a short name for a value; equal values have equal names."""
    return _digest(write_canonical(value)).hex()[:_KEY_DIGITS]


def derive_seed(*words: str | int) -> int:
    """Return the seed that belongs to these words, and to no other work.

    Examples
    --------
    >>> from dagwright.experiments.canonical import derive_seed
    >>> derive_seed("alarm-500", "SGS3", 0) == derive_seed("alarm-500", "SGS3", 0)
    True
    >>> derive_seed("alarm-500", "SGS3", 0) == derive_seed("alarm-500", "SGS3", 1)
    False
    """
    return int.from_bytes(_digest(write_canonical(list(words)))[:7], "big")


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8")).digest()
