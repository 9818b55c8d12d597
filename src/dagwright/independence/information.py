"""Mutual information."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dagwright import _core
from dagwright.data import Dataset
from dagwright.data.core_table import core_table
from dagwright.running import Control, resolve_threads

__all__ = ["mutual_information", "pairwise_information"]


def mutual_information(data: Dataset, *, threads: int | None = None) -> npt.NDArray[np.float64]:
    r"""Return the mutual information of every two variables, in nats.

    .. math:: I(x; y) = \sum_{x, y} \hat p(x, y) \ln \frac{\hat p(x, y)}{\hat p(x) \hat p(y)}

    Parameters
    ----------
    data
        The table.
    threads
        Number of threads; defaults to one per core.

    Returns
    -------
    ndarray
        A symmetric matrix in the order of ``data.names``; the diagonal holds the entropies.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"a": [0, 0, 1, 1], "b": [0, 0, 1, 1], "c": [0, 1, 0, 1]})
    >>> dw.mutual_information(data).round(4)
    array([[0.6931, 0.6931, 0.    ],
           [0.6931, 0.6931, 0.    ],
           [0.    , 0.    , 0.6931]])
    """
    with Control("mutual information") as control:
        workers = resolve_threads(threads)
        matrix = pairwise_information(core_table(data), workers, control.core)
        if control.stopped:
            raise KeyboardInterrupt
    np.fill_diagonal(matrix, [_entropy(data, variable) for variable in range(data.n_variables)])
    return matrix


def pairwise_information(
    table: _core.Table, threads: int, control: _core.RunControl
) -> npt.NDArray[np.float64]:
    """Return the mutual information of every two variables, with zeros on the diagonal."""
    n = table.n_variables
    matrix = np.zeros((n, n))
    matrix[np.triu_indices(n, 1)] = _core.mutual_information(table, threads, control)
    matrix += matrix.T
    return matrix


def _entropy(data: Dataset, variable: int) -> float:
    counts = np.bincount(data.codes[variable], weights=data.weights)
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * np.log(shares)).sum())
