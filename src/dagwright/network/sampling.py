"""Drawing data from a network."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import numpy as np

from dagwright import _core
from dagwright.data import Dataset
from dagwright.data.encode import code_dtype
from dagwright.errors import DagwrightError, ResourceError
from dagwright.memory import available_memory, format_memory, is_available
from dagwright.running import Control, resolve_threads

if TYPE_CHECKING:
    from dagwright.network.network import BayesianNetwork

__all__ = ["sample"]


def sample(net: BayesianNetwork, n: int, seed: int, threads: int | None) -> Dataset:
    """Return n rows drawn by forward sampling in the C++ core."""
    n = _whole("n", n, 1, 2**32 - 1)
    seed = _whole("seed", seed, 0, 2**64 - 1)
    workers = resolve_threads(threads)
    names = net.names
    dtypes = [code_dtype(len(net.states[name])) for name in names]
    needed = n * sum(dtype.itemsize for dtype in dtypes)
    if not is_available(needed):
        raise ResourceError(
            f"{n:,} rows need {format_memory(needed)}, and {format_memory(available_memory())} are "
            "free: sample fewer at a time"
        )
    output = [np.empty(n, dtype=dtype) for dtype in dtypes]
    place = {name: position for position, name in enumerate(names)}
    with Control("sampling") as control:
        _core.sample(
            [net.cpts[name] for name in names],
            [list(parents) for parents in net.dag.parent_indices()],
            [place[name] for name in net.dag.topological_order()],
            output,
            _core.Resources(seed=seed, threads=workers, bytes=0),
            control.core,
        )
        if control.stopped:
            raise KeyboardInterrupt
    for column in output:
        column.flags.writeable = False
    return Dataset(names, [net.states[name] for name in names], output)


def _whole(what: str, value: int, least: int, most: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise DagwrightError(f"{what} is {value!r}: give a whole number") from None
    if not least <= number <= most:
        raise DagwrightError(f"{what} is {number}: it must be from {least} to {most}")
    return number
