"""Performance profiles: on what share of the problems a method is nearly the best."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dagwright.errors import DagwrightError
from dagwright.evaluate.statistics.inputs import Numbers, as_table

__all__ = ["performance_profile"]


def performance_profile(costs: npt.ArrayLike, factors: npt.ArrayLike) -> Numbers:
    r"""Return, for each factor and method, on what share of the problems it is within the factor.

    :math:`\rho_s(\tau) = |\{p : c_{ps} \le \tau \min_{s'} c_{ps'}\}| / m`.

    Parameters
    ----------
    costs
        One row per problem, one column per method: times or other positive costs, less is better;
        infinity for a failure. A problem that all fail counts for none.
    factors
        Numbers of at least 1.

    Returns
    -------
    array
        One row per factor, one column per method.

    References
    ----------
    E. D. Dolan and J. J. Moré (2002). Benchmarking optimization software with performance profiles.
    Mathematical Programming 91.

    Examples
    --------
    >>> from dagwright.evaluate.statistics import performance_profile
    >>> performance_profile([[1, 2], [6, 3]], [1, 2]).tolist()
    [[0.5, 0.5], [1.0, 1.0]]
    """
    table = as_table(costs, 1, 1)
    if not (table > 0).all():
        raise DagwrightError("costs must be above 0: ratios to the best of a problem are taken")
    best = table.min(axis=1, keepdims=True)
    ratios = np.where(np.isfinite(table), table / np.where(np.isfinite(best), best, 1), np.inf)
    taus = np.asarray(factors, dtype=np.float64)
    # Products of a factor and the best cost may round below a cost that equals them.
    return np.asarray((ratios[None, :, :] <= taus[:, None, None] * (1 + 1e-12)).mean(axis=1))
