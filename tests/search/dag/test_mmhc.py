"""Max-min hill climbing against plain Python, and what it does with constraints and starts."""

import itertools

import naive_independence
import pytest
from faithful import random_faithful

import dagwright as dw

BDEU = dw.BDeu(ess=10)


def neighbours_of(data):
    near = naive_independence.mmpc(data.codes, 0.05)
    return {frozenset((data.names[a], data.names[b])) for a in range(len(near)) for b in near[a]}


def single_changes(dag, pairs):
    """Every network one addition, removal or reversal between these pairs away."""
    edges = set(dag.edges)
    for pair in pairs:
        for edge in itertools.permutations(sorted(pair)):
            turned = edge[::-1]
            if edge in edges:
                yield edges - {edge}
                yield edges - {edge} | {turned}
            elif turned not in edges:
                yield edges | {edge}


def is_acyclic(names, edges):
    try:
        dw.Dag(names, edges)
    except dw.DagwrightError:
        return False
    return True


def sample(seed, rows=400):
    _, draw = random_faithful(seed)
    return draw(rows)


@pytest.mark.parametrize("seed", range(8))
def test_the_network_is_a_local_optimum_between_the_neighbours(seed):
    data = sample(seed)
    pairs = neighbours_of(data)
    result = dw.solve(dw.LocalScores(data, BDEU), dw.MMHC(search=dw.HillClimbing()), seed=seed)
    assert {frozenset(edge) for edge in result.dag.edges} <= pairs
    assert result.counters["neighbour_pairs"] == len(pairs)
    for edges in single_changes(result.dag, pairs):
        if is_acyclic(data.names, edges):
            other = dw.score_network(dw.Dag(data.names, edges), data, BDEU).total
            assert other <= result.score + 1e-6


def test_tabu_goes_beyond_the_first_optimum():
    gained = 0
    for seed in range(10):
        scores = dw.LocalScores(dw.load_network("alarm").sample(300, seed=seed), BDEU)
        climb = dw.solve(scores, dw.MMHC(search=dw.HillClimbing()), seed=seed)
        tabu = dw.solve(scores, dw.MMHC(), seed=seed)
        gained += tabu.score > climb.score + 1e-6
    assert gained >= 5


def test_a_required_edge_between_strangers_is_there_and_turns_nothing_else_free():
    data = dw.load_network("asia").sample(2000, seed=3)
    near = dw.mmpc(data)
    assert "bronc" not in near["asia"]
    constraints = dw.Constraints(required=[("asia", "bronc")])
    result = dw.solve(dw.LocalScores(data, BDEU), "mmhc", constraints=constraints)
    assert ("asia", "bronc") in result.dag.edges
    assert all(a in near[b] for a, b in result.dag.edges if (a, b) != ("asia", "bronc"))


def test_a_forbidden_pair_stays_apart_though_the_tests_join_it():
    data = dw.load_network("asia").sample(2000, seed=3)
    assert "smoke" in dw.mmpc(data, target="bronc")
    both = [("smoke", "bronc"), ("bronc", "smoke")]
    scores = dw.LocalScores(data, BDEU)
    free = dw.solve(scores, "mmhc")
    bound = dw.solve(scores, "mmhc", constraints=dw.Constraints(forbidden=both))
    assert set(both) & set(free.dag.edges)
    assert not set(both) & set(bound.dag.edges)


def test_edges_of_a_start_may_stay_or_go():
    data = dw.load_network("asia").sample(2000, seed=3)
    start = dw.Dag(data.names, [("asia", "bronc"), ("smoke", "bronc")])
    result = dw.solve(dw.LocalScores(data, BDEU), "mmhc", start=start)
    assert ("asia", "bronc") not in result.dag.edges  # it costs score
    assert result.score > dw.score_network(start, data, BDEU).total


def test_a_stricter_level_leaves_fewer_pairs():
    data = dw.load_network("alarm").sample(1000, seed=0)
    scores = dw.LocalScores(data, BDEU)
    pairs = [
        dw.solve(scores, dw.MMHC(alpha=alpha)).counters["neighbour_pairs"]
        for alpha in (0.05, 1e-4, 1e-30)
    ]
    assert pairs == sorted(pairs, reverse=True)
    assert pairs[0] > pairs[-1]


def test_without_conditions_every_dependent_pair_is_one_of_neighbours():
    data = dw.load_network("alarm").sample(1000, seed=0)
    scores = dw.LocalScores(data, BDEU)
    pairs = [dw.solve(scores, dw.MMHC(max_given=k)).counters["neighbour_pairs"] for k in (0, None)]
    tests = (dw.independence_test(data, *pair) for pair in itertools.combinations(data.names, 2))
    # Of all true neighbours only what has rows enough even without conditions.
    assert pairs[0] == sum(test.reliable and test.p_value <= 0.05 for test in tests)
    assert pairs[0] > pairs[1]


def test_either_of_two_may_find_the_other():
    data = dw.load_network("alarm").sample(300, seed=0)
    near = dw.mmpc(data, symmetric=False)
    pairs = {frozenset((a, b)) for a in near for b in near[a]}
    result = dw.solve(dw.LocalScores(data, BDEU), dw.MMHC(symmetric=False))
    assert result.counters["neighbour_pairs"] == len(pairs)
    assert {frozenset(edge) for edge in result.dag.edges} <= pairs
    both = dw.solve(dw.LocalScores(data, BDEU), dw.MMHC())
    assert both.counters["neighbour_pairs"] < len(pairs)


@pytest.mark.parametrize(
    "rules", [{"rows_per_cell": 50.0}, {"degrees": "effective"}, {"max_given": 0}]
)
def test_the_tests_are_those_of_mmpc(rules):
    data = dw.load_network("alarm").sample(300, seed=0)
    near = dw.mmpc(data, **rules)
    result = dw.solve(dw.LocalScores(data, BDEU), dw.MMHC(**rules))
    assert 2 * result.counters["neighbour_pairs"] == sum(map(len, near.values()))
    assert near != dw.mmpc(data)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"alpha": 0}, "alpha=0"),
        ({"alpha": "0.05"}, "alpha='0.05'"),
        ({"max_given": -1}, "max_given=-1"),
        ({"symmetric": None}, "symmetric=None"),
        ({"rows_per_cell": -1}, "rows_per_cell=-1"),
        ({"degrees": "all"}, "degrees='all'"),
        ({"search": dw.OBS()}, "search="),
        ({"search": dw.HillClimbing}, "search="),
        ({"search": "obs"}, "search='obs'"),
        ({"search": dw.MMHC()}, "search="),
    ],
)
def test_bad_parameters_are_named(parameters, message):
    with pytest.raises(dw.DagwrightError, match=message):
        dw.MMHC(**parameters)


def test_candidate_sets_are_refused():
    sets = dw.find_parent_sets(dw.LocalScores(sample(0)))
    with pytest.raises(dw.DagwrightError, match="mmhc needs the data"):
        dw.solve(sets, "mmhc")


def test_the_command_line_knows_it(tmp_path):
    from typer.testing import CliRunner  # noqa: PLC0415

    from dagwright.cli.app import app  # noqa: PLC0415

    out = tmp_path / "net.csv"
    run = CliRunner().invoke(
        app, ["learn", "example:wdbc", "--score", "bdeu", "--method", "mmhc", "-o", str(out)]
    )
    assert run.exit_code == 0, run.output
    learned = dw.learn(dw.load_dataset("wdbc"), score="bdeu", method="mmhc")
    assert set(dw.read_structure(out).edges) == set(learned.dag.edges)
