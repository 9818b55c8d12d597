"""The examples and claims of Vandel, Mangin and de Givry (2012), and the options of SGS."""

import itertools

import numpy as np
import pytest
from faithful import is_independence_map, random_faithful

import dagwright as dw
from dagwright import _core
from dagwright.parameters import core_options
from dagwright.running.control import Control
from dagwright.search.dag.neighbourhood import MOVES

NEIGHBOURHOODS = ["adr", "adrs", "extended"]


def lists_of(names, families):
    """Parent sets from {child: {parents: score}}; what is not named is forbidden."""
    lists = {
        child: [(score, parents.split()) for parents, score in sets.items()]
        for child, sets in families.items()
    }
    return dw.ParentSets.from_lists(names, lists, keep_dominated=True)


def climb(sets, neighbourhood, start, seed=0):
    """One climb from exactly this network (solve would replace it by the best of its order)."""
    control = Control("sgs", units=("moves", "climbs"))
    rules = _core.Rules(len(sets.names), [], [], None)
    begin = [list(p) for p in dw.Dag(sets.names, start).parent_indices()]
    return _core.sgs(
        _core.DagInputs(_core.CandidateOracle(sets.core), rules, begin),
        core_options(
            _core.SgsOptions,
            dw.SGS(neighbourhood=neighbourhood, restarts=1),
            candidate_filter="none",
        ),
        _core.Resources(seed=seed, threads=1, bytes=1 << 20),
        control.core,
    )


def made(found):
    """The moves of a climb by kind."""
    return {name: n for name, n in found.counters.items() if n and name in MOVES["extended"]}


FIGURE_2 = lists_of(
    ["X1", "X2", "X3"],
    {
        "X1": {"": 0.0, "X3": -2.0, "X2": -3.0},
        "X2": {"": 0.0, "X1": -9.0, "X3": -9.0},
        "X3": {"": -10.0, "X1": -1.0, "X2": -2.0, "X1 X2": -3.0},
    },
)


def test_figure_2_only_a_swap_leaves_the_local_optimum():
    start = [("X2", "X3")]
    stuck = climb(FIGURE_2, "adr", start)
    assert (stuck.iterations, stuck.score) == (0, -2.0)
    freed = climb(FIGURE_2, "adrs", start)
    assert freed.parents == [[], [], [0]]
    assert freed.score == -1.0
    assert made(freed) == {"swaps": 1}


FIGURE_3 = lists_of(
    ["X1", "X2", "X3", "X4"],
    {
        "X1": {"": 0.0, "X3": -30.0, "X4": -30.0},
        "X2": {"": 0.0, "X3": -30.0, "X4": -30.0},
        "X3": {"": -20.0, "X1": -8.0, "X2": -8.0, "X1 X2": -1.0, "X4": -7.0, "X1 X2 X4": -5.0},
        "X4": {
            "": -20.0,
            "X1": -8.5,
            "X2": -8.5,
            "X3": -7.0,
            "X1 X2": -1.0,
            "X2 X3": -2.0,
            "X1 X3": -2.0,
            "X1 X2 X3": -3.0,
        },
    },
)


def test_figure_3_a_swap_frees_two_children_of_the_same_parents():
    g4 = [("X1", "X3"), ("X2", "X3"), ("X3", "X4"), ("X2", "X4")]
    stuck = climb(FIGURE_3, "adr", g4)
    assert stuck.iterations == 0
    freed = climb(FIGURE_3, "adrs", g4)
    assert freed.parents == [[], [], [0, 1], [0, 1]]
    assert made(freed) == {"swaps": 1}


FIGURE_4 = lists_of(
    [f"X{i}" for i in range(1, 8)],
    {
        "X1": {"": 0.0},
        "X2": {"": -10.0, "X1": -1.0},
        "X3": {"": -10.0, "X2": -5.0, "X7": -1.0},
        "X4": {"": -10.0, "X3": -1.0},
        "X5": {"": 0.0},
        "X6": {"": -10.0, "X4": -2.0, "X5": -3.0},
        "X7": {"": -10.0, "X6": -1.0},
    },
)


def test_figure_4_a_swap_that_closes_a_cycle_is_completed_by_another():
    start = [("X1", "X2"), ("X2", "X3"), ("X3", "X4"), ("X4", "X6"), ("X6", "X7")]
    for smaller in ("adr", "adrs"):
        assert climb(FIGURE_4, smaller, start).iterations == 0
    freed = climb(FIGURE_4, "extended", start)
    assert freed.iterations == 1
    assert made(freed) == {"swap_chains": 1}
    chain = [(s.operation.name, s.replaced, s.parent, s.child) for s in freed.longest_chain]
    assert chain == [("swap", 1, 6, 2), ("swap", 3, 4, 5)]
    assert freed.parents == [[], [0], [6], [2], [], [4], [5]]


def figure_1_data(rows):
    rng = np.random.default_rng(4)
    x1, x2 = rng.integers(0, 2, (2, rows))
    noise = rng.random((2, rows))
    x3 = (noise[0] < np.array([0.1, 0.45, 0.6, 0.95])[2 * x1 + x2]).astype(int)
    x4 = np.where(noise[1] < 0.85, x3, 1 - x3)
    return dw.Dataset.from_frame({"X1": x1, "X2": x2, "X3": x3, "X4": x4}, as_is=True)


def test_figure_1_random_directions_cover_the_v_structure_and_restarts_avoid_it():
    data = figure_1_data(50_000)
    truth = dw.Dag(data.names, [("X1", "X3"), ("X2", "X3"), ("X3", "X4")])
    scores = dw.LocalScores(data, "bdeu")
    climbs = [dw.solve(scores, dw.SGS("adr", restarts=1), seed=seed).dag for seed in range(20)]
    perfect = [dw.markov_equivalent(dag, truth) for dag in climbs]
    assert any(perfect)
    assert not all(perfect)
    assert all(is_independence_map(dag, truth) for dag in climbs)
    for method in (dw.SGS("adr", restarts=20), dw.GES()):
        assert dw.markov_equivalent(dw.solve(scores, method).dag, truth)


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_proposition_1_a_climb_ends_at_a_minimal_independence_map(neighbourhood):
    good = 0
    for seed in range(40):
        truth, sample = random_faithful(seed)
        scores = dw.LocalScores(sample(50_000), "bic", memory_limit="16M")
        dag = dw.solve(scores, dw.SGS(neighbourhood, restarts=1), seed=seed).dag
        minimal = not any(
            is_independence_map(dw.Dag(dag.names, set(dag.edges) - {edge}), truth)
            for edge in dag.edges
        )
        good += is_independence_map(dag, truth) and minimal
    assert good >= 38


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_proposition_2_restarts_find_a_perfect_map(neighbourhood):
    """From random networks: ties alone leave some climbs from the empty one nowhere else to go."""
    found = 0
    for seed in range(40):
        truth, sample = random_faithful(seed)
        scores = dw.LocalScores(sample(50_000), "bic", memory_limit="16M")
        result = dw.solve(scores, dw.SGS(neighbourhood, restarts=40, start="random"), seed=seed)
        found += dw.markov_equivalent(result.dag, truth)
    assert found >= 38


@pytest.fixture(scope="module")
def alarm():
    return dw.LocalScores(dw.load_network("alarm").sample(500, seed=3), dw.BDeu(ess=1))


def test_larger_neighbourhoods_find_better_networks_on_average(alarm):
    means = [
        np.mean([dw.solve(alarm, dw.SGS(n, restarts=1), seed=s).score for s in range(20)])
        for n in NEIGHBOURHOODS
    ]
    assert means[0] <= means[1] < means[2]


def test_the_counters_add_up_and_the_longest_chain_is_reported(alarm):
    result = dw.solve(alarm, dw.SGS(), seed=0)
    counters = result.counters
    kinds = ["additions", "removals", "reversals", "swaps", "addition_chains", "swap_chains"]
    assert sum(counters[kind] for kind in kinds) == counters["iterations"]
    assert counters["local_optima"] == 10
    (note,) = [n for n in result.notes if n.startswith("longest chain of operations: ")]
    assert counters["longest_chain"] == note.count(" -> ")
    assert counters["addition_chains"] > 0


def test_distinct_scores_are_counted_once_each():
    """A climb that makes no move scores each family of at most one parent."""
    rng = np.random.default_rng(0)
    data = dw.Dataset.from_frame({f"v{i}": rng.integers(0, 2, 50) for i in range(6)}, as_is=True)
    result = dw.solve(dw.LocalScores(data, "bdeu"), dw.SGS("adrs", restarts=3))
    assert result.counters["iterations"] == 0
    assert result.counters["distinct_scores"] == 6 + 6 * 5


def test_random_starts_have_two_parents_where_possible_and_suit_all_neighbourhoods():
    """With a score that is best for two parents each, a climb ends where it starts."""
    data = dw.Dataset.from_frame({f"v{i}": [0, 1] for i in range(37)}, as_is=True)

    def at_most_two(table, child, parents):
        return float(len(parents)) if len(parents) <= 2 else -9.0

    scores = dw.LocalScores(data, at_most_two)
    found = [
        dw.solve(scores, dw.SGS(n, restarts=1, start="random"), seed=5) for n in NEIGHBOURHOODS
    ]
    assert [r.counters["iterations"] for r in found] == [0, 0, 0]
    assert found[0].dag.n_edges == 71  # as in the paper: 0 + 1 + 2 * 35
    assert found[0].dag == found[1].dag == found[2].dag
    other = dw.solve(scores, dw.SGS("adr", restarts=1, start="random"), seed=6)
    assert other.dag != found[0].dag


def test_a_random_start_and_a_start_network_exclude_each_other(alarm):
    with pytest.raises(dw.DagwrightError, match="give one of them"):
        dw.solve(alarm, dw.SGS(start="random"), start=dw.Dag.empty(alarm.names))


def test_filters_leave_parents_out():
    """Two parents that only gain together: neither filter lets them in."""
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 2, (2, 2000))
    noise = rng.random(2000) < 0.02
    data = dw.Dataset.from_frame(
        {"a": a, "b": b, "c": (a ^ b) ^ noise, "d": a ^ (noise & (b == 1))}, as_is=True
    )
    scores = dw.LocalScores(data, "bic")
    start = dw.Dag(data.names, [("a", "c")])
    whole = dw.solve(scores, dw.SGS("adr", candidate_filter=None), start=start)
    before = dw.solve(scores, dw.SGS("adr", candidate_filter="before"), start=start)
    assert whole.dag.has_edge("b", "c") or whole.dag.has_edge("c", "b")
    assert not before.dag.has_edge("b", "c")
    assert not before.dag.has_edge("c", "b")
    assert before.counters["distinct_scores"] < whole.counters["distinct_scores"]


def test_a_filter_during_the_climb_scores_less(alarm):
    everything = dw.solve(alarm, dw.SGS("adr", restarts=1), seed=2)
    narrowed = dw.solve(alarm, dw.SGS("adr", restarts=1, candidate_filter="during"), seed=2)
    dw.verify(narrowed)
    assert narrowed.counters["distinct_scores"] < 0.8 * everything.counters["distinct_scores"]
    assert narrowed.score > dw.score_network(dw.Dag.empty(alarm.names), alarm).total


def test_repair_opens_covered_v_structures():
    data = figure_1_data(50_000)
    truth = dw.Dag(data.names, [("X1", "X3"), ("X2", "X3"), ("X3", "X4")])
    scores = dw.LocalScores(data, "bdeu")
    opened = 0
    for seed in range(20):
        plain = dw.solve(scores, dw.SGS("adr", restarts=1), seed=seed)
        repaired = dw.solve(scores, dw.SGS("adr", restarts=1, repair=True), seed=seed)
        dw.verify(repaired)
        count = repaired.counters["repaired_v_structures"]
        assert repaired.score >= plain.score
        assert repaired.dag.n_edges == plain.dag.n_edges - count
        assert repaired.trace[-1].score == pytest.approx(repaired.score)
        opened += count
        assert count == 0 or dw.markov_equivalent(repaired.dag, truth)
    assert opened > 0


def test_repair_respects_the_constraints():
    data = figure_1_data(20_000)
    scores = dw.LocalScores(data, "bdeu")
    required = dw.Constraints(required=[("X3", "X1"), ("X3", "X2")])
    result = dw.solve(scores, dw.SGS(repair=True), constraints=required)
    assert required.violations(result.dag) == []


def test_on_lists_a_missing_set_is_forbidden():
    names = ["a", "b", "c"]
    sets = lists_of(
        names,
        {"a": {"": -5.0}, "b": {"": -5.0, "a": -3.0}, "c": {"": -9.0, "a b": -1.0, "a": -8.0}},
    )
    for method in (
        dw.SGS("adr"),
        dw.SGS(),
        dw.TabuSearch(),
        dw.LAGD(),
        dw.GES(),
        dw.HillClimbing(),
    ):
        result = dw.solve(sets, method)
        assert result.score == -9.0  # c <- {a, b} by way of c <- {a}
        dw.verify(result)


@pytest.mark.parametrize(
    "method",
    [dw.SGS("adr"), dw.SGS("adrs"), dw.SGS(), dw.TabuSearch(), dw.LAGD(), dw.GES(max_parents=5)],
    ids=str,
)
def test_complete_lists_give_what_the_data_give(method):
    data = dw.load_network("asia").sample(400, seed=1)
    scores = dw.LocalScores(data, "bdeu")
    names = data.names
    lists = {
        child: [
            (scores(child, subset), subset)
            for size in range(6)
            for subset in itertools.combinations([n for n in names if n != child], size)
        ]
        for child in names
    }
    sets = dw.ParentSets.from_lists(names, lists, keep_dominated=True)
    listed, counted = dw.solve(sets, method, seed=3), dw.solve(scores, method, seed=3)
    assert listed.score == pytest.approx(counted.score, rel=1e-9)
    assert listed.dag == counted.dag


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        (dw.SGS, {"neighbourhood": "all"}),
        (dw.SGS, {"restarts": 0}),
        (dw.SGS, {"start": "full"}),
        (dw.SGS, {"max_parents": -1}),
        (dw.SGS, {"candidate_filter": "after"}),
        (dw.SGS, {"repair": 1}),
        (dw.TabuSearch, {"neighbourhood": None}),
        (dw.TabuSearch, {"tabu_length": 0}),
        (dw.TabuSearch, {"patience": None}),
        (dw.LAGD, {"look_ahead": 0}),
        (dw.LAGD, {"directions": 1.5}),
        (dw.GES, {"max_degree": -1}),
    ],
)
def test_impossible_parameters_are_refused(method, parameters):
    with pytest.raises(dw.DagwrightError, match=next(iter(parameters))):
        method(**parameters)
