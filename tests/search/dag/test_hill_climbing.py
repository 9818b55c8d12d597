import itertools

import numpy as np
import pytest
from amount import scaled
from hypothesis import given, settings
from strategies import datasets

import dagwright as dw


def neighbours(dag):
    """Every DAG one addition, removal or reversal away, by brute force."""
    edges = set(dag.edges)
    for a, b in itertools.permutations(dag.names, 2):
        if (a, b) in edges:
            changed = [edges - {(a, b)}, edges - {(a, b)} | {(b, a)}]
        elif (b, a) not in edges:
            changed = [edges | {(a, b)}]
        else:
            changed = []
        for candidate in changed:
            try:
                yield dw.Dag(dag.names, candidate)
            except dw.DagwrightError:
                continue


@settings(max_examples=scaled(25))
@given(data=datasets(max_variables=5, max_rows=120, max_arity=4))
@pytest.mark.parametrize("score", ["bic", "bdeu", "k2", "aic"])
def test_a_climb_ends_where_no_neighbour_is_better(score, data):
    scores = dw.LocalScores(data, score, memory_limit="4M")
    result = dw.solve(scores, dw.HillClimbing())
    for neighbour in neighbours(result.dag):
        assert dw.score_network(neighbour, scores).total <= result.score + 1e-6


@settings(max_examples=scaled(20))
@given(data=datasets(max_variables=4, max_rows=150, max_arity=3))
def test_restarts_find_the_best_of_all_networks_of_four_variables(data):
    scores = dw.LocalScores(data, "bic", memory_limit="4M")
    result = dw.solve(scores, dw.HillClimbing(restarts=200))
    names = data.names
    pairs = list(itertools.combinations(names, 2))
    best = -np.inf
    for choice in itertools.product((None, 0, 1), repeat=len(pairs)):
        edges = [pair[:: 1 - 2 * c] for pair, c in zip(pairs, choice, strict=True) if c is not None]
        try:
            best = max(best, dw.score_network(dw.Dag(names, edges), scores).total)
        except dw.DagwrightError:
            continue
    assert result.score == pytest.approx(best, rel=1e-9)


@pytest.mark.parametrize("neighbourhood", ["adr", "adrs", "extended"])
def test_long_searches_are_the_same_on_any_number_of_threads_and_find_the_best(neighbourhood):
    """So long that the surroundings of the best network are exhausted, and it is shaken."""
    data = dw.load_dataset("wdbc")
    scores = dw.LocalScores(data.select(data.names[:7]), "bic", memory_limit="4M")
    method = dw.HillClimbing(restarts=2500, neighbourhood=neighbourhood)
    one, two = (dw.solve(scores, method, seed=3, threads=threads) for threads in (1, 2))
    assert one.dag == two.dag
    assert one.counters == {**two.counters, **{k: one.counters[k] for k in _SCORING}}
    best = dw.solve(dw.find_parent_sets(scores, "sequential"), dw.DynamicProgramming())
    assert one.score == pytest.approx(best.score, rel=1e-12)


_SCORING = ("sets_counted", "memo_hits")


def test_larger_neighbourhoods_have_their_moves_counted():
    scores = dw.LocalScores(dw.load_dataset("wdbc"), memory_limit="64M")
    swaps = dw.solve(scores, dw.HillClimbing(restarts=9, neighbourhood="adrs"), seed=1)
    assert swaps.counters["swaps"] > 0
    chains = dw.solve(scores, dw.HillClimbing(restarts=9, neighbourhood="extended"), seed=1)
    assert chains.counters["addition_chains"] + chains.counters["swap_chains"] > 0
    for result in (swaps, chains):
        dw.verify(result)
        assert not result.notes
    # The first climb is one of SGS, which draws among the same moves.
    first = dw.solve(scores, dw.HillClimbing(neighbourhood="extended"), seed=1)
    assert first.dag == dw.solve(scores, dw.SGS(restarts=1, max_parents=None), seed=1).dag


def test_restarts_find_parents_that_gain_nothing_alone():
    """An exclusive or: no single edge helps, so only random moves lead to it."""
    rng = np.random.default_rng(5)
    a, b = rng.integers(0, 2, (2, 500))
    data = dw.Dataset.from_frame({"a": a, "b": b, "either": a ^ b}, as_is=True)
    scores = dw.LocalScores(data, "bic")
    assert dw.solve(scores, dw.HillClimbing()).dag.n_edges == 0
    assert dw.solve(scores, dw.HillClimbing(restarts=100)).dag.n_edges == 2


def test_more_restarts_never_make_it_worse():
    scores = dw.LocalScores(dw.load_dataset("wdbc"), memory_limit="64M")
    results = [dw.solve(scores, dw.HillClimbing(restarts=r), seed=2) for r in (1, 9, 81)]
    assert [r.counters["local_optima"] for r in results] == [1, 9, 81]
    assert results[0].score <= results[1].score <= results[2].score
    assert results[0].score < results[2].score


def test_restarts_take_the_course_that_was_frozen():
    """They begin at the last network that was no worse; after 250 idle rounds the best is shaken.

    The best network of a chain is found at once, and as many score as much as it has variables.
    """
    scores = dw.LocalScores(binary_chain(8, 300, flips=0.15), "bic")
    course = {}
    for restarts in (100, 2400):
        counters = dw.solve(scores, dw.HillClimbing(restarts=restarts), seed=0).counters
        course[restarts] = counters["iterations"], counters["random_moves"]
    assert course == {100: (292, 259), 2400: (6418, 6072)}


def test_a_stronger_perturbation_takes_out_more_edges():
    scores = dw.LocalScores(dw.load_dataset("wdbc"), memory_limit="64M")
    weak, strong = (
        dw.solve(scores, dw.HillClimbing(restarts=20, perturbation=p), seed=3).counters
        for p in (0.05, 1.0)
    )
    assert 3 * weak["random_moves"] < strong["random_moves"]


def test_a_small_memo_gives_the_same_network_as_a_large_one():
    data = dw.load_dataset("wdbc")
    small, large = (
        dw.solve(dw.LocalScores(data, memory_limit=m), dw.HillClimbing(restarts=20), seed=4)
        for m in ("1M", "1G")
    )
    assert small.dag == large.dag
    assert small.score == large.score


def test_the_counters_add_up():
    scores = dw.LocalScores(dw.load_dataset("wdbc"), memory_limit="64M")
    result = dw.solve(scores, dw.HillClimbing(restarts=10), seed=1)
    counters = result.counters
    moves = counters["additions"] + counters["removals"] + counters["reversals"]
    assert counters["iterations"] == moves
    assert counters["random_moves"] > 0
    one = dw.solve(scores, dw.HillClimbing(), seed=1)
    changes = one.counters["additions"] - one.counters["removals"]
    assert changes == one.dag.n_edges


def test_a_restart_budget_that_ends_in_the_middle_is_filled_exactly():
    scores = dw.LocalScores(dw.load_dataset("wdbc"), memory_limit="64M")
    first = dw.solve(scores, dw.HillClimbing(), seed=1).counters["iterations"]
    for more in (1, 5, 17):
        result = dw.solve(scores, dw.HillClimbing(restarts=50), seed=1, iterations=first + more)
        assert result.counters["iterations"] == first + more
        assert result.stop_reason == "iterations"


@pytest.mark.parametrize(
    "parameters",
    [
        {"restarts": 0},
        {"restarts": 1.5},
        {"max_parents": -1},
        {"perturbation": 2.0},
        {"neighbourhood": "all"},
    ],
)
def test_impossible_parameters_are_refused(parameters):
    with pytest.raises(dw.DagwrightError, match=next(iter(parameters))):
        dw.HillClimbing(**parameters)


def binary_chain(variables, rows, flips):
    """Return a table in which every variable copies the one before, except for some."""
    rng = np.random.default_rng(0)
    chain = [rng.integers(0, 2, rows)]
    for _ in range(variables - 1):
        chain.append(np.where(rng.random(rows) < 1 - flips, chain[-1], 1 - chain[-1]))
    return dw.Dataset.from_frame({f"v{i}": column for i, column in enumerate(chain)}, as_is=True)


def test_wide_data_is_climbed():
    data = binary_chain(300, 400, flips=0.1)
    result = dw.learn(data, method="hill-climbing")
    truth = dw.Dag(data.names, list(itertools.pairwise(data.names)))
    assert dw.compare(result.dag, truth).recall > 0.95
    dw.verify(result)
