"""The order in which a curriculum selects variables, and the segments that the others leave."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dagwright import _core
from dagwright.data.encode import Codes, code_dtype

__all__ = ["SegmentColumn", "count_segments", "segment_columns", "selection_order", "stage_sizes"]


@dataclass(frozen=True)
class SegmentColumn:
    """The number of the segment that each stored row of a table belongs to."""

    codes: Codes
    segments: int


def selection_order(information: npt.NDArray[np.float64]) -> list[int]:
    """Return variables in the order of the curriculum (S5, section 3.2).

    First the one with the most mutual information with all others; then always the one with the
    most on average with those before it. Of equals the one that comes first in the table.
    """
    pairwise = information.copy()
    np.fill_diagonal(pairwise, 0.0)
    order = [int(np.argmax(pairwise.sum(axis=1)))]
    shared = pairwise[order[0]].copy()
    while len(order) < len(pairwise):
        shared[order] = -np.inf
        order.append(int(np.argmax(shared)))
        shared += pairwise[order[-1]]
    return order


def stage_sizes(step: int | tuple[int, ...], first: int, n_variables: int) -> tuple[int, ...]:
    """Return how many variables are selected at each stage; at the last one all."""
    increments = step if isinstance(step, tuple) else (step,)
    sizes = [min(first, n_variables)]
    while sizes[-1] < n_variables:
        increment = increments[min(len(sizes), len(increments)) - 1]
        sizes.append(min(n_variables, sizes[-1] + increment))
    return tuple(sizes)


def _from_the_end(
    table: _core.Table, order: Sequence[int]
) -> Iterator[tuple[int, _core.RowPartition]]:
    """Yield, for ever fewer selected variables, their number and the segments of the others.

    Segments are refined by one variable at a time, which is why the last stage comes first.
    """
    partition = _core.RowPartition(table)
    for selected in range(len(order) - 1, 0, -1):
        partition.refine(order[selected])
        yield selected, partition


def count_segments(table: _core.Table, order: Sequence[int]) -> list[int]:
    """Return the number of segments by the number of selected variables, starting with 0.

    That for 0 variables, which no stage has, is left at 0.
    """
    counts = [0] * len(order) + [1]
    for selected, partition in _from_the_end(table, order):
        counts[selected] = partition.parts
    return counts


def segment_columns(
    table: _core.Table, order: Sequence[int], wanted: Collection[int]
) -> dict[int, SegmentColumn]:
    """Return the segments for these numbers of selected variables."""
    columns = {}
    for selected, partition in _from_the_end(table, order):
        if selected in wanted:
            codes = partition.numbers().astype(code_dtype(partition.parts))
            columns[selected] = SegmentColumn(codes, partition.parts)
        if selected <= min(wanted, default=selected):
            break
    return columns
