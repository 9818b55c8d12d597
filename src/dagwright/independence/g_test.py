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
from dagwright.independence.neighbour_rules import DegreesRule, NeighbourRules

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
        Whether there are enough rows per cell of the contingency table; cells that stay empty
        count.

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


def independence_test(
    data: Dataset,
    x: str,
    y: str,
    given: Iterable[str] = (),
    *,
    rows_per_cell: float = 5.0,
    degrees: DegreesRule = "occurring",
) -> IndependenceTest:
    r"""Test whether two variables are independent given others, by the likelihood ratio.

    .. math:: G^2 = 2 \sum_{x, y, z} N_{xyz} \ln \frac{N_{xyz} N_z}{N_{xz} N_{yz}}

    is compared with the chi-square distribution.

    Parameters
    ----------
    data
        The table.
    x, y
        Two variables.
    given
        Other variables to condition on.
    rows_per_cell
        The test is reliable with this many rows per cell of the table of x, y and `given`.
    degrees
        Degrees of freedom, over the configurations z that occur, where :math:`r_{x \mid z}` is the
        number of states of x that occur with z. ``"occurring"``: :math:`\sum_z (r_{x \mid z} - 1)
        (r_{y \mid z} - 1)`. ``"effective"``: the cells that occur, less :math:`\sum_z (r_{x \mid z}
        + r_{y \mid z} - 1)`, but at least 1 if the other count is.

    Returns
    -------
    IndependenceTest
        Statistic, degrees of freedom, p-value, and whether there are rows enough to trust it.

    References
    ----------
    Tsamardinos, Brown & Aliferis (2006), The max-min hill-climbing Bayesian network structure
    learning algorithm, section 4. Steck & Jaakkola (2002), On the Dirichlet prior and Bayesian
    regularization: the effective degrees.

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
    rules = NeighbourRules(rows_per_cell=rows_per_cell, degrees=degrees)
    conditions = list(given)
    named = [x, y, *conditions]
    if len(set(named)) != len(named):
        raise DagwrightError("x, y and given must be different variables")
    positions = [index_of(name, index) for name in named]
    table, rule = core_table(data), _core.Degrees[rules.degrees]
    found = _core.test_independence(table, positions[0], positions[1], positions[2:], rule)
    reliable = data.total_weight >= rules.rows_per_cell * _core.table_cells(table, positions)
    return IndependenceTest(found.statistic, found.degrees, found.log_p, reliable)
