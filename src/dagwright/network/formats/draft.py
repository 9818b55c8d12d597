"""Putting a network together from the parts of a file, in whatever order they come."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright.data.columns.recipe import Recipe
from dagwright.data.encode import Label
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.memory import is_available
from dagwright.network.formats.properties import read_properties, recipe_of
from dagwright.network.formats.text_error import TextError
from dagwright.network.network import BayesianNetwork
from dagwright.network.validate import Table, check_rows
from dagwright.suggestions import did_you_mean
from dagwright.words import list_names

__all__ = ["Draft"]


class Draft:
    """Variables and probability tables as a file gives them.

    The file's order of a child's parents need not be that of the variables; `finish` turns the
    tables into the order that a `Dag` has, and what is written for names and labels into the real
    ones, which are among the properties. `recipe` is what the file says about the table that the
    network was fitted to; properties say it too.
    """

    def __init__(self) -> None:
        self.states: dict[str, tuple[Label, ...]] = {}
        self._lines: dict[str, int | None] = {}
        self._real_names: dict[str, str] = {}
        self._real_states: dict[str, tuple[Label, ...]] = {}
        self._about_table: Any = None
        self._about_columns: dict[str, Any] = {}
        self.recipe: Recipe | None = None
        self._tables: dict[str, tuple[tuple[str, ...], Table, int | None]] = {}

    def add_properties(self, properties: Iterable[str], line: int | None) -> None:
        """Record the properties of the network."""
        self._about_table = read_properties(properties, line)

    def add_variable(
        self,
        name: str,
        states: Sequence[Label],
        line: int | None,
        properties: Sequence[str] = (),
    ) -> None:
        """Record a variable and its properties, once."""
        if name in self.states:
            where = f" (first on line {self._lines[name]})" if self._lines[name] else ""
            raise TextError(
                f"variable {name!r} is declared twice{where}: rename or remove one", line
            )
        if not name:
            raise TextError("a variable has an empty name: give it one", line)
        if not states:
            raise TextError(f"variable {name!r} has no states: list them", line)
        _check_distinct(name, states, line)
        self.states[name] = tuple(states)
        self._lines[name] = line
        real_name = _read_names(properties, line, "name_").get(name, name)
        self._real_names[name] = real_name
        labels = _read_names(properties, line, "states_")
        if labels:
            self._real_states[name] = tuple(labels.get(str(state), state) for state in states)
            _check_distinct(real_name, self._real_states[name], line)
        self._about_columns[real_name] = read_properties(properties, line)

    def shape(self, child: str, parents: Sequence[str], line: int | None) -> tuple[int, ...]:
        """Return the shape of a child's table, having checked the names and the size."""
        for name in (child, *parents):
            if name not in self.states:
                raise TextError(
                    f"unknown variable {name!r}{did_you_mean(name, self.states)}: declare it, or "
                    "correct the name",
                    line,
                )
        if child in parents or len(set(parents)) < len(parents):
            raise TextError(f"{child!r} must have distinct parents, other than itself", line)
        if child in self._tables:
            raise TextError(f"the probabilities of {child!r} are given twice", line)
        shape = tuple(len(self.states[name]) for name in (*parents, child))
        if not is_available(16 * math.prod(shape)):
            raise TextError(f"the table of {child!r} does not fit into memory", line)
        return shape

    def add_flat_table(
        self,
        child: str,
        parents: Sequence[str],
        values: Sequence[float] | npt.NDArray[np.float64],
        line: int | None,
    ) -> None:
        """Record a table given as one list, the child's state fastest, then the last parent's."""
        shape = self.shape(child, parents, line)
        if len(values) != math.prod(shape):
            raise TextError(
                f"{len(values)} probabilities for {child!r} where "
                f"{' x '.join(map(str, shape))} = {math.prod(shape)} are needed",
                line,
            )
        self.add_table(child, parents, np.array(values, dtype=np.float64).reshape(shape), line)

    def add_table(self, child: str, parents: Sequence[str], table: Table, line: int | None) -> None:
        """Record a table of the right shape."""
        problem = check_rows(table)
        if problem is not None:
            row, reason = problem
            given = [str(self.states[name][i]) for name, i in zip(parents, row, strict=True)]
            place = f" for ({', '.join(given)})" if given else ""
            raise TextError(f"the probabilities of {child!r}{place} {reason}", line)
        self._tables[child] = (tuple(parents), table, line)

    def finish(self) -> BayesianNetwork:
        """Return the network."""
        if not self.states:
            raise TextError("there is no variable in the file")
        lacking = [name for name in self.states if name not in self._tables]
        if lacking:
            raise TextError(
                f"no probabilities for {list_names(lacking)}: add them", self._lines[lacking[0]]
            )
        edges = [
            (parent, child) for child, (parents, *_) in self._tables.items() for parent in parents
        ]
        try:
            dag = Dag(self.states, edges)
        except DagwrightError as error:
            in_cycle = next(
                (t[2] for c, t in self._tables.items() if f"-> {c}" in str(error)), None
            )
            raise TextError(f"{error}; remove an edge", in_cycle) from None
        cpts = {}
        for child, (parents, table, _) in self._tables.items():
            place = {parent: axis for axis, parent in enumerate(parents)}
            axes = [place[parent] for parent in dag.parents(child)]
            cpts[child] = table.transpose([*axes, len(parents)])
        return self._with_real_names(dag, cpts)

    def _with_real_names(self, dag: Dag, cpts: dict[str, Table]) -> BayesianNetwork:
        real = self._real_names
        if len(self._about_columns) < len(real):
            name, count = Counter(real.values()).most_common(1)[0]
            last = [written for written in real if real[written] == name][-1]
            raise TextError(
                f"{count} variables have the real name {name!r} (property dagwright_name_1): "
                "remove the property",
                self._lines[last],
            )
        recipe = self.recipe or recipe_of(self._about_table, self._about_columns)
        states = {real[name]: self._real_states.get(name, self.states[name]) for name in real}
        renamed = Dag(states, [(real[parent], real[child]) for parent, child in dag.edges])
        return BayesianNetwork(
            renamed, states, {real[name]: table for name, table in cpts.items()}, recipe
        )


def _check_distinct(name: str, states: Sequence[Label], line: int | None) -> None:
    texts = [str(state) for state in states]
    if len(set(texts)) < len(texts):
        repeated = next(text for text, count in Counter(texts).items() if count > 1)
        raise TextError(f"variable {name!r} has the state {repeated!r} twice", line)


def _read_names(properties: Sequence[str], line: int | None, kind: str) -> dict[str, str]:
    """Return the real names of a kind by what is written for them; none if there are none."""
    names = read_properties(properties, line, kind)
    if names is None:
        return {}
    if not isinstance(names, dict) or not all(isinstance(each, str) for each in names.values()):
        raise TextError(
            f"the properties dagwright_{kind}1, ... must be an object of names: remove them", line
        )
    if kind == "name_" and "" in names.values():
        raise TextError("the real name of a variable is empty: remove dagwright_name_1", line)
    return names
