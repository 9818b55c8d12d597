"""`Discretizer`: continuous columns into intervals, by cut points that can be seen and reused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from dagwright.data.find_cuts import CUT_METHODS, find_cuts
from dagwright.data.intervals import interval_labels
from dagwright.data.options import TableWords, checked_cuts
from dagwright.data.problems import check_known
from dagwright.data.raw import Coded, Real
from dagwright.errors import DataError
from dagwright.suggestions import did_you_mean, meant_by

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from dagwright.data.dataset import Dataset

__all__ = ["Discretizer", "discretize"]

_DEFAULT_BINS = 3
_WITH_BINS = frozenset({"quantile", "width", "kmeans"})


class Discretizer:
    """Cuts columns of numbers into intervals by a method of your choice.

    Which columns are numbers is decided as everywhere (`TableOptions`); all others pass through. A
    fitted discretizer keeps its cut points: new data is cut at the same places, and values beyond
    those seen go to the first or the last interval.

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
        Which columns to cut, by default every column of numbers.
    cuts : dict, optional
        Cut points of your own for some columns: ``{"age": [30, 45, 60]}``.

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
    >>> dw.Discretizer(cuts={"age": [30, 60]}).fit({"age": list(range(99))}).labels("age")
    ('below_30', 'from_30_to_60', 'from_60')
    """

    def __init__(
        self,
        method: str = "quantile",
        bins: int | None = None,
        target: str | None = None,
        columns: Sequence[str] | None = None,
        cuts: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        if method not in CUT_METHODS:
            raise DataError(
                f"no way to discretise is called {method!r}{did_you_mean(method, CUT_METHODS)}: "
                f"choose one of {', '.join(CUT_METHODS)}",
                meant=meant_by([method], CUT_METHODS),
            )
        if bins is not None and (not isinstance(bins, int | np.integer) or bins < 2):
            raise DataError(f"bins={bins!r}: give a whole number from 2")
        if method == "mdl" and bins is not None:
            raise DataError("bins= is not for 'mdl', which finds the number of intervals itself")
        if method == "mean" and bins not in (None, 2):
            raise DataError(f"bins={bins}: 'mean' makes two intervals")
        if method == "mdl" and target is None:
            raise DataError("'mdl' needs target=, the discrete column that its cuts tell about")
        if method != "mdl" and target is not None:
            raise DataError(f"target= is for 'mdl', not for {method!r}")
        if isinstance(columns, str):
            columns = [columns]
        self.method, self.target = method, target
        self.bins = _DEFAULT_BINS if bins is None else int(bins)
        self.columns = None if columns is None else tuple(columns)
        self.cuts = checked_cuts(cuts)
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
        return Discretizer(self.method, given, self.target, self.columns, self.cuts)

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

    def fit(self, frame: Any, **words: Unpack[TableWords]) -> Discretizer:
        """Find the cut points of a table, forgetting earlier ones; missing values are left out.

        Parameters
        ----------
        frame : table
            Whatever `Dataset.from_frame` takes, or a `Dataset`.
        **words
            As for `Dataset.from_frame`, such as ``weights``.

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
        from dagwright.data.dataset import Dataset  # noqa: PLC0415 - which uses this module

        self._cut_points = None
        # Holes do not matter here: a row that has one still tells of its other columns.
        told: Any = {"missing": "state", **words, "discretize": self}
        Dataset.from_frame(frame, **told)
        if self._cut_points is None:
            self._cut_points = {}
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
        >>> cutter.transform({"a": [1.0, 9.0], "b": ["x", "y"]}, keep="b").states
        (('below_1.5', 'from_1.5'), ('x', 'y'))
        """
        from dagwright.data.dataset import Dataset  # noqa: PLC0415 - which uses this module

        _ = self.cut_points  # fitted?
        return Dataset.from_frame(frame, discretize=self, **options)

    def cuts_for(
        self,
        numbers: Mapping[str, Real],
        used: Mapping[str, Coded | Real],
        weights: npt.NDArray[np.int64] | None,
    ) -> dict[str, tuple[float, ...]]:
        """Return the cut points of columns of numbers; find them first if that was not done.

        Parameters
        ----------
        numbers
            The columns of numbers that are variables.
        used
            All columns that are, among them the target.
        weights
            One per row, or None.
        """
        if self._cut_points is None:
            self._cut_points = self._fitted(numbers, used, weights)
        return {n: cuts for n, cuts in self._cut_points.items() if n in numbers}

    def _fitted(
        self,
        numbers: Mapping[str, Real],
        used: Mapping[str, Coded | Real],
        weights: npt.NDArray[np.int64] | None,
    ) -> dict[str, tuple[float, ...]]:
        wanted = [n for n in numbers if self.columns is None or n in {*self.columns, *self.cuts}]
        classes = self._classes(used)
        rows = len(next(iter(numbers.values())).values) if numbers else 0
        counted = np.ones(rows) if weights is None else weights.astype(np.float64)
        fitted = {}
        for name in wanted:
            if name in self.cuts:
                fitted[name] = self.cuts[name]
            else:
                column = numbers[name]
                fitted[name] = find_cuts(self.method, self.bins, column, counted, classes)
        return fitted

    def _classes(self, used: Mapping[str, Coded | Real]) -> Coded | None:
        if self.target is None:
            return None
        check_known([self.target], used, "as target")
        target = used[self.target]
        if not isinstance(target, Coded):
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
        if self.cuts:
            parts.append(f"cuts={ {name: list(cuts) for name, cuts in self.cuts.items()}!r}")
        return f"Discretizer({', '.join(parts)})"


def discretize(
    data: Any,
    method: str = "quantile",
    bins: int | None = None,
    target: str | None = None,
    columns: Sequence[str] | None = None,
    **words: Any,
) -> Dataset:
    """Return a table with its columns of numbers cut into intervals.

    Short for ``Discretizer(method, bins, target, columns).fit(data).transform(data)``: make the
    `Discretizer` yourself to see its cut points, or to cut other data at the same places.

    Parameters
    ----------
    data : table
        Whatever `Dataset.from_frame` takes, or a `Dataset`.
    method, bins, target, columns
        As for `Discretizer`.
    **words
        As for `Dataset.from_frame`, except `columns`, which says here what to cut.

    Returns
    -------
    Dataset
        The coded table.

    Examples
    --------
    >>> import dagwright as dw
    >>> table = {"height": [1.5, 1.6, 1.9], "sex": ["f", "f", "m"]}
    >>> dw.discretize(table, "mean", keep="sex").states
    (('below_1.667', 'from_1.667'), ('f', 'm'))
    """
    from dagwright.data.dataset import Dataset  # noqa: PLC0415 - which uses this module

    cutter = Discretizer(method, bins, target, columns)
    return Dataset.from_frame(data, **{**words, "discretize": cutter})
