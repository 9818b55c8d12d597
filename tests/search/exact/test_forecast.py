"""The expected nodes and memory of searches in the order graph beside what they take."""

import pytest

import dagwright as dw
from dagwright.search.exact.forecast import Pilot

# Columns of wdbc, parents, score: some 0.3 to 4 million nodes, which is why two are enough to see
# that a forecast is right at all, and the others are left to `make slow`.
INSTANCES = [
    (slice(0, 31), 2, "bic"),
    (slice(0, 31), 2, "bdeu"),
    (slice(0, 31), 2, "aic"),
    (slice(4, 30), 3, "bic"),
    (slice(3, 28), 3, "bic"),
    (slice(2, 31), 2, "bic"),
    (slice(0, 30), 2, "bic"),
    (slice(1, 31), 2, "bdeu"),
    (slice(5, 31), 3, "bic"),
    (slice(0, 29), 2, "aic"),
]


@pytest.fixture(
    scope="module",
    params=[*INSTANCES[:2], *(pytest.param(i, marks=pytest.mark.slow) for i in INSTANCES[2:])],
    ids=str,
)
def instance(request):
    columns, max_parents, score = request.param
    data = dw.load_dataset("wdbc")
    scores = dw.LocalScores(data.select(data.names[columns]), score)
    sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=max_parents), time_limit=None)
    return sets, dw.solve(sets, dw.MINOBS(generations=40), seed=1).dag


@pytest.mark.parametrize("method", [dw.AStar(), dw.BFBnB()], ids=lambda method: method.name)
def test_expected_nodes_and_memory_are_within_a_factor_of_two(instance, method):
    sets, start = instance
    expected = dw.forecast(sets, method, start=start)
    result = dw.solve(sets, method, start=start, time_limit=None)
    assert result.status is dw.Status.OPTIMAL
    assert not expected.finished
    assert 0.5 <= expected.nodes / result.counters["expanded"] <= 2
    assert 0.5 <= expected.bytes / result.counters["bytes"] <= 2


def test_a_pilot_that_finishes_knows_the_nodes():
    scores = dw.LocalScores(dw.load_dataset("wdbc"), "bic")
    sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=1))
    expected = dw.forecast(sets, dw.AStar())
    assert expected.finished
    assert expected.nodes == dw.solve(sets, dw.AStar()).counters["expanded"]


def test_too_few_nodes_tell_nothing():
    scores = dw.LocalScores(dw.load_dataset("wdbc"), "bic")
    sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    assert dw.forecast(sets, expansions=1) is None


def test_methods_without_an_order_graph_are_refused():
    sets = dw.ParentSets.from_lists(["a"], {"a": [(-1, [])]})
    with pytest.raises(dw.DagwrightError, match="HillClimbing does not search the order graph"):
        dw.forecast(sets, dw.HillClimbing())


def test_layers_are_searched_four_times_as_fast_as_a_queue():
    pilot = Pilot((1.0, 20.0, 100.0, 20.0, 1.0), tables=1000, seconds_per_node=0.5, finished=False)
    queue, layers = pilot.expect(dw.AStar()), pilot.expect(dw.BFBnB())
    assert queue.nodes == layers.nodes == 142
    assert (queue.seconds, layers.seconds) == (71.0, 71.0 / 4)
    # A* keeps all nodes, BFBnB two layers and the trails of those before.
    assert queue.bytes == 1000 + 26 * 142
    assert layers.bytes == 1000 + 16 * 120 + 4 * 121


def test_without_layers_nothing_is_forecast():
    assert Pilot((), tables=1000, seconds_per_node=0.5, finished=False).expect(dw.AStar()) is None
