"""What the statistics share: scipy where it is, and tables that make sense."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import numpy.typing as npt

from dagwright.errors import DagwrightError

__all__ = ["Numbers", "as_table", "scipy_stats"]

Numbers = npt.NDArray[np.float64]


def scipy_stats() -> ModuleType:
    """Return `scipy.stats`, or say how to get it."""
    try:
        from scipy import stats  # noqa: PLC0415 - optional, and slow to import
    except ImportError:
        raise DagwrightError(
            "the statistics need scipy: pip install 'dagwright[experiments]'"
        ) from None
    return stats  # type: ignore[no-any-return]


def as_table(scores: npt.ArrayLike, methods: int, problems: int) -> Numbers:
    """Return scores as a table of problems x methods with at least `methods` and `problems`."""
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] < methods or table.shape[0] < problems:
        raise DagwrightError(
            f"scores of shape {table.shape}: give one row per problem (at least {problems}) and "
            f"one column per method (at least {methods})"
        )
    if np.isnan(table).any():
        raise DagwrightError("scores hold a NaN: leave out problems that not all methods solved")
    return table
