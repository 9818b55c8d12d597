"""Time to target: how long until a score is reached."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

__all__ = ["expected_time_to_target", "time_to_target"]


def time_to_target(trace: Iterable[Sequence[float]], target: float) -> float | None:
    """Return the seconds after which a run had reached a score, or None if it never did.

    Parameters
    ----------
    trace
        Points that begin with seconds and end with a score, such as `Result.trace`.
    target
        The score, higher is better.

    Examples
    --------
    >>> from dagwright.evaluate.statistics import time_to_target
    >>> time_to_target([(0.1, -30.0), (0.5, -20.0), (2.0, -10.0)], -20)
    0.5
    """
    return next((point[0] for point in trace if point[-1] >= target), None)


def expected_time_to_target(reached: Iterable[float | None], limit: float) -> float:
    """Return the expected time until a success, if runs that fail are started again.

    Parameters
    ----------
    reached
        For each run the seconds to the target, or None.
    limit
        How long the runs that did not reach it took.

    Returns
    -------
    float
        All time together over the number of successes; infinite without any.

    References
    ----------
    N. Hansen, A. Auger, R. Ros, S. Finck and P. Pošík (2010). Comparing results of 31 algorithms
    from the black-box optimization benchmarking BBOB-2009.

    Examples
    --------
    >>> from dagwright.evaluate.statistics import expected_time_to_target
    >>> expected_time_to_target([2.0, 4.0, None], limit=10)
    8.0
    """
    times = list(reached)
    successes = sum(time is not None for time in times)
    total = sum(limit if time is None else time for time in times)
    return total / successes if successes else math.inf
