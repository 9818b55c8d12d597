"""Cutting numbers and learning in turn, so that cuts follow the network."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from dagwright.constraints import Constraints
from dagwright.data import Dataset
from dagwright.data.cells import MOST_CELLS, MOST_STATES, NumberColumn, States, recut, starting
from dagwright.data.core_table import bytes_for_counting
from dagwright.graph import Dag
from dagwright.memory import MemoryLimit
from dagwright.running import Control, Limits, resolve_threads
from dagwright.scores import AIC, BIC, CustomScore, LocalScores, LogLikelihood, Score
from dagwright.search import HillClimbing
from dagwright.search.known import Known
from dagwright.search.method import Run
from dagwright.search.problem import make_start
from dagwright.words import BY_HAND

__all__ = ["ENDED_CUTTING", "MOST_ROUNDS", "Cutting", "cut_and_learn", "cut_for", "starting_cuts"]

MOST_ROUNDS = 3
_SEARCH = HillClimbing(restarts=3)
_MANY_ROWS = 20_000
_CANDIDATES_FOR_MANY = 48
"""With many rows a cut is first looked for among this many places, then moved between them."""
_ROUNDING = 1e-9
ENDED_CUTTING = "ended the cutting of numbers"

Positions = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class Cutting:
    """A table whose numbers are cut as its network needs them.

    Attributes
    ----------
    table
        The table as it was cut.
    known
        The network that the cuts follow, as a search found it in this table; None if nothing was
        cut.
    scoring
        What the network was judged by.
    objective
        Score of the network minus the sum of N ln N over the states of all columns that were cut:
        what cutting and learning raise in turn.
    rounds
        How many times the columns were cut again to any effect.
    remarks
        What was done, in words.
    irreproducible
        Why another run may come out differently.
    iterations
        Moves of all searches.
    """

    table: Dataset
    known: Known | None
    scoring: Score | None
    objective: float
    rounds: int
    remarks: tuple[str, ...] = ()
    irreproducible: tuple[str, ...] = ()
    iterations: int = 0

    @property
    def dag(self) -> Dag | None:
        """The network that the cuts follow; None if nothing was cut."""
        return None if self.known is None else self.known.dag


def cut_and_learn(
    data: Dataset,
    score: Score | CustomScore,
    constraints: Constraints | None = None,
    *,
    control: Control,
    memory: MemoryLimit,
    threads: int = 1,
    seed: int = 0,
    rounds: int = MOST_ROUNDS,
) -> Cutting:
    """Cut the columns that the reader cut provisionally so that they fit the network.

    Begins with three states of equal frequency, learns by hill climbing, cuts every column that
    has neighbours again, learns again, until nothing improves. Columns without neighbours keep
    their three states: otherwise chance alone would make cuts that then look like dependence.

    Parameters
    ----------
    data
        The table; cuts of the user and of an earlier run stay.
    score
        What networks are judged by. A function, and the likelihood by itself, which any cut
        raises, are replaced by BIC.
    constraints
        What every network must respect.
    control
        Ends it. The first network is searched for whatever the time.
    memory
        For the memo of the scores, and as much for a search.
    threads
        Number of threads; results do not depend on it.
    seed
        Of the searches.
    rounds
        The most times to cut again.
    """
    names = data.provisional
    if not names:
        return Cutting(data, None, None, math.nan, 0)
    run = _Run(
        scoring=_cutting_score(score),
        constraints=constraints or Constraints(),
        control=control,
        memory=memory,
        threads=threads,
        seed=seed,
        names=names,
    )
    return run.improve(run.learn(starting_cuts(data), None), rounds)


def starting_cuts(data: Dataset) -> Dataset:
    """Return the table as learning begins: three states in each column that the reader cut."""
    return data.with_cuts(
        {name: starting(data.numbers[name].cells, data.weights) for name in data.provisional}
    )


def cut_for(data: Dataset, dag: Dag, *, threads: int | None = None) -> Dataset:
    """Return the table with its provisional cuts made for a network that is known already.

    Parameters
    ----------
    data
        The table; cuts of the user and of an earlier run stay.
    dag
        The network, such as the average of many.
    threads
        Number of threads; results do not depend on it.
    """
    if not data.provisional:
        return data
    names, table = data.provisional, starting_cuts(data)
    for _ in range(MOST_ROUNDS):
        views = _Views(table, dag)
        positions = _sweep(views, names, None, resolve_threads(threads), lambda: False)
        if not positions:
            break
        table = table.with_cuts(positions)
    return table


def _cutting_score(score: Score | CustomScore) -> Score:
    if isinstance(score, Score) and not isinstance(score, LogLikelihood):
        return score
    return BIC()


@dataclass
class _Run:
    """What all rounds of one call share."""

    scoring: Score
    constraints: Constraints
    control: Control
    memory: MemoryLimit
    threads: int
    seed: int
    names: tuple[str, ...]
    moves: int = 0

    def improve(self, state: Cutting, rounds: int) -> Cutting:
        """Cut and learn in turn until nothing improves."""
        while state.rounds < rounds and not self._has_to_end():
            positions = self._cut_again(state)
            if not positions:
                break
            new = self.learn(state.table.with_cuts(positions), state.dag)
            if new.objective < state.objective - _ROUNDING * abs(state.objective):
                break
            state = replace(new, rounds=state.rounds + 1)
        stopped = self._who_stopped()
        chance = () if stopped is None else (f"{stopped} {ENDED_CUTTING}",)
        return replace(
            state, remarks=self._remarks(state), irreproducible=chance, iterations=self.moves
        )

    def learn(self, table: Dataset, start: Dag | None) -> Cutting:
        """Return the network of a table, found by a quick search."""
        limit = self.memory.without(-bytes_for_counting(table))
        scores, search = LocalScores(table, self.scoring, memory_limit=limit), _SEARCH
        begin, order = make_start(scores, start, self.constraints)
        known = Known(scores.scope.narrow(self.constraints))
        # Scores of tables that are cut otherwise cannot be compared.
        limits = Limits(iterations=self._moves_left())
        with self.control.child(search.name, limits=limits, networks=None) as control:
            run = Run(
                self.constraints,
                begin,
                order,
                self.seed,
                self.threads,
                self.memory.size,
                control,
                known,
            )
            search.run(scores, run)
        self.moves += known.iterations
        counts = sum(_count_log_counts(table, name) for name in self.names)
        return Cutting(table, known, self.scoring, known.score - counts, 0)

    def _moves_left(self) -> int | None:
        most = self.control.iterations_left()
        return None if most is None else max(0, most - self.moves)

    def _has_to_end(self) -> bool:
        return self.control.should_stop() or self._moves_left() == 0

    def _who_stopped(self) -> str | None:
        """Say who ended it early, if somebody did."""
        if not self.control.stopped:
            return None
        return BY_HAND if self.control.is_interrupted else "the clock"

    def _cut_again(self, state: Cutting) -> Positions:
        """Return the columns that are better cut elsewhere, each cut given the others' new cuts."""
        assert state.dag is not None
        views = _Views(state.table, state.dag)
        penalty = 1.0 if isinstance(self.scoring, AIC) else None
        return _sweep(views, self.names, penalty, self.threads, self.control.should_stop)

    def _remarks(self, state: Cutting) -> tuple[str, ...]:
        rounds = f"{state.rounds} round{'s' * (state.rounds != 1)}"
        columns = f"{len(self.names)} column{'s' * (len(self.names) != 1)} of numbers"
        stopped = self._who_stopped()
        if stopped is None and self._moves_left() == 0:
            stopped = "the limit on iterations"
        early = "" if stopped is None else f"; {stopped} ended it"
        return (f"{columns} cut to follow the network: {rounds} of cutting and learning{early}",)


def _sweep(
    views: _Views,
    names: Iterable[str],
    penalty: float | None,
    threads: int,
    should_stop: Callable[[], bool],
) -> Positions:
    """Cut each column that has neighbours again; return those that are better cut elsewhere."""
    changed: dict[str, tuple[int, ...]] = {}
    for name in filter(views.has_neighbours, names):
        if should_stop():
            break
        column, table = views.numbers[name], views.table
        found = recut(
            column.cells,
            column.cuts.positions,
            views.parents(name),
            views.children(name),
            table.weights,
            penalty=penalty,
            threads=threads,
            most_states=MOST_STATES - column.missing_state,
            most_candidates=_CANDIDATES_FOR_MANY if table.n_rows > _MANY_ROWS else MOST_CELLS,
        ).positions
        if found != column.cuts.positions:
            views.cut(name, found)
            changed[name] = found
    return changed


class _Views:
    """The variables of a table in the states in force while columns are cut one by one."""

    def __init__(self, table: Dataset, dag: Dag) -> None:
        self.table, self.dag = table, dag
        self.numbers: dict[str, NumberColumn] = dict(table.numbers)
        pairs = zip(table.codes, table.arities, strict=True)
        self._states: dict[str, States] = dict(zip(table.names, pairs, strict=True))

    def cut(self, name: str, positions: tuple[int, ...]) -> None:
        self.numbers[name] = self.numbers[name].cut(positions)
        self._states[name] = self.numbers[name].codes, len(self.numbers[name].states)

    def parents(self, name: str) -> list[States]:
        return [self._states[parent] for parent in self.dag.parents(name)]

    def children(self, name: str) -> list[tuple[States, list[States]]]:
        return [
            (self._states[child], [self._states[p] for p in self.dag.parents(child) if p != name])
            for child in self.dag.children(name)
        ]

    def has_neighbours(self, name: str) -> bool:
        return bool(self.dag.parents(name) or self.dag.children(name))


def _count_log_counts(table: Dataset, name: str) -> float:
    column = table.numbers[name]
    counts = column.cells.counts(table.weights)
    states = column.cuts.lookup[: len(counts)]
    sums: list[float] = np.bincount(
        states, counts.astype(np.float64), column.cuts.n_states
    ).tolist()
    return sum(n * math.log(n) for n in sums if n > 0)
