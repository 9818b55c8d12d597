"""`Dataset`, the immutable coded table that every later stage reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from dagwright.data.as_frame import as_frame
from dagwright.data.assemble import Parts, assemble
from dagwright.data.encode import Codes, Label
from dagwright.data.fingerprint import fingerprint_of
from dagwright.data.frame import frame_table
from dagwright.data.policy import DEFAULT_MAX_STATES, make_policy
from dagwright.data.problems import quoted
from dagwright.data.source import Origin, Source, made_of
from dagwright.data.table_warnings import table_warnings
from dagwright.data.validate import checked_codes, checked_names, checked_states
from dagwright.data.weights import check_weights
from dagwright.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Callable

    from dagwright.data.cells import NumberColumn
    from dagwright.data.cells.cuts import Maker
    from dagwright.data.discretizer import Discretizer

__all__ = ["Dataset"]

_SHOWN = 6


class Dataset:
    """An immutable table of discrete values, stored as small integer codes.

    Make one with `Dataset.from_frame` or `read_data`; the constructor takes columns that are
    already coded. A dataset never changes; equal datasets have equal hashes and fingerprints.

    Parameters
    ----------
    names : sequence of str
        Variables, unique and not empty.
    states : sequence of sequences of str, int or bool
        For each variable the labels of its states; a code is a position in this list. States that
        no row has count in the arity.
    codes : sequence of array_like of int
        For each variable one code a row. A read-only array is taken as it is, any other copied.
    weights : array_like of int, optional
        How many times each row counts.
    notes : iterable of str
        Remarks on how the table came about; like what follows, they do not count in comparisons.
    warnings : iterable of str
        What of it could mislead, such as rows that were dropped.
    n_dropped : int
        How many rows were left out for their missing values.
    source : Source, optional
        The call that made the table.
    numbers : dict, optional
        The columns of numbers among the variables, in fine cells.

    Raises
    ------
    DataError
        If the parts do not fit together; the message names the variable.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset(["rain", "wet"], [["no", "yes"], [0, 1]], [[0, 1, 1], [0, 1, 1]])
    >>> data
    Dataset(3 rows, 2 variables: rain[2], wet[2])
    >>> data.arities
    (2, 2)
    """

    __slots__ = (
        "__dict__",
        "_codes",
        "_names",
        "_notes",
        "_numbers",
        "_origin",
        "_states",
        "_weights",
    )

    _names: tuple[str, ...]
    _states: tuple[tuple[Label, ...], ...]
    _codes: tuple[Codes, ...]
    _weights: npt.NDArray[np.int64] | None
    _notes: tuple[str, ...]
    _numbers: Mapping[str, NumberColumn]
    _origin: Origin

    def __init__(
        self,
        names: Sequence[str],
        states: Sequence[Sequence[Label]],
        codes: Sequence[npt.ArrayLike],
        weights: npt.ArrayLike | None = None,
        notes: Iterable[str] = (),
        *,
        warnings: Iterable[str] = (),
        n_dropped: int = 0,
        source: Source | None = None,
        numbers: Mapping[str, NumberColumn] | None = None,
    ) -> None:
        self._names = checked_names(names)
        if not len(self._names) == len(states) == len(codes):
            raise DataError(
                f"{len(self._names)} names, {len(states)} lists of states and {len(codes)} columns "
                "of codes: give one of each a variable"
            )
        self._states = tuple(map(checked_states, self._names, states))
        self._codes = tuple(map(checked_codes, self._names, self._states, codes))
        for name, column in zip(self._names, self._codes, strict=True):
            if len(column) != self.n_rows:
                raise DataError(
                    f"variable {name!r} has {len(column)} rows where {self._names[0]!r} has "
                    f"{self.n_rows}: all columns must be equally long"
                )
        if self.n_rows == 0:
            raise DataError("the table has no rows: at least one is needed")
        self._weights = None if weights is None else check_weights(weights, self.n_rows)
        self._notes = tuple(notes)
        self._numbers = MappingProxyType(dict(numbers or {}))
        self._origin = Origin(tuple(warnings), n_dropped, source)

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        weights: npt.ArrayLike | str | None = None,
        names: Sequence[str] | None = None,
        *,
        states: Mapping[str, Sequence[Label]] | None = None,
        missing: str = "error",
        missing_values: Iterable[object] | None = None,
        discretize: Discretizer | str | None = None,
        max_states: int | None = DEFAULT_MAX_STATES,
        exclude: Iterable[str] = (),
    ) -> Dataset:
        """Code the columns of a data frame, a dictionary or a 2-D array.

        Integers, booleans, strings and categoricals are discrete. The states of a pandas
        categorical, a polars Enum or an Arrow dictionary are its declared categories, observed or
        not; those of any other column are its observed values in ascending order. Floats that are
        all whole numbers are taken as integers.

        Parameters
        ----------
        frame : pandas or polars DataFrame, pyarrow Table, dict, 2-D numpy array or Dataset
            The table; a dictionary maps names to columns.
        weights : array_like or str, optional
            How many times each row counts, or the name of the column that says so, which is then
            not a variable.
        names : sequence of str, optional
            Variables of a numpy array; x0, x1, ... by default.
        states : dict, optional
            For some columns the states they can have, in order. States that no row has count in
            the arity; a value that is not declared is an error.
        missing : str
            ``"error"`` refuses missing values; ``"drop"`` leaves out the rows that have one and
            says so in `warnings`; ``"state"`` gives them a last state ``'missing'``.
        missing_values : iterable, optional
            Values that mean missing, beside None, NaN and the like.
        discretize : Discretizer or str, optional
            How to cut continuous columns into intervals: a method of `Discretizer`, or one with
            options. One that is not fitted yet is fitted to this table.
        max_states : int, optional
            A column with more states is refused, unless they are declared by `states`; None for no
            limit. Integers with more count as continuous.
        exclude : iterable of str
            Columns to leave out.

        Returns
        -------
        Dataset
            The coded table.

        Raises
        ------
        DataError
            If columns are continuous, have missing values or hold dates, lists or a mixture of
            types. One message names them all.

        Examples
        --------
        >>> import dagwright as dw
        >>> data = dw.Dataset.from_frame({"sky": ["grey", "blue", "grey"], "n": [1, 1, 2]})
        >>> data.states
        (('blue', 'grey'), (1, 2))
        >>> dw.Dataset.from_frame({"a": [0, 1], "count": [30, 70]}, weights="count").total_weight
        100
        >>> data = dw.Dataset.from_frame({"a": ["x", None, "y"]}, missing="drop")
        >>> data.warnings[0]
        "2 of 3 rows used: 1 (33 %) has missing values and was dropped (1 in 'a')"
        """
        policy = make_policy(
            states=states,
            missing=missing,
            missing_values=missing_values,
            discretize=discretize,
            max_states=max_states,
            exclude=exclude,
        )
        source = None
        if isinstance(frame, Dataset) and weights is None:
            source = made_of(frame.source, policy, make_policy())
        table = frame_table(frame, weights, names, policy.exclude)
        return cls._from_parts(assemble(table, policy), source)

    @classmethod
    def _from_parts(cls, parts: Parts, source: Source | None) -> Dataset:
        return cls(**vars(parts), source=source)

    def to_frame(self, backend: str = "pandas", weights: str = "weight") -> Any:
        """Return the labels as a table of another library.

        Columns of pandas and pyarrow are categorical, so that `from_frame` gives the same dataset
        again. In polars, text is an Enum, but integers and booleans are plain columns and their
        unobserved states are lost. A column whose labels mix text and numbers becomes text.

        Parameters
        ----------
        backend : str
            ``"pandas"``, ``"polars"``, ``"pyarrow"`` or ``"dict"`` (lists of labels).
        weights : str
            Name of a last column with the weights, if there are any.

        Returns
        -------
        DataFrame, Table or dict
            One row for each row here.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dataset(["a"], [["no", "yes"]], [[1, 0, 1]]).to_frame("dict")
        {'a': ['yes', 'no', 'yes']}
        """
        return as_frame(
            self._names,
            self._states,
            self._codes,
            self._weights,
            backend=backend,
            weights_name=weights,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables."""
        return self._names

    @property
    def states(self) -> tuple[tuple[Label, ...], ...]:
        """Labels of each variable's states, in code order."""
        return self._states

    @property
    def codes(self) -> tuple[Codes, ...]:
        """Read-only codes, one array a variable: uint8, uint16 or uint32 by arity."""
        return self._codes

    @property
    def weights(self) -> npt.NDArray[np.int64] | None:
        """Read-only row weights, or None if every row counts once."""
        return self._weights

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on how the table came about, such as whether a file begins with names."""
        return self._notes

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What of the table could mislead: rows dropped, few rows, columns of many states.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dataset.from_frame({"a": [0, 1]}).warnings
        ('only 2 rows: with fewer than 50, neither an edge nor its absence says much',)
        """
        found = table_warnings(self._names, self._states, self.total_weight)
        return (*self._origin.warnings, *found)

    @property
    def n_dropped(self) -> int:
        """Number of rows that were left out for their missing values."""
        return self._origin.n_dropped

    @property
    def source(self) -> Source | None:
        """The call that made the table; None if it did not come from a file or an example."""
        return self._origin.source

    @property
    def arities(self) -> tuple[int, ...]:
        """Number of states of each variable, unobserved ones included."""
        return tuple(map(len, self._states))

    @property
    def n_variables(self) -> int:
        """Number of variables."""
        return len(self._names)

    @property
    def n_rows(self) -> int:
        """Number of rows as they were given, whatever their weights."""
        return len(self._codes[0])

    @property
    def total_weight(self) -> int:
        """Sum of the weights; the number of rows without weights."""
        return self.n_rows if self._weights is None else int(self._weights.sum())

    @property
    def numbers(self) -> Mapping[str, NumberColumn]:
        """The columns of numbers: their fine cells, and how these are cut into states."""
        return self._numbers

    def with_cuts(
        self, positions: Mapping[str, Sequence[int]], made_by: Maker = "learner"
    ) -> Dataset:
        """Return the table with some columns of numbers cut in front of other fine cells.

        Parameters
        ----------
        positions : dict
            For each of these columns the first fine cell of each state but the first.
        made_by : str
            Who cuts: ``"user"``, ``"reader"`` or ``"learner"``.

        Returns
        -------
        Dataset
            A table that shares all other columns with this one.
        """
        cut = {name: self._numbers[name].cut(at, made_by) for name, at in positions.items()}
        states, codes = list(self._states), list(self._codes)
        for i, name in enumerate(self._names):
            if name in cut:
                states[i], codes[i] = cut[name].states, cut[name].codes
        return Dataset(
            self._names,
            states,
            codes,
            self._weights,
            self._notes,
            numbers={**self._numbers, **cut},
            **self._origin._asdict(),
        )

    @cached_property
    def fingerprint(self) -> str:
        """Hash of names, states, codes and weights in hexadecimal, the same on every machine.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dataset.from_frame({"a": [0, 1]}).fingerprint[:8]
        '167aa2e3'
        """
        return fingerprint_of(self._names, self._states, self._codes, self._weights)

    def select(self, names: Iterable[str]) -> Dataset:
        """Return the dataset with these variables only, in this order, and the same weights.

        Parameters
        ----------
        names : iterable of str
            Variables to keep.

        Returns
        -------
        Dataset
            A dataset that shares its columns with this one.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.load_dataset("wdbc").select(["diagnosis", "mean radius"])
        Dataset(569 rows, 2 variables: diagnosis[2], mean radius[2])
        """
        wanted = [names] if isinstance(names, str) else list(names)
        index = {name: i for i, name in enumerate(self._names)}
        unknown = [name for name in wanted if name not in index]
        if unknown:
            raise DataError(f"no variables {quoted(unknown)}: there are {quoted(self._names)}")
        at = [index[name] for name in wanted]
        return Dataset(
            wanted,
            [self._states[i] for i in at],
            [self._codes[i] for i in at],
            self._weights,
            self._notes,
            numbers={n: c for n, c in self._numbers.items() if n in wanted},
            **self._origin.selected(wanted)._asdict(),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dataset):
            return NotImplemented
        if self is other:
            return True
        # The fingerprint tells 1 from True, which tuples of states do not.
        return (self._names, self.n_rows, self._states) == (
            other._names,
            other.n_rows,
            other._states,
        ) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        sized = [f"{n}[{len(s)}]" for n, s in zip(self._names, self._states, strict=True)]
        shown = ", ".join(sized[:_SHOWN])
        more = ", ..." if self.n_variables > _SHOWN else ""
        rows = f"{self.n_rows} row{'s' * (self.n_rows != 1)}"
        if self._weights is not None:
            rows += f" of total weight {self.total_weight}"
        plural = "s" * (self.n_variables != 1)
        return f"Dataset({rows}, {self.n_variables} variable{plural}: {shown}{more})"

    def __setattr__(self, name: str, value: object) -> None:
        if name not in Dataset.__slots__ or hasattr(self, name):
            raise AttributeError(f"a Dataset is immutable: {name!r} cannot be set")
        object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Callable[..., Dataset], tuple[object, ...]]:
        parts = self._names, self._states, self._codes, self._weights, self._notes
        return partial(Dataset, numbers=dict(self._numbers), **self._origin._asdict()), parts
