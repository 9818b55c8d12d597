"""Where generators take their random numbers from, and how they check what they are given."""

from __future__ import annotations

import math
import operator
import zlib

import numpy as np

from dagwright.errors import DagwrightError

__all__ = ["check_count", "check_positive", "make_draws"]


def make_draws(seed: int, purpose: str) -> np.random.RandomState:
    """Return a stream of random numbers that belongs to one purpose of one seed.

    RandomState, because numpy has promised never to change what it draws: a seed stands for the
    same network with every version.
    """
    check_count("seed", seed, 0)
    words = np.random.SeedSequence([seed, zlib.crc32(purpose.encode("utf-8"))])
    return np.random.RandomState(np.random.MT19937(words))


def check_count(what: str, value: int, least: int, most: int | None = None) -> int:
    """Return a whole number; refuse anything else and any number out of range."""
    try:
        number = -1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = least - 1
    if number < least or (most is not None and number > most):
        limits = f"from {least}" if most is None else f"from {least} to {most}"
        raise DagwrightError(f"{what}={value!r}: give a whole number {limits}")
    return number


def check_positive(what: str, value: float, most: float = math.inf) -> float:
    """Return a number above 0; refuse anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= most:
        limits = "above 0" if math.isinf(most) else f"above 0 and up to {most:g}"
        raise DagwrightError(f"{what}={value!r}: give a number {limits}")
    if not math.isfinite(value):
        raise DagwrightError(f"{what}={value!r}: give a finite number")
    return float(value)
