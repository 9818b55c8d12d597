"""Cells of about equal weight: what a table that was only read gets, and learning begins with."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dagwright import _core
from dagwright.data.cells.fine_cells import FineCells

__all__ = ["MOST_STATES", "equal_frequency", "provisional", "starting"]

MOST_STATES = 16
_FEWEST_STATES = 2
_STARTING_STATES = 3


def equal_frequency(
    cells: FineCells, weights: npt.NDArray[np.int64] | None, n_states: int
) -> tuple[int, ...]:
    """Return where to cut a column into states of about equal weight.

    Of all divisions into that many states the one with the greatest entropy: a value that many
    rows share stands alone wherever that is fairer. There are fewer states only if there are fewer
    different values.

    Parameters
    ----------
    cells
        The column.
    weights
        How many times each row counts; None for once.
    n_states
        Number of states.

    Returns
    -------
    tuple of int
        The first fine cell of each state but the first.

    Examples
    --------
    >>> from dagwright.data.cells import equal_frequency, make_fine_cells
    >>> equal_frequency(make_fine_cells([0.0] * 8 + [1.5, 2.5, 3.5, 4.5]), None, 3)
    (1, 3)
    """
    return tuple(_core.equal_runs(cells.counts(weights).tolist(), n_states))


def provisional(cells: FineCells, weights: npt.NDArray[np.int64] | None) -> tuple[int, ...]:
    """Return where a table that was only read is cut: into N^(1/3) states, from 2 to 16."""
    total = int(cells.counts(weights).sum())
    n_states = _FEWEST_STATES
    while n_states < MOST_STATES and (n_states + 1) ** 3 <= total:
        n_states += 1
    return equal_frequency(cells, weights, n_states)


def starting(cells: FineCells, weights: npt.NDArray[np.int64] | None) -> tuple[int, ...]:
    """Return the three states that learning begins with."""
    return equal_frequency(cells, weights, _STARTING_STATES)
