"""`Source`: where a table came from, so that it can be made again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any, NamedTuple

from dagwright.data.cut_numbers import named_discretizers
from dagwright.data.discretizer import Discretizer
from dagwright.data.options import TableOptions

__all__ = ["Origin", "Source", "made_of", "told_options"]


@dataclass(frozen=True)
class Source:
    """The call that made a table.

    Attributes
    ----------
    function
        Its name, such as ``"read_data"``.
    argument
        What it was given: the path of a file, the name of an example, or the `Source` of the table
        that this one was made of.
    options
        Its other arguments, without those that have their defaults.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.load_dataset("wdbc").select(["diagnosis", "mean radius"])
    >>> data.source.code()
    "dw.load_dataset('wdbc').select(['diagnosis', 'mean radius'])"
    """

    function: str
    argument: str | Source
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str | None:
        """The file that the table was read from; None if it came with the package."""
        if isinstance(self.argument, Source):
            return self.argument.path
        return self.argument if self.function == "read_data" else None

    def code(self) -> str:
        """Return the call in Python."""
        if self.function == "select" and isinstance(self.argument, Source):
            return f"{self.argument.code()}.select({self.options['names']!r})"
        first = self.argument.code() if isinstance(self.argument, Source) else repr(self.argument)
        rest = [f"{name}={_written(value)}" for name, value in self.options.items()]
        return f"dw.{self.function}({', '.join([first, *rest])})"


class Origin(NamedTuple):
    """What a table remembers of how it was made."""

    warnings: tuple[str, ...] = ()
    n_dropped: int = 0
    source: Source | None = None

    def selected(self, names: list[str]) -> Origin:
        """Return the same for a table of only these variables."""
        if self.source is None:
            return self
        return self._replace(source=Source("select", self.source, {"names": names}))


def made_of(table: Source | None, options: TableOptions) -> Source | None:
    """Return the source of a table that was made of another one by `Dataset.from_frame`."""
    told = told_options(options)
    if table is None or told is None:
        return None
    return Source("Dataset.from_frame", table, told) if told else table


def told_options(options: TableOptions) -> dict[str, Any] | None:
    """Return what the user said about a table, or None if it cannot be written down.

    That is so with a discretizer that was fitted elsewhere, whose cut points are those of other
    data, with weights that are a list, and with another table to be like.
    """
    told = options.told()
    for cutter in named_discretizers(options.discretize).values():
        if cutter.is_fitted and "discretize" in told:
            return None
    if "discretize" in told:
        told["discretize"] = _unfitted(told["discretize"])
    if not isinstance(told.get("weights", ""), str):
        return None
    if not isinstance(told.get("like", ""), str | PathLike):
        return None
    return {name: _plain(value) for name, value in told.items()}


def _unfitted(discretize: Any) -> Any:
    if isinstance(discretize, Mapping):
        return {name: _unfitted(each) for name, each in discretize.items()}
    return discretize.unfitted() if isinstance(discretize, Discretizer) else discretize


def _plain(value: Any) -> Any:
    """Return collections as lists, which read better."""
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, frozenset):
        return sorted(value)
    return fspath(value) if isinstance(value, PathLike) else value


def _written(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{name!r}: {_written(each)}' for name, each in value.items())}}}"
    # The only objects among options; all others are written as they look.
    text = repr(value)
    return f"dw.{text}" if text.startswith("Discretizer(") else text
