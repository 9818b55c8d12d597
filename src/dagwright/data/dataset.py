"""`Dataset`, the immutable coded table that every later stage reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from dagwright.data.as_frame import as_frame
from dagwright.data.assemble import Parts, assemble
from dagwright.data.cells import NumberColumn
from dagwright.data.coded_table import CodedTable
from dagwright.data.columns.column import Column, Kind, Treatment
from dagwright.data.columns.html import dataset_html
from dagwright.data.columns.recipe import Recipe
from dagwright.data.encode import Label
from dagwright.data.frame import frame_table
from dagwright.data.make_recipe import make_recipe
from dagwright.data.options import TableOptions, TableWords, takes_table_words
from dagwright.data.problems import check_known
from dagwright.data.recode import recode
from dagwright.data.source import Origin, Source, made_of
from dagwright.data.table_warnings import table_warnings

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Unpack

    from dagwright.data.cells.cuts import Maker

__all__ = ["Dataset"]

_SHOWN = 6


class Dataset(CodedTable):
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
        For each variable one code per row. A read-only array is taken as it is, any other copied.
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
    columns : dict, optional
        What was decided about each column of the table that this one was made of.
    numbers : dict, optional
        The variables that are numbers, with their cuts.

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

    __slots__ = ("_columns", "_notes", "_numbers", "_origin")

    _notes: tuple[str, ...]
    _origin: Origin
    _columns: Mapping[str, Column]
    _numbers: Mapping[str, NumberColumn]

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
        columns: Mapping[str, Column] | None = None,
        numbers: Mapping[str, NumberColumn] | None = None,
    ) -> None:
        super().__init__(names, states, codes, weights)
        self._notes = tuple(notes)
        self._origin = Origin(tuple(warnings), n_dropped, source)
        self._numbers = MappingProxyType(dict(numbers or {}))
        if columns is None:
            columns = dict(map(_given_column, self._names, self._states))
        self._columns = MappingProxyType(dict(columns))

    @classmethod
    @takes_table_words
    def from_frame(
        cls,
        frame: Any,
        *,
        names: Sequence[str] | None = None,
        options: TableOptions | None = None,
        **words: Unpack[TableWords],
    ) -> Dataset:
        """Code the columns of a data frame, a dictionary or a 2-D array.

        What each column holds and what becomes of it is decided from its values, visibly
        (`columns`), and you can overrule each decision. The states of a pandas categorical, a
        polars Enum or an Arrow dictionary are its declared categories, observed or not; text is
        read as in a file.

        Parameters
        ----------
        frame : pandas or polars DataFrame, pyarrow Table, dict, 2-D numpy array or Dataset
            The table; a dictionary maps names to columns.
        names : sequence of str, optional
            Variables of a numpy array; x0, x1, ... by default.
        options : TableOptions, optional
            What you say about the table.
        **words
            The fields of `TableOptions`, one by one.

        Returns
        -------
        Dataset
            The coded table.

        Raises
        ------
        DataError
            If no column can be used, or an option does not fit the table.

        Examples
        --------
        >>> import dagwright as dw
        >>> data = dw.Dataset.from_frame({"sky": ["grey", "blue", "grey"] * 9, "n": [1, 1, 2] * 9})
        >>> data.states
        (('blue', 'grey'), (1, 2))
        >>> dw.Dataset.from_frame({"a": [0, 1], "count": [30, 70]}, weights="count").total_weight
        100
        >>> ages = dw.Dataset.from_frame({"age": [19, 44, 45, 71] * 9}, cuts={"age": [30, 60]})
        >>> ages.states
        (('below_30', 'from_30_to_60', 'from_60'),)
        """
        told = TableOptions.of(options, **words)
        if isinstance(frame, Dataset):
            return cls._from_parts(recode(frame, told), made_of(frame.source, told))
        return cls._from_parts(assemble(frame_table(frame, names, told), told), None)

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
    def own_warnings(self) -> tuple[str, ...]:
        """Those of the warnings that say how the table came about, not what its sizes imply."""
        return self._origin.warnings

    @property
    def n_dropped(self) -> int:
        """Number of rows that were left out for their missing values."""
        return self._origin.n_dropped

    @property
    def source(self) -> Source | None:
        """The call that made the table; None if it did not come from a file or an example."""
        return self._origin.source

    @property
    def columns(self) -> Mapping[str, Column]:
        """What was decided about each column of the table that was read, used or not.

        Examples
        --------
        >>> import dagwright as dw
        >>> data = dw.Dataset.from_frame({"row": list(range(1, 61)), "town": ["Ulm", "Bonn"] * 30})
        >>> data.columns["row"].reason, data.names
        ('counts the rows from 1', ('town',))
        """
        return self._columns

    @property
    def numbers(self) -> Mapping[str, NumberColumn]:
        """The variables that are numbers: their fine cells, and where they are cut."""
        return self._numbers

    @property
    def provisional(self) -> tuple[str, ...]:
        """The variables that were cut when the table was read, until `learn` cuts them better."""
        return tuple(
            name for name, number in self._numbers.items() if number.cuts.made_by == "reader"
        )

    @cached_property
    def recipe(self) -> Recipe:
        """Everything that was decided, in a form that travels with networks and in files."""
        return make_recipe(self)

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
        check_known(wanted, index, "in this table", "variable")
        at = [index[name] for name in wanted]
        return self._remade(
            names=wanted,
            states=[self._states[i] for i in at],
            codes=[self._codes[i] for i in at],
            columns={name: self._columns[name] for name in wanted},
            numbers={name: self._numbers[name] for name in wanted if name in self._numbers},
            source=self._origin.selected(wanted).source,
        )

    def with_weights(self, weights: npt.ArrayLike) -> Dataset:
        """Return the same rows, each counted as often as its weight says.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dataset(["a"], [["no", "yes"]], [[0, 1]]).with_weights([3, 0]).total_weight
        3
        """
        return self._remade(weights=weights, source=None)

    def with_cuts(
        self, positions: Mapping[str, Sequence[int]], made_by: Maker = "learner"
    ) -> Dataset:
        """Return the table with some columns of numbers cut in front of other fine cells.

        Parameters
        ----------
        positions
            For each of these columns the first fine cell of each state but the first.
        made_by
            Who chose them: ``"user"``, ``"reader"`` or ``"learner"``.

        Examples
        --------
        >>> import dagwright as dw
        >>> data = dw.Dataset.from_frame({"age": [*range(20, 50), *range(50, 80)]}, number="age")
        >>> data.with_cuts({"age": [30]}).states
        (('below_50', 'from_50'),)
        """
        check_known(positions, self._numbers, "of numbers to cut")
        return self._with_numbers(
            {name: self._numbers[name].cut(at, made_by) for name, at in positions.items()}
        )

    def _with_numbers(self, numbers: Mapping[str, NumberColumn]) -> Dataset:
        states, codes = list(self._states), list(self._codes)
        for at, name in enumerate(self._names):
            if name in numbers:
                states[at], codes[at] = numbers[name].states, numbers[name].codes
        return self._remade(states=states, codes=codes, numbers={**self._numbers, **numbers})

    def _remade(self, **changes: Any) -> Dataset:
        """Return the table with some of its parts exchanged."""
        parts = {
            "names": self._names,
            "states": self._states,
            "codes": self._codes,
            "weights": self._weights,
            "notes": self._notes,
            "columns": self._columns,
            "numbers": self._numbers,
            **self._origin._asdict(),
        }
        return Dataset(**{**parts, **changes})

    def with_open_cuts(self) -> Dataset:
        """Return the table with the cuts that `learn` found open to be found again.

        Examples
        --------
        >>> import dagwright as dw
        >>> data = dw.Dataset.from_frame({"age": list(range(20, 80))}, number="age")
        >>> learned = data.with_cuts({"age": [30]})
        >>> learned.provisional, learned.with_open_cuts().provisional
        ((), ('age',))
        """
        return self._with_numbers({name: n.opened() for name, n in self._numbers.items()})

    def __repr__(self) -> str:
        sized = [f"{n}[{len(s)}]" for n, s in zip(self._names, self._states, strict=True)]
        shown = ", ".join(sized[:_SHOWN])
        more = ", ..." if self.n_variables > _SHOWN else ""
        rows = f"{self.n_rows} row{'s' * (self.n_rows != 1)}"
        if self._weights is not None:
            rows += f" of total weight {self.total_weight}"
        plural = "s" * (self.n_variables != 1)
        return f"Dataset({rows}, {self.n_variables} variable{plural}: {shown}{more})"

    def _repr_html_(self) -> str:
        """Return a row for each column with what was decided about it, for notebooks."""
        return dataset_html(self)

    def __reduce__(self) -> tuple[Callable[..., Dataset], tuple[object, ...]]:
        parts = self._names, self._states, self._codes, self._weights, self._notes
        numbers, columns = dict(self._numbers), dict(self._columns)
        rest = partial(Dataset, **self._origin._asdict(), columns=columns, numbers=numbers)
        return rest, parts


def _given_column(name: str, states: Sequence[Label]) -> tuple[str, Column]:
    """Return what there is to say of a variable that was given as codes."""
    reason = "given as codes"
    return name, Column(name, Kind.CATEGORY, Treatment.KEEP, reason, "user", n_values=len(states))
