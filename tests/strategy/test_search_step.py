"""The step that searches: what a search is given, and what it will take."""

import pytest
from scripted import Scripted, ask_price, prepared, take_step

import dagwright as dw
from dagwright.running.control import fake_clock
from dagwright.strategy.search_step import Search

PAIRS = dw.Sequential(max_parents=2)
NO_TRIAL = {"proof": 0.0, "forecast": 1e9}


@pytest.fixture(autouse=True)
def clock():
    with fake_clock(0.01):
        yield


@pytest.fixture(scope="module")
def some():
    data = dw.load_dataset("wdbc")
    return data.select(data.names[:8])


@pytest.fixture(scope="module")
def hard():
    """A table whose proof takes some thousand nodes."""
    data = dw.load_dataset("wdbc")
    return data.select(data.names[:22])


def names_of_timings(task):
    return [timing.name for timing in task.known.timings]


def with_sets(table, **options):
    task = prepared(table, selection=PAIRS, **options).task
    task.sets = dw.find_parent_sets(dw.LocalScores(table), PAIRS, threads=1, time_limit=None)
    task.end_of_sets = "completed"
    return task


def test_a_search_has_the_time_of_its_step_and_says_how_long_it_took(some):
    method = Scripted(needs="parent sets", busy=True)
    task = take_step(Search(method), with_sets(some, seed=3), memory=12345, share=0.5)
    (given,) = method.calls
    assert (given.on, given.seed, given.memory) == ("sets", 3, 12345)
    assert given.seconds == pytest.approx(50, abs=0.1)
    assert task.searched == pytest.approx(50, abs=0.1)
    assert task.reason == "time"
    assert task.known.chance == ["the clock ended the search"]


def test_a_search_that_does_not_fit_is_refused_or_left_out(some):
    method = Scripted(needs="parent sets", bytes_needed=1001)
    with pytest.raises(dw.ResourceError, match="1001"):
        take_step(Search(method), with_sets(some), memory=1000)
    task = take_step(Search(method, is_optional=True), with_sets(some), memory=1000)
    assert method.calls == []
    assert task.known.memory_decided
    assert task.known.dag is None
    assert ask_price(Search(method), with_sets(some), 9.0, 1000).fits is False
    assert ask_price(Search(method, is_optional=True), with_sets(some), 9.0, 1000) is None


def test_only_the_search_that_was_asked_for_continues_after_the_clock_ended_it(some):
    given = []

    class Task(type(with_sets(some))):
        def search(self, *args, is_last=False, **options):
            given.append(is_last)
            return super().search(*args, is_last=is_last, **options)

    task = with_sets(some)
    task.__class__ = Task
    with task.control as control:
        for optional in (True, False):
            Search(Scripted(needs="parent sets"), is_optional=optional).run(
                task, control, task.memory
            )
    assert given == [False, True]


def test_the_price_of_a_proof_that_a_trial_makes(some):
    task = with_sets(some, seconds=None)
    found = ask_price(Search(dw.Exact()), task, 1e4, proof=1e3)
    assert (found.most_seconds, found.remark) == (1e4, "with a proof")
    other = take_step(Search(dw.Exact()), with_sets(some, seconds=None))
    assert found.seconds == pytest.approx(other.searched)
    assert task.known.is_proved
    assert names_of_timings(task) == ["table"]


def test_the_price_of_a_proof_that_a_trial_does_not_make_is_a_forecast_of_its_nodes(hard):
    found = ask_price(Search(dw.Exact()), with_sets(hard), **NO_TRIAL)
    assert found.remark.endswith("nodes of the order graph, with a proof")
    # BFBnB, which would do it, takes a quarter of the time of A*, which was tried, as measured.
    task = with_sets(hard)
    ask_price(Search(dw.Exact()), task, proof=0.0, forecast=0.0)
    tried = dw.forecast(task.sets, dw.AStar(), start=task.known.dag)
    assert f"about {tried.nodes:.1g} nodes" in found.remark
    assert found.seconds == pytest.approx(tried.seconds / 4, rel=0.01)


def test_a_proof_that_will_not_end_in_time_has_a_limit_only(hard):
    expected = ask_price(Search(dw.Exact()), with_sets(hard), **NO_TRIAL)
    for seconds, known in ((2 * expected.seconds, True), (0.5 * expected.seconds, False)):
        found = ask_price(Search(dw.Exact()), with_sets(hard), seconds, **NO_TRIAL)
        assert (found.seconds is not None) == known
        assert found.most_seconds == seconds


@pytest.mark.parametrize("optional", [False, True])
def test_a_proof_of_which_nothing_is_known_has_a_limit_only(hard, optional):
    exact = dw.Exact(options=dw.ExactOptions(order_graph=5))
    found = ask_price(Search(exact, optional), with_sets(hard), 9.0, **NO_TRIAL)
    assert (found.name, found.seconds, found.most_seconds) == ("exact", None, 9)


def test_a_trial_keeps_to_the_memory(hard):
    found = ask_price(Search(dw.Exact()), with_sets(hard), 9.0, 1000)
    assert not found.fits
    assert found.seconds is None


@pytest.mark.parametrize(
    ("method", "words"),
    [
        (dw.BFBnB(), "ends sooner with a proof"),
        (dw.MINOBS(generations=3), "ends when it has done what it was asked to"),
        (dw.MINOBS(), "uses all the time there is"),
    ],
)
def test_the_price_of_a_search_that_no_trial_tells_is_its_limit(some, method, words):
    found = ask_price(Search(method), with_sets(some), 9.0)
    assert (found.seconds, found.most_seconds) == (None, 9)
    assert words in found.remark
    assert found.bytes == method.estimate_bytes(with_sets(some).sets)


def test_the_price_of_a_search_on_scores_tells_how_long_single_parents_take(some):
    # One check, of 0.01 seconds, for each of eight variables.
    found = ask_price(Search(dw.HillClimbing()), prepared(some).task, 9.0)
    assert found.remark == "scoring every single parent takes about 0.08 s"
    short = ask_price(Search(dw.HillClimbing()), prepared(some).task, 9.0, scores=0.02)
    assert short.remark == found.remark
