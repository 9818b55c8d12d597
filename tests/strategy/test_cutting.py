"""Cutting and learning in turn."""

import math

import numpy as np
import pytest

import dagwright as dw
from dagwright.data.cells import NumberColumn, cut_at, cut_by_user, make_fine_cells, provisional
from dagwright.memory import MemoryLimit
from dagwright.running import Control, Limits
from dagwright.running.control import fake_clock
from dagwright.strategy import cutting
from dagwright.strategy.cutting import cut_for, starting_cuts


def as_table(columns, weights=None, user=()):
    numbers = {}
    for name, values in columns.items():
        required = [0.0] if name in user else []
        cells = make_fine_cells(values, weights, required)
        cuts = cut_at(cells, provisional(cells, weights), "reader")
        cuts = cut_by_user(cells, [0.0]) if name in user else cuts
        numbers[name] = NumberColumn(cells, cuts, missing_state=cells.n_missing > 0)
    return dw.Dataset(
        list(numbers),
        [column.states for column in numbers.values()],
        [column.codes for column in numbers.values()],
        weights,
        numbers=numbers,
    )


def some_numbers(n_rows=500, seed=1):
    rng = np.random.default_rng(seed)
    a = rng.normal(size=n_rows)
    b = np.where(a > 1, 3.0, 0.0) + rng.normal(size=n_rows) / 2
    return {"a": a, "b": b, "c": rng.normal(size=n_rows), "d": b + rng.normal(size=n_rows)}


def cut_and_learn(data, score, constraints=None, *, seconds=None, **options):
    with fake_clock(0.01), Control("cuts", Limits(seconds=seconds)) as control:
        return cutting.cut_and_learn(
            data, score, constraints, control=control, memory=MemoryLimit(1 << 26), **options
        )


def test_cuts_follow_the_network():
    found = cut_and_learn(as_table(some_numbers()), dw.BIC())
    assert found.rounds >= 1
    assert found.dag.has_edge("a", "b") or found.dag.has_edge("b", "a")
    cuts = found.table.numbers["a"].cuts
    assert cuts.made_by == "learner"
    assert min(abs(value - 1) for value in cuts.values) < 0.1
    assert found.table.states[0] == cuts.labels
    assert "cut to follow the network" in found.remarks[0]
    assert found.irreproducible == ()


def test_a_column_without_neighbours_keeps_three_equal_states():
    found = cut_and_learn(as_table(some_numbers()), dw.BIC())
    assert not found.dag.parents("c")
    assert not found.dag.children("c")
    counts = np.bincount(found.table.codes[2])
    assert len(counts) == 3
    assert counts.max() - counts.min() <= 2


def test_every_round_improves_the_objective():
    table = as_table(some_numbers(seed=2))
    objectives = [cut_and_learn(table, dw.BIC(), rounds=rounds).objective for rounds in range(4)]
    assert objectives == sorted(objectives)
    assert objectives[1] > objectives[0]


def test_the_objective_is_the_score_minus_what_the_cells_cost():
    found = cut_and_learn(as_table(some_numbers()), dw.BDeu(ess=1))
    score = dw.score_network(found.dag, found.table, dw.BDeu(ess=1)).total
    counts = [np.bincount(codes) for codes in found.table.codes]
    cost = sum(n * math.log(n) for column in counts for n in column.tolist() if n)
    assert math.isclose(found.objective, score - cost, rel_tol=1e-9)


def test_cuts_of_the_user_stay():
    table = as_table(some_numbers(), user=["a"])
    found = cut_and_learn(table, dw.BIC())
    assert found.table.numbers["a"].cuts == table.numbers["a"].cuts
    nothing = cut_and_learn(found.table, dw.BIC())
    assert nothing.table is found.table
    assert nothing.dag is None


def test_constraints_hold_in_every_round():
    limits = dw.Constraints(forbidden=[("a", "b"), ("b", "a")], max_parents=1)
    found = cut_and_learn(as_table(some_numbers()), dw.BIC(), limits)
    assert not found.dag.has_edge("a", "b")
    assert not found.dag.has_edge("b", "a")
    assert max(len(found.dag.parents(name)) for name in "abcd") <= 1


def test_missing_values_and_weights_take_part():
    columns = some_numbers()
    columns["a"][::7] = np.nan
    weights = np.random.default_rng(3).integers(0, 3, 500)
    found = cut_and_learn(as_table(columns, weights), dw.BIC())
    assert found.table.states[0][-1] == "missing"
    repeated = {name: values.repeat(weights) for name, values in columns.items()}
    same = cut_and_learn(as_table(repeated), dw.BIC())
    assert same.dag == found.dag
    assert same.table.states == found.table.states
    assert math.isclose(same.objective, found.objective)


def test_neither_threads_nor_the_order_of_rows_change_the_cuts():
    columns = some_numbers()
    table = as_table(columns)
    found = cut_and_learn(table, dw.BIC(), threads=1)
    assert cut_and_learn(table, dw.BIC(), threads=3).table == found.table
    order = np.random.default_rng(4).permutation(500)
    other = cut_and_learn(as_table({n: v[order] for n, v in columns.items()}), dw.BIC())
    assert other.table.states == found.table.states


def test_no_time_gives_a_table_and_says_so():
    found = cut_and_learn(as_table(some_numbers()), dw.BIC(), seconds=0)
    assert found.table.numbers["a"].cuts.n_states == 3
    assert found.dag is not None
    assert found.rounds == 0
    assert found.remarks[0].endswith("0 rounds of cutting and learning; the clock ended it")
    assert found.irreproducible == ("the clock ended the cutting of numbers",)


@pytest.mark.parametrize("seconds", [0.05, 0.2, 0.5, 1, 2, 4])
def test_a_clock_that_ends_it_at_any_time_leaves_what_belongs_together(seconds):
    whole = cut_and_learn(as_table(some_numbers()), dw.BIC())
    found = cut_and_learn(as_table(some_numbers()), dw.BIC(), seconds=seconds)
    score = dw.score_network(found.dag, found.table, dw.BIC()).total
    assert found.known.score == pytest.approx(score)
    assert found.objective <= whole.objective + 1e-6
    assert bool(found.irreproducible) == found.remarks[0].endswith("; the clock ended it")
    assert found.irreproducible or found.table == whole.table


def test_more_time_is_never_wasted():
    table = as_table(some_numbers())
    objectives = [
        cut_and_learn(table, dw.BIC(), seconds=seconds).objective for seconds in (0, 1, 100)
    ]
    assert objectives == sorted(objectives)
    assert objectives[0] < objectives[-1]


class Watch(dw.Callback):
    def __init__(self, stop_at=None):
        self.stop_at, self.stages = stop_at, set()

    def on_progress(self, progress):
        self.stages.add(progress.stage)
        return progress.stage == self.stop_at


def test_whoever_watches_sees_the_search_inside_and_can_end_it():
    data = as_table(some_numbers())
    watch = Watch()
    with fake_clock(0.06):  # observers look every 0.05 seconds
        for callback in (watch, Watch(stop_at="cuts: hill-climbing")):
            with Control("cuts", callbacks=dw.running.CallbackChain(callback)) as control:
                memory = MemoryLimit(1 << 26)
                found = cutting.cut_and_learn(data, dw.BIC(), control=control, memory=memory)
            ended = found.irreproducible
            expected = callback.stop_at and "a person or a callback ended the cutting of numbers"
            assert ended == ((expected,) if expected else ())
    assert watch.stages == {"cuts", "cuts: hill-climbing"}


def test_a_known_network_is_cut_for():
    data = as_table(some_numbers())
    dag = dw.Dag(list("abcd"), [("a", "b"), ("b", "d")])
    table = cut_for(data, dag, threads=1)
    assert table.provisional == ()
    assert min(abs(value - 1) for value in table.numbers["a"].cuts.values) < 0.1
    assert table.numbers["c"].cuts == starting_cuts(data).numbers["c"].cuts


@pytest.mark.parametrize("score", [dw.LogLikelihood(), lambda data, child, parents: 0.0])
def test_scores_that_would_cut_everywhere_or_nowhere_are_replaced(score):
    found = cut_and_learn(as_table(some_numbers()), score)
    assert found.table.states == cut_and_learn(as_table(some_numbers()), dw.BIC()).table.states


@pytest.mark.parametrize("score", [dw.AIC(), dw.K2(), dw.BDeu(ess=1)])
def test_other_scores_cut_too(score):
    assert cut_and_learn(as_table(some_numbers()), score).rounds >= 1
