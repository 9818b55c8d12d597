"""Cutting a column of numbers given its neighbours in a network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright import _core
from dagwright.data.cells.equal_frequency import MOST_STATES
from dagwright.data.cells.fine_cells import FineCells

__all__ = ["NewCuts", "States", "recut"]

States: TypeAlias = tuple[npt.NDArray[np.unsignedinteger], int]
"""Codes of a variable in the states in force, and how many states it has."""

_MOST_CANDIDATES = 255


class NewCuts(NamedTuple):
    """Where to cut, and what it gains.

    Attributes
    ----------
    positions
        The first fine cell of each state but the first.
    gain
        How much better this is than before, in units of log-likelihood.
    """

    positions: tuple[int, ...]
    gain: float


def recut(
    cells: FineCells,
    current: Sequence[int],
    parents: Sequence[States],
    children: Sequence[tuple[States, Sequence[States]]],
    weights: npt.NDArray[np.int64] | None = None,
    *,
    penalty: float | None = None,
    threads: int = 1,
    most_states: int = MOST_STATES,
    most_candidates: int = _MOST_CANDIDATES,
) -> NewCuts:
    """Return the cuts of a column that tell as much about its neighbours as pays for itself.

    Maximises, over divisions of the fine cells into at least two states, the penalised
    log-likelihood of the families that the column is in minus the sum over its states of N ln N:
    inside a state values follow the column's own counts, so that a cut pays for dependence only.
    Rows without a number stay a state of their own.

    Parameters
    ----------
    cells
        The column.
    current
        Where it is cut now; this stays unless something else is better.
    parents
        Its parents.
    children
        Its children, each with the child's other parents.
    weights
        How many times each row counts; None for once.
    penalty
        For each free parameter; by default half the logarithm of the number of rows, as in BIC.
    threads
        Number of threads; it never changes the result.
    most_states
        The most states, without one for missing values.
    most_candidates
        With more fine cells than this, cuts are looked for between groups of cells first, and then
        moved.

    References
    ----------
    N. Friedman, M. Goldszmidt. Discretizing continuous attributes while learning Bayesian
    networks. ICML 1996, 157-165.

    Examples
    --------
    >>> import numpy as np
    >>> from dagwright.data.cells import make_fine_cells, recut
    >>> cells = make_fine_cells(np.arange(100) / 10)
    >>> child = (np.arange(100) >= 30).astype(np.uint8), 2
    >>> recut(cells, [50], [], [(child, [])]).positions
    (30,)
    """
    starts, gain = _core.recut(
        cells.codes,
        cells.n_cells,
        list(parents),
        [(child, list(others)) for child, others in children],
        weights,
        penalty,
        list(current),
        most_states,
        most_candidates,
        threads,
    )
    return NewCuts(tuple(starts), gain)
