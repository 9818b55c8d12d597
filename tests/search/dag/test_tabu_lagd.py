import numpy as np
import pytest

import dagwright as dw


@pytest.fixture(scope="module")
def scores():
    return dw.LocalScores(dw.load_dataset("wdbc"), "bic", memory_limit="64M")


@pytest.mark.parametrize("neighbourhood", ["adr", "adrs", "extended"])
def test_tabu_search_goes_on_where_a_climb_ends(scores, neighbourhood):
    """Up to the first local optimum both take the same moves."""
    climb = dw.solve(scores, dw.SGS(neighbourhood, restarts=1), seed=0)
    tabu = dw.solve(scores, dw.TabuSearch(neighbourhood, patience=50), seed=0)
    assert tabu.counters["iterations"] > climb.counters["iterations"]
    assert tabu.score > climb.score


def test_tabu_search_ends_after_so_many_moves_without_a_better_network(scores):
    for patience in (1, 7, 15):
        result = dw.solve(scores, dw.TabuSearch("adr", patience=patience), seed=0)
        steps = zip(result.trace, result.trace[1:], strict=False)
        # Rounding among networks of equal score is not progress.
        last = max(b.iterations for a, b in steps if b.score > a.score + 1e-5)
        assert result.counters["iterations"] == last + patience


def test_tabu_search_does_not_come_back():
    """With two variables there are three networks; all are visited once, then no move is left."""
    rng = np.random.default_rng(0)
    a = rng.integers(0, 2, 100)
    data = dw.Dataset.from_frame(
        {"a": a, "b": np.where(rng.random(100) < 0.9, a, 1 - a)}, as_is=True
    )
    result = dw.solve(dw.LocalScores(data), dw.TabuSearch(patience=100))
    assert result.counters["iterations"] == 2
    all_known = dw.solve(dw.LocalScores(data), dw.TabuSearch(tabu_length=3, patience=10))
    assert all_known.counters["iterations"] == 2
    short = dw.solve(dw.LocalScores(data), dw.TabuSearch(tabu_length=1, patience=10))
    assert short.counters["iterations"] > 2


def test_looking_ahead_finds_two_parents_that_gain_only_together():
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 2, (2, 1000))
    data = dw.Dataset.from_frame(
        {"a": a, "b": b, "c": (a ^ b) ^ (rng.random(1000) < 0.02)}, as_is=True
    )
    scores = dw.LocalScores(data, "bic")
    assert dw.solve(scores, dw.LAGD(look_ahead=1)).dag.n_edges == 0
    assert dw.solve(scores, dw.SGS()).dag.n_edges == 0
    found = dw.solve(scores, dw.LAGD(look_ahead=2)).dag
    assert found.n_edges == 2


def test_one_direction_follows_the_best_move_alone(scores):
    one, five = (dw.solve(scores, dw.LAGD(directions=d, restarts=1), seed=0) for d in (1, 5))
    assert one.score < five.score


def test_one_step_of_looking_ahead_is_a_climb(scores):
    climb = dw.solve(scores, dw.SGS("adr", restarts=30), seed=0)
    ahead = dw.solve(scores, dw.LAGD(look_ahead=1, restarts=30), seed=0)
    assert ahead.counters["iterations"] / 30 == pytest.approx(
        climb.counters["iterations"] / 30, rel=0.1
    )
    assert ahead.score == pytest.approx(climb.score, rel=0.01)


def test_the_operations_of_a_sequence_are_counted_one_by_one(scores):
    result = dw.solve(scores, dw.LAGD(restarts=1), seed=0)
    c = result.counters
    assert c["additions"] - c["removals"] == result.dag.n_edges
    operations = c["additions"] + c["removals"] + c["reversals"]
    assert c["iterations"] <= operations <= 2 * c["iterations"]
