"""Tests of conditional independence."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from dagwright import _core
from dagwright.data import Dataset
from dagwright.data.core_table import core_table
from dagwright.errors import DagwrightError
from dagwright.graph.names import index_of

__all__ = ["IndependenceTest", "independence_test"]


@dataclass(frozen=True)
class IndependenceTest:
    """The outcome of a test.

    Attributes
    ----------
    statistic
        G2 = 2 N I(x; y | given).
    degrees
        Degrees of freedom.
    log_p_value
        Natural logarithm of the p-value, for those too small for a float.
    reliable
        Whether there are at least 5 rows a degree of freedom.

    Examples
    --------
    >>> import dagwright as dw
    >>> test = dw.IndependenceTest(3.84, 1, -3.0, True)
    >>> round(test.p_value, 4)
    0.0498
    """

    statistic: float
    degrees: int
    log_p_value: float
    reliable: bool

    @property
    def p_value(self) -> float:
        """How likely so large a statistic is if the variables are independent."""
        return math.exp(self.log_p_value)


def independence_test(data: Dataset, x: str, y: str, given: Iterable[str] = ()) -> IndependenceTest:
    r"""Test whether two variables are independent given others, by the likelihood ratio.

    .. math:: G^2 = 2 \sum_{x, y, z} N_{xyz} \ln \frac{N_{xyz} N_z}{N_{xz} N_{yz}}

    is compared with the chi-square distribution with
    :math:`\sum_z (r_{x \mid z} - 1)(r_{y \mid z} - 1)` degrees of freedom, over the configurations
    z that occur; :math:`r_{x \mid z}` is the number of states of x that occur with z.

    Parameters
    ----------
    data
        The table.
    x, y
        Two variables.
    given
        Other variables to condition on.

    Returns
    -------
    IndependenceTest
        Statistic, degrees of freedom, p-value, and whether there are rows enough to trust it.

    References
    ----------
    Tsamardinos, Brown & Aliferis (2006), The max-min hill-climbing Bayesian network structure
    learning algorithm, section 4.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"a": [0, 0, 1, 1] * 9, "b": [0, 0, 1, 1] * 9}, as_is=True)
    >>> test = dw.independence_test(data, "a", "b")
    >>> round(test.statistic, 3), test.degrees, test.p_value < 1e-10
    (49.907, 1, True)
    """
    index = {name: position for position, name in enumerate(data.names)}
    if isinstance(given, str):
        raise DagwrightError(f"given must be a list of names; write [{given!r}]")
    conditions = list(given)
    named = [x, y, *conditions]
    if len(set(named)) != len(named):
        raise DagwrightError("x, y and given must be different variables")
    positions = [index_of(name, index) for name in named]
    found = _core.test_independence(core_table(data), positions[0], positions[1], positions[2:])
    return IndependenceTest(found.statistic, found.degrees, found.log_p, found.reliable)
