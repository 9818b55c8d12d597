"""Ctrl-C inside the functions that are not searches: what there is, labelled, or an exception."""

import signal

import pytest
from amount import scaled
from interrupting import (
    MOST_LATE_CHECKS,
    SECONDS_PER_CHECK,
    Watch,
    places,
    press_ctrl_c,
    striking_at_line,
    table,
    watched_controls,
)

import dagwright as dw
from dagwright import _core
from dagwright.running import fake_clock
from dagwright.running.interrupts import RUNS

MOST = scaled(40)
DATA = table(seed=2)
SCORES = dw.LocalScores(DATA)
SETS = dw.find_parent_sets(SCORES)


@pytest.fixture(autouse=True)
def python_handles_ctrl_c():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupted_at(work, line):
    """Return what a function returns with Ctrl-C at a line, None if it raises, and the watch."""
    watch = Watch()
    with (
        fake_clock(SECONDS_PER_CHECK),
        watched_controls(watch),
        striking_at_line(watch, line, press_ctrl_c),
    ):
        try:
            answer = work()
        except (KeyboardInterrupt, dw.DagwrightError):
            answer = None
    assert RUNS.active == 0
    assert not _core.is_interrupted()
    assert watch.late_checks <= MOST_LATE_CHECKS
    return answer, watch


def every_place(work):
    """Yield what an undisturbed call returns, then answers and watches of interrupted ones."""
    interrupted_at(work, 0)  # what is done once only
    reference, undisturbed = interrupted_at(work, 0)
    assert reference is not None
    for line in places(undisturbed.lines, MOST):
        answer, watch = interrupted_at(work, line)
        if watch.struck:  # threads do not take the same lines every time
            yield reference, answer, watch


def test_candidate_sets_are_whole_and_say_that_they_were_cut_short():
    cut_short = 0
    for reference, sets, watch in every_place(lambda: dw.find_parent_sets(SCORES, threads=1)):
        if sets is None:
            assert watch.runs[0] == 0
            continue
        dw.verify(dw.solve(sets, "dp"), DATA)
        if any("an interrupt ended" in note for note in sets.notes):
            cut_short += 1
        else:
            assert list(sets["v1"]) == list(reference["v1"])
    assert cut_short


def test_a_bound_is_valid():
    best = dw.solve(SETS, "dp").score
    for _, proved, watch in every_place(lambda: dw.bound(SETS, time_limit=3)):
        assert proved is not None or watch.runs[0] == 0
        assert proved is None or float(proved) >= best - 1e-9


def test_bootstrap_counts_the_networks_that_are_finished():
    def work():
        return dw.bootstrap(DATA, 6, threads=1, seed=1)

    counted = set()
    for reference, confidence, _ in every_place(work):
        if confidence is not None:
            counted.add(confidence.repetitions)
            stopped = any("stopped after" in note for note in confidence.notes)
            assert stopped == (confidence.repetitions < reference.repetitions)
    assert counted


def test_a_plan_is_whole_or_not_there():
    for reference, plan, _ in every_place(lambda: dw.plan(DATA, time_limit=3, threads=1)):
        assert plan is None or [s.name for s in plan.stages] == [s.name for s in reference.stages]


def test_a_sample_is_whole_or_not_there():
    network = dw.fit(dw.Dag(DATA.names, [("v0", "v1")]), DATA)
    for reference, sample, _ in every_place(lambda: network.sample(50, seed=1, threads=1)):
        assert sample is None or sample.fingerprint == reference.fingerprint


def test_neighbours_are_found_by_whole_searches_only():
    for reference, found, _ in every_place(lambda: dw.mmpc(DATA, threads=1)):
        assert found is None or found == reference
