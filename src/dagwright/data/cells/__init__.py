"""Columns of numbers: fine cells that never change, and cuts that can."""

from dagwright.data.cells.cuts import Cuts, cut_at, cut_by_user
from dagwright.data.cells.equal_frequency import equal_frequency, provisional, starting
from dagwright.data.cells.fine_cells import MISSING_CELL, MOST_CELLS, FineCells, make_fine_cells
from dagwright.data.cells.number_column import NumberColumn
from dagwright.data.cells.recut import States, recut

__all__ = [
    "MISSING_CELL",
    "MOST_CELLS",
    "Cuts",
    "FineCells",
    "NumberColumn",
    "States",
    "cut_at",
    "cut_by_user",
    "equal_frequency",
    "make_fine_cells",
    "provisional",
    "recut",
    "starting",
]
