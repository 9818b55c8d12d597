"""The oracle of local scores."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial
from numbers import Real
from typing import Any, final

from dagwright import _core
from dagwright.constraints import Constraints, Scope, ScopedBound
from dagwright.data import Dataset
from dagwright.data.core_table import core_table
from dagwright.errors import DagwrightError, DataError
from dagwright.graph import Dag
from dagwright.memory import MemoryLimit, resolve_memory
from dagwright.scores.base import MOST_SCORE, CustomScore, Score, describe_score, resolve_score
from dagwright.scores.bdeu import BDeu
from dagwright.suggestions import did_you_mean

__all__ = ["LocalScores"]

_KINDS = {
    "bic": _core.ScoreKind.bic,
    "aic": _core.ScoreKind.aic,
    "bdeu": _core.ScoreKind.bdeu,
    "k2": _core.ScoreKind.k2,
    "log-likelihood": _core.ScoreKind.log_likelihood,
}


@final
class LocalScores:
    """Local scores of a data set: what each variable gains from each set of parents.

    Scores are counted by a C++ core, which remembers set functions in a bounded memo; they are
    the same to the last bit on every machine, for any number of threads and any order of rows.

    Parameters
    ----------
    data
        The table.
    score
        A score, its name, or a function ``(data, child, parents) -> float`` (higher is better;
        much slower, and without a bound).
    memory_limit
        Bytes (or ``"2G"``) for the table and the memo; by default half of what is free. A smaller
        memo costs time, never the result.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.load_dataset("wdbc")
    >>> scores = dw.LocalScores(data, dw.BIC())
    >>> round(scores("diagnosis", ["worst area"]), 4)
    -164.1078
    >>> scores("diagnosis", ["worst area"]) > scores("diagnosis")
    True
    """

    def __init__(
        self,
        data: Dataset,
        score: Score | CustomScore | str = "bic",
        memory_limit: int | str | MemoryLimit | None = None,
    ) -> None:
        if not isinstance(data, Dataset):
            raise DataError(
                f"LocalScores needs a Dataset, not {type(data).__name__}: "
                "use Dataset.from_frame or read_data"
            )
        self._data = data
        self._score = resolve_score(score)
        self._memory_limit = memory_limit
        self._index = {name: i for i, name in enumerate(data.names)}
        self._table: _core.Table | None = None
        self._oracle = self._make_oracle()

    def _make_oracle(self) -> _core.LocalScores | _core.PythonOracle:
        if not isinstance(self._score, Score):
            # Not a method of this object: the core cannot see through a circle of references.
            ask = partial(_call_custom, self._data, self._score)
            return _core.PythonOracle(self._data.n_variables, ask)
        limit = resolve_memory(self._memory_limit)
        table = core_table(self._data)
        self._table = table
        limit.check("the table", table.bytes)
        memo = limit.size - table.bytes
        ess = self._score.ess if isinstance(self._score, BDeu) else 1.0
        try:
            return _core.LocalScores(table, _KINDS[self._score.name], ess, memo)
        except ValueError as error:
            raise DataError(str(error)) from None

    @property
    def data(self) -> Dataset:
        """The table that is scored."""
        return self._data

    @property
    def score(self) -> Score | CustomScore:
        """The score, or the user's function."""
        return self._score

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return self._data.names

    @property
    def oracle(self) -> _core.ScoreOracle:
        """The C++ object that searches run on."""
        return self._oracle

    @property
    def counters(self) -> dict[str, int]:
        """How much work was done: sets counted and remembered, bytes of the memo."""
        if isinstance(self._oracle, _core.PythonOracle):
            return {"function_calls": self._oracle.calls}
        return {
            "sets_counted": self._oracle.sets_counted,
            "memo_hits": self._oracle.memo_hits,
            "memo_bytes": self._oracle.memo_bytes,
        }

    @property
    def constraints(self) -> Constraints:
        """What all networks respect: nothing, since any family has a score."""
        return Constraints()

    @property
    def scope(self) -> Scope:
        """The class of networks that have scores: all."""
        return Scope()

    @property
    def relaxed_score(self) -> float:
        """A score that no network exceeds: the sum of what each variable could reach alone."""
        return math.fsum(self.upper_bound(name) for name in self.names)

    @property
    def oracle_bytes(self) -> int:
        """The memory that searches need for the oracle besides this: none."""
        return 0

    @property
    def identity(self) -> str:
        """The score and the table, in words and by a fingerprint."""
        score, n = describe_score(self._score), len(self.names)
        return f"{score} of {n} variables, data {self._data.fingerprint}"

    def packed_table(self) -> _core.Table:
        """Return the table as the core counts with it: packed once for all who need it."""
        return core_table(self._data) if self._table is None else self._table

    def _find(self, name: str) -> int:
        try:
            return self._index[name]
        except KeyError:
            raise DagwrightError(
                f"no variable {name!r} in the data{did_you_mean(name, self._index)}"
            ) from None

    def _find_parents(self, child: str, parents: Iterable[str]) -> list[int]:
        if isinstance(parents, str):
            raise DagwrightError(f"parents must be a list of names; write [{parents!r}]")
        names = list(parents)
        if child in names or len(set(names)) < len(names):
            raise DagwrightError(f"parents of {child!r} must be distinct and not itself: {names}")
        return [self._find(parent) for parent in names]

    def __call__(self, child: str, parents: Iterable[str] = ()) -> float:
        """Return the local score of a variable with these parents."""
        target, present = self._find(child), self._find_parents(child, parents)
        return self._oracle.score(target, present)

    def many(self, child: str, parent_sets: Sequence[Iterable[str]]) -> list[float]:
        """Return the local scores of a variable with each of these sets of parents."""
        sets = [self._find_parents(child, parents) for parents in parent_sets]
        return self._oracle.score_many(self._find(child), sets)

    def additions(self, child: str, parents: Iterable[str] = ()) -> dict[str, float]:
        """Return, for each other variable, the local score with it as one more parent.

        Much faster than one call each: the work on `parents` is shared.
        """
        target, present = self._find(child), self._find_parents(child, parents)
        others = [v for v in range(len(self.names)) if v != target and v not in present]
        values = self._oracle.score_additions(target, present, others)
        return {self.names[v]: value for v, value in zip(others, values, strict=True)}

    def upper_bound(self, child: str) -> float:
        """Return a number that no set of parents, of any size, brings the local score above."""
        return self._oracle.upper_bound(self._find(child))

    def add_up(self, dag: Dag) -> float:
        """Return the score of a network, in doubles and in the order of the variables."""
        return sum(self._oracle.score_families(dag.reorder(self.names).parent_indices()))

    def bounds(self, proved: float | None = None) -> tuple[ScopedBound, ...]:
        """Return the best bound on all networks, if one is known besides what a search proved."""
        trivial = self.relaxed_score
        bound = trivial if proved is None else min(trivial, proved)
        return (ScopedBound(bound, self.scope),) if math.isfinite(bound) else ()

    def restrict(self, constraints: Constraints) -> LocalScores:  # noqa: ARG002 - lists do
        """Return these scores: they do not list the families that constraints rule out."""
        return self

    def rule_out(self, rules: _core.Rules) -> None:
        """Rule out no edge, since any family has a score."""

    def least_network(self, constraints: Constraints) -> Dag:
        """Return the network of the edges that are required."""
        return Dag(self.names, constraints.required)

    def network_from(self, start: Dag | Sequence[str]) -> Dag:
        """Return the network that a search begins with; an order alone does not give one."""
        if not isinstance(start, Dag):
            raise DagwrightError("an order to start from needs ParentSets; give a Dag instead")
        return start

    def release(self) -> None:
        """Forget what was counted; it is counted again when it is asked for."""
        if isinstance(self._oracle, _core.LocalScores):
            self._oracle.release_memory()

    def __reduce__(self) -> tuple[Any, ...]:
        return (LocalScores, (self._data, self._score, self._memory_limit))

    def __repr__(self) -> str:
        return f"<LocalScores: {self._score!r} of {self._data!r}>"


def _call_custom(
    data: Dataset, function: CustomScore, child: int, parents: tuple[int, ...]
) -> float:
    names = data.names
    chosen = [names[parent] for parent in parents]
    value = function(data, names[child], chosen)
    if not isinstance(value, Real) or not abs(value) <= MOST_SCORE:
        raise DagwrightError(
            f"the score of {names[child]!r} with the parents {chosen} came out as {value!r}: "
            f"return a finite number of at most {MOST_SCORE:.0e}; for families that are out of "
            "the question a low one such as -1e9, or forbid them by Constraints"
        )
    return float(value)
