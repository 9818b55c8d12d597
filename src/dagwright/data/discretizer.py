"""`Discretizer`: continuous columns into intervals, by cut points that can be seen and reused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from dagwright.data.assemble import numeric_columns
from dagwright.data.find_cuts import METHODS, find_cuts
from dagwright.data.frame import frame_table
from dagwright.data.intervals import interval_labels, into_intervals
from dagwright.data.missing import mark_missing
from dagwright.data.policy import Policy, make_policy
from dagwright.data.problems import UnusableError, check_known, quoted
from dagwright.data.raw import Coded, RawTable, Real
from dagwright.data.weights import check_weights
from dagwright.errors import DataError

if TYPE_CHECKING:
    from dagwright.data.dataset import Dataset

__all__ = ["Discretizer", "discretize"]

_DEFAULT_BINS = 3
_WITH_BINS = frozenset({"quantile", "width", "kmeans"})


class Discretizer:
    """Cuts continuous columns into intervals; discrete columns pass through unchanged.

    A column is continuous if it holds numbers that are not all whole, or more than `max_states`
    different ones. A fitted discretizer keeps its cut points: new data is cut at the same places,
    and values beyond those seen go to the first or the last interval.

    Parameters
    ----------
    method : str
        ``"mean"``: two states, below the mean and from it on, as in the literature on exact
        learning. ``"quantile"``: intervals with equally many rows. ``"width"``: intervals of equal
        width. ``"kmeans"``: intervals around the centres of the clustering with the least squared
        error. ``"mdl"``: as many intervals as pay for themselves in telling `target`, by Fayyad and
        Irani's criterion.
    bins : int, optional
        Number of intervals of quantile, width and kmeans, 3 by default. There are fewer where
        values repeat too much.
    target : str, optional
        The discrete column that ``"mdl"`` is about.
    columns : sequence of str, optional
        Which columns to cut, by default every continuous one.

    Raises
    ------
    DataError
        If the parameters make no sense together.

    References
    ----------
    C. Yuan, B. Malone. Learning optimal Bayesian networks: a shortest path perspective. JAIR 48,
    2013 (mean). H. Wang, M. Song. Ckmeans.1d.dp. The R Journal 3(2), 2011 (kmeans). U. M. Fayyad,
    K. B. Irani. Multi-interval discretization of continuous-valued attributes for classification
    learning. IJCAI 1993 (mdl).

    Examples
    --------
    >>> import dagwright as dw
    >>> cutter = dw.Discretizer("quantile", bins=2).fit({"height": [1.5, 1.6, 1.7, 1.8]})
    >>> cutter.cut_points["height"]
    (1.65,)
    >>> cutter.transform({"height": [0.3, 1.65, 2.5]}).states
    (('below_1.65', 'from_1.65'),)
    """

    def __init__(
        self,
        method: str = "quantile",
        bins: int | None = None,
        target: str | None = None,
        columns: Sequence[str] | None = None,
    ) -> None:
        if method not in METHODS:
            raise DataError(f"no way to discretise is called {method!r}: choose {quoted(METHODS)}")
        if bins is not None and (not isinstance(bins, int | np.integer) or bins < 2):
            raise DataError(f"bins={bins!r}: give an integer, 2 or more")
        if method == "mdl" and bins is not None:
            raise DataError("bins= is not for 'mdl', which finds the number of intervals itself")
        if method == "mean" and bins not in (None, 2):
            raise DataError(f"bins={bins}: 'mean' makes two intervals")
        if (method == "mdl") != (target is not None):
            raise DataError(
                "target=, the column to tell about, goes with method 'mdl' and no other"
            )
        if isinstance(columns, str):
            columns = [columns]
        self.method, self.target = method, target
        self.bins = _DEFAULT_BINS if bins is None else int(bins)
        self.columns = None if columns is None else tuple(columns)
        self._cut_points: dict[str, tuple[float, ...]] | None = None

    @property
    def is_fitted(self) -> bool:
        """Whether there are cut points."""
        return self._cut_points is not None

    @property
    def cut_points(self) -> Mapping[str, tuple[float, ...]]:
        """For each column that is cut, where; a value at a cut belongs above it."""
        if self._cut_points is None:
            raise DataError("this discretizer has no cut points yet: call fit first")
        return MappingProxyType(self._cut_points)

    def unfitted(self) -> Discretizer:
        """Return a discretizer of the same parameters without cut points.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Discretizer("mean").fit({"a": [0.5, 1, 3]}).unfitted().is_fitted
        False
        """
        given = self.bins if self.method in _WITH_BINS else None
        return Discretizer(self.method, given, self.target, self.columns)

    def labels(self, column: str) -> tuple[str, ...]:
        """Return the states that a column becomes.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Discretizer("width").fit({"a": [0.5, 1, 6.5]}).labels("a")
        ('below_2.5', 'from_2.5_to_4.5', 'from_4.5')
        """
        check_known([column], self.cut_points, "that is cut")
        return interval_labels(self.cut_points[column])

    def fit(
        self, frame: Any, weights: npt.ArrayLike | str | None = None, **options: Any
    ) -> Discretizer:
        """Find the cut points of a table, forgetting earlier ones; missing values are left out.

        Parameters
        ----------
        frame : table
            Whatever `Dataset.from_frame` takes, or a `Dataset`.
        weights : array_like or str, optional
            How many times each row counts, or the column that says so.
        **options
            `names`, `exclude`, `states`, `max_states` and `missing_values` as for
            `Dataset.from_frame`.

        Returns
        -------
        Discretizer
            Itself.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Discretizer("mean").fit({"a": [0.5, 1, 3]}).cut_points
        mappingproxy({'a': (1.5,)})
        """
        names = options.pop("names", None)
        policy = make_policy(**options)
        table = frame_table(frame, weights, names, policy.exclude)
        for name, column in table.columns.items():
            table.columns[name] = mark_missing(column, policy.missing_values)
        self._cut_points = None
        self.cut(table, policy)
        return self

    def transform(self, frame: Any, **options: Any) -> Dataset:
        """Return a table with its continuous columns cut at the cut points.

        Parameters
        ----------
        frame : table
            Whatever `Dataset.from_frame` takes, or a `Dataset`.
        **options
            As for `Dataset.from_frame`.

        Returns
        -------
        Dataset
            The coded table.

        Examples
        --------
        >>> import dagwright as dw
        >>> cutter = dw.Discretizer("mean").fit({"a": [0.5, 1, 3]})
        >>> cutter.transform({"a": [1.0, 9.0], "b": ["x", "y"]}).states
        (('below_1.5', 'from_1.5'), ('x', 'y'))
        """
        from dagwright.data.dataset import Dataset  # noqa: PLC0415 - which uses this module

        _ = self.cut_points  # fitted?
        return Dataset.from_frame(frame, discretize=self, **options)

    def cut(self, table: RawTable, policy: Policy) -> None:
        """Replace the continuous columns of a raw table; fit first if that was not done."""
        if self.columns is not None:
            check_known(self.columns, table.columns, "to discretise")
        if self._cut_points is None:
            self._cut_points = self._fitted(table, policy)
        for name, cut_points in self._cut_points.items():
            column = table.columns.get(name)
            if isinstance(column, Coded) and column.has_integers():
                column = column.as_real()
            if isinstance(column, Real):
                table.columns[name] = into_intervals(column, cut_points)
            elif column is not None:
                table.problems.add(name, UnusableError("something else than the numbers to cut"))

    def _fitted(self, table: RawTable, policy: Policy) -> dict[str, tuple[float, ...]]:
        numeric = numeric_columns(table, policy)
        if self.columns is not None:
            numeric = {name: _as_numbers(name, table.columns[name]) for name in self.columns}
        classes = self._classes(table, numeric)
        weights = np.ones(table.n_rows)
        if table.weights is not None:
            weights = check_weights(table.weights, table.n_rows).astype(np.float64)
        fitted = {}
        for name, column in numeric.items():
            if np.isinf(column.values).any():
                row = int(np.argmax(np.isinf(column.values)))
                raise DataError(
                    f"column {name!r} has an infinite value (first in {table.where(row)}): it has "
                    "no place among intervals; correct it, or call it missing (missing_values=)"
                )
            fitted[name] = find_cuts(self.method, self.bins, column, weights, classes)
        return fitted

    def _classes(self, table: RawTable, numeric: Mapping[str, Real]) -> Coded | None:
        if self.target is None:
            return None
        check_known([self.target], table.columns, "as target")
        target = table.columns[self.target]
        if self.target in numeric or not isinstance(target, Coded):
            raise DataError(
                f"the target {self.target!r} is not discrete: 'mdl' cuts columns so that they tell "
                "the states of a discrete one"
            )
        return target

    def __repr__(self) -> str:
        parts = [repr(self.method)]
        if self.method in _WITH_BINS:
            parts.append(f"bins={self.bins}")
        parts += [f"target={self.target!r}"] if self.target is not None else []
        parts += [f"columns={list(self.columns)!r}"] if self.columns is not None else []
        return f"Discretizer({', '.join(parts)})"


def discretize(
    data: Any,
    method: str = "quantile",
    bins: int | None = None,
    target: str | None = None,
    columns: Sequence[str] | None = None,
    **options: Any,
) -> Dataset:
    """Return a table with its continuous columns cut into intervals.

    Short for ``Discretizer(method, bins, target, columns).fit(data).transform(data)``: make the
    `Discretizer` yourself to see its cut points, or to cut other data at the same places.

    Parameters
    ----------
    data : table
        Whatever `Dataset.from_frame` takes, or a `Dataset`.
    method, bins, target, columns
        As for `Discretizer`.
    **options
        As for `Dataset.from_frame`.

    Returns
    -------
    Dataset
        The coded table.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.discretize({"height": [1.5, 1.6, 1.9], "sex": ["f", "f", "m"]}, "mean").states
    (('below_1.667', 'from_1.667'), ('f', 'm'))
    """
    from dagwright.data.dataset import Dataset  # noqa: PLC0415 - which uses this module

    cutter = Discretizer(method, bins, target, columns)
    return Dataset.from_frame(data, discretize=cutter, **options)


def _as_numbers(name: str, column: object) -> Real:
    if isinstance(column, Coded) and column.has_integers():
        return column.as_real()
    if not isinstance(column, Real):
        raise DataError(f"column {name!r} holds no numbers: it cannot be discretised")
    return column
