import importlib
import re

import numpy as np
import pytest

import dagwright as dw

PLAN = importlib.import_module("dagwright.plan")  # the package has a function of this name


@pytest.fixture
def small():
    wet = [0, 0, 1, 1] * 8 + [0, 1, 1, 1]
    return {"rain": [0, 0, 1, 1] * 9, "wet": wet, "coin": [0, 1] * 18}


@pytest.fixture
def numbers():
    rng = np.random.default_rng(1)
    a = rng.normal(size=300)
    return {"a": a, "b": np.where(a > 1, 3.0, 0.0) + rng.normal(size=300) / 2}


def wide(n):
    rng = np.random.default_rng(1)
    return dw.Dataset.from_frame(rng.integers(0, 2, (60, n)), as_is=True)


@pytest.mark.parametrize(
    ("n", "method", "selection"),
    [
        (5, "exact", "sequential"),
        (64, "exact", "sequential"),
        (65, "minobs", "sequential"),
        (100, "minobs", "sequential"),
        (101, "minobs", "independence"),
    ],
)
def test_the_choice_follows_the_number_of_variables(n, method, selection):
    plan = dw.plan(wide(n), time_limit=2)
    assert plan.method.name == method
    assert plan.selection.name == selection
    assert [method.neighbourhood for method in plan.first] == ["adr", "extended"]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"method": "minobs", "selection": "greedy"},
        {"method": dw.HillClimbing(restarts=3)},
        {"score": lambda data, child, parents: -float(len(parents))},
    ],
    ids=["auto", "names", "object", "function"],
)
def test_learn_does_what_plan_says(small, options):
    plan = dw.plan(small, time_limit=0.5, **options)
    result = dw.learn(small, time_limit=0.5, **options)
    assert result.method == plan.method
    assert result.reasons == plan.reasons
    planned = [stage.name for stage in plan.stages]
    assert [s.name for s in result.timings if s.name not in {"table", "bound"}] == planned


def test_very_wide_data_is_searched_over_dags_first():
    data = wide(101)
    result = dw.learn(data, time_limit=2)
    names = [stage.name for stage in result.timings]
    assert names == [
        "table",
        "first pass",
        "candidate parent sets",
        "hill-climbing",
        "hill-climbing",
        "minobs",
        "hill-climbing",
        "minobs",
        "bound",
        *names[10:],  # a bound beyond the candidate sets, if there is time for it
    ]
    climbed = dw.solve(dw.LocalScores(data), "hill-climbing")
    assert result.score >= climbed.score
    assert result.trace[-1].score == pytest.approx(result.score)
    scores = [point.score for point in result.trace]
    assert scores == sorted(scores)
    assert dw.verify(result) == pytest.approx(result.score)


def test_sets_that_are_complete_in_time_need_no_search_over_dags(small):
    assert [stage.name for stage in dw.learn(small).timings] == [
        "table",
        "candidate parent sets",
        "exact",
    ]
    assert "hill climbing" not in dw.learn(small).explain()
    assert "hill climbing" not in dw.plan(small).explain()


def test_a_search_over_dags_that_cannot_run_is_left_out():
    result = dw.learn(wide(101), time_limit=2, memory_limit="4M")  # too little for chains
    assert [stage.name for stage in result.timings].count("hill-climbing") == 2


def test_required_parents_survive_every_stage():
    data = wide(101)
    crowd = [(parent, data.names[-1]) for parent in data.names[:6]]
    result = dw.learn(data, constraints=dw.Constraints(required=crowd), time_limit=2)
    assert [stage.name for stage in result.timings].count("hill-climbing") == 3
    assert set(crowd) <= set(result.dag.edges)


def test_a_start_with_many_parents_is_no_obstacle():
    data = wide(101)
    start = dw.Dag(data.names, [(parent, data.names[-1]) for parent in data.names[:6]])
    assert dw.learn(data, start=start, time_limit=2).dag.n_variables == 101


@pytest.mark.parametrize("stage", ["parent sets", "hill-climbing", "minobs"])
def test_a_very_wide_search_can_be_interrupted_in_every_stage(stage):
    class InThisStage(dw.Callback):
        def on_progress(self, progress):
            return progress.stage == stage

    result = dw.learn(wide(101), time_limit=4, callbacks=InThisStage())
    assert result.stop_reason == "interrupted"
    assert not result.reproducible
    assert result.dag.n_variables == 101
    assert dw.verify(result) == pytest.approx(result.score)


def test_what_was_asked_for_is_said_to_be_asked_for(small):
    plan = dw.plan(small, method="minobs", selection="greedy")
    assert plan.reasons == (
        "Candidate parent sets: greedy, as asked.",
        "Method: minobs, as asked.",
    )


def test_an_enumeration_that_the_trial_completes_has_an_estimate(small):
    plan = dw.plan(small)
    assert 0 < plan.seconds < 60
    assert "About" in plan.explain()


def test_what_nobody_can_tell_has_a_limit_only():
    plan = dw.plan(dw.load_dataset("wdbc"), score="aic", method="minobs", time_limit=7)
    assert plan.seconds is None
    assert plan.most_seconds == 7
    assert "At most 7 s." in plan.explain()
    limits = [stage.most_seconds for stage in plan.stages]
    assert sum(limits) == pytest.approx(7, abs=0.6)


@pytest.mark.parametrize(("size", "nodes"), [(1, False), (3, True)])
def test_a_proof_has_an_estimate_from_a_trial(monkeypatch, size, nodes):
    # Too short for the proof itself, or long enough however busy the machine is.
    monkeypatch.setattr(PLAN, "_TRIAL_FOR_PROOF", 0.1 if nodes else 60.0)
    if nodes:
        monkeypatch.setattr(PLAN, "_TRIAL_FOR_FORECAST", None)  # however busy the machine is
    selection = dw.Sequential(max_parents=size)
    plan = dw.plan(dw.load_dataset("wdbc"), selection=selection, time_limit=None)
    stage = plan.stages[-1]
    assert stage.name == "exact"
    assert stage.seconds > 0
    assert ("nodes of the order graph" in stage.remark) == nodes
    assert plan.seconds is not None


def test_a_proof_that_will_not_end_in_time_has_a_limit_only(monkeypatch):
    monkeypatch.setattr(PLAN, "_TRIAL_FOR_PROOF", 0.1)
    sets = dw.Sequential(max_parents=3)
    plan = dw.plan(dw.load_dataset("wdbc"), selection=sets, time_limit=0.5)
    assert plan.stages[-1].seconds is None
    assert plan.seconds is None


def test_a_trial_keeps_to_the_memory(small):
    plan = dw.plan(
        dw.load_dataset("wdbc"), selection=dw.Sequential(max_parents=2), memory_limit="4M"
    )
    assert plan.stages[-1].seconds is None
    assert not plan.fits


def test_no_time_limit_is_no_promise():
    plan = dw.plan(dw.load_dataset("wdbc"), method="minobs", time_limit=None)
    assert "nobody can tell" in plan.explain().lower()


def test_memory_that_does_not_suffice_is_foretold():
    data = wide(300)
    plan = dw.plan(data, method="hill-climbing", memory_limit="4M")
    assert not plan.fits
    assert "learn will refuse" in plan.explain()
    with pytest.raises(dw.ResourceError):
        dw.learn(data, method="hill-climbing", memory_limit="4M")


def test_a_mistake_is_found_without_running(small):
    with pytest.raises(dw.ConstraintError, match="snow"):
        dw.plan(small, constraints=dw.Constraints(required=[("snow", "wet")]))
    with pytest.raises(dw.DagwrightError, match="unknown method"):
        dw.plan(small, method="luck")
    with pytest.raises(dw.DagwrightError, match="selection is for"):
        dw.plan(small, method="hill-climbing", selection="greedy")


def test_a_plan_prints_as_its_explanation(small):
    plan = dw.plan(small, method="hill-climbing")
    assert re.sub(r"[\d.]+", "", str(plan)) == re.sub(r"[\d.]+", "", plan.explain())


def test_no_time_means_the_same_as_in_learn():
    table = {"a": [0, 1] * 30, "b": [0, 1] * 30}
    assert dw.plan(table, as_is=True, time_limit=0).most_seconds == 0.3


def test_numbers_are_cut_in_the_plan_as_in_learn(numbers):
    plan = dw.plan(numbers)
    result = dw.learn(numbers)
    assert [stage.name for stage in plan.stages] == [s.name for s in result.timings[1:]]
    cuts = plan.stages[0]
    assert (cuts.name, cuts.most_seconds) == ("cuts", pytest.approx(15, abs=1))
    assert cuts.remark == result.timings[1].remark
    assert plan.seconds is not None
    sets = [stage.remark for stage in plan.stages if stage.name == "candidate parent sets"]
    assert sets == [s.remark for s in result.timings if s.name == "candidate parent sets"]


def test_cuts_that_the_trial_does_not_finish_have_a_limit_only(numbers, monkeypatch):
    monkeypatch.setattr(PLAN, "_TRIAL_FOR_CUTS", 0.0)
    plan = dw.plan(numbers, time_limit=8)
    assert plan.stages[0].seconds is None
    assert plan.stages[0].most_seconds == pytest.approx(2, abs=0.2)
    assert plan.seconds is None
    assert "2 columns of numbers, cut and learned up to 3 times" in plan.explain()


def test_numbers_that_the_user_cut_are_not_cut_in_the_plan(numbers):
    plan = dw.plan(numbers, cuts={"a": [1], "b": [0, 2]})
    assert "cuts" not in [stage.name for stage in plan.stages]
