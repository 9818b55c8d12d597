import pytest

import dagwright as dw
from dagwright.running import fake_clock


@pytest.fixture(scope="module")
def scores():
    return dw.LocalScores(dw.load_dataset("wdbc"), memory_limit="64M")


@pytest.mark.parametrize(
    "options",
    [
        {"seed": -1},
        {"seed": 2**64},
        {"seed": 1.5},
        {"threads": 0},
        {"threads": True},
        {"time_limit": -1},
        {"iterations": -5},
        {"target": float("nan")},
        {"memory_limit": "lots"},
        {"memory_limit": 10},
        {"callbacks": [print]},
    ],
)
def test_impossible_options_are_refused(scores, options):
    with pytest.raises(dw.DagwrightError):
        dw.solve(scores, "hill-climbing", **options)


@pytest.mark.parametrize("method", ["hillclimber", dw.HillClimbing, 7])
def test_what_is_no_method_is_refused(scores, method):
    with pytest.raises(dw.DagwrightError, match="hill-climbing"):
        dw.solve(scores, method)


def test_a_method_is_found_by_its_name_however_it_is_written(scores):
    for word in ("hill-climbing", "hill_climbing", "HillClimbing"):
        assert dw.solve(scores, word).method == dw.HillClimbing()


def test_the_smaller_of_two_parent_limits_wins_and_says_so(scores):
    constraints = dw.Constraints(max_parents=3)
    result = dw.solve(scores, dw.HillClimbing(max_parents=1), constraints=constraints)
    assert result.constraints.max_parents == 1
    assert "1 is in force" in result.notes[0]
    assert max(len(result.dag.parents(name)) for name in result.dag.names) == 1


def test_a_search_that_does_not_fit_the_memory_is_refused(scores):
    wide = dw.LocalScores(dw.Dataset.from_frame({f"v{i}": [0, 1] for i in range(400)}, as_is=True))
    with pytest.raises(dw.ResourceError, match="needs"):
        dw.solve(wide, "hill-climbing", memory_limit="1M")


def test_other_problems_are_refused():
    with pytest.raises(dw.DagwrightError, match="LocalScores"):
        dw.solve([1, 2], "hill-climbing")


def test_a_start_over_other_variables_is_refused(scores):
    with pytest.raises(dw.DagwrightError, match="differ in their variables: 'elsewhere'"):
        dw.solve(scores, "hill-climbing", start=dw.Dag.empty([*scores.names, "elsewhere"]))


def test_a_start_in_another_order_of_variables_is_the_same_start(scores):
    v = scores.names
    start = dw.Dag(v[::-1], [(v[2], v[9])])
    one = dw.solve(scores, "hill-climbing", start=start)
    assert one.dag == dw.solve(scores, "hill-climbing", start=start.reorder(v)).dag


def test_callbacks_see_start_improvements_and_end(scores):
    seen = []

    class Watch(dw.Callback):
        def on_start(self, progress):
            seen.append(("start", progress.stage))

        def on_improvement(self, progress):
            seen.append(("improvement", progress.best_score))

        def on_progress(self, progress):
            assert progress.iterations >= 0
            assert progress.rate >= 0
            assert progress.work_total is None
            assert progress.seconds_left == 600 - progress.seconds
            return progress.seconds > 100

        def on_end(self, result):
            seen.append(("end", result.stop_reason))

    with fake_clock(1.0):
        endless = dw.HillClimbing(restarts=None)
        result = dw.solve(scores, endless, time_limit=600, callbacks=[Watch()], threads=1)
    assert seen[0] == ("start", "hill-climbing")
    assert seen[-1] == ("end", "interrupted")
    improvements = [score for what, score in seen if what == "improvement"]
    assert improvements
    assert improvements == sorted(improvements)
    assert improvements[-1] == pytest.approx(result.score)
    assert result.seconds == 101


def test_an_order_to_start_from_needs_parent_sets(scores):
    with pytest.raises(dw.DagwrightError, match="needs ParentSets"):
        dw.solve(scores, "hill-climbing", start=scores.names)
    with pytest.raises(dw.DagwrightError, match="every variable once"):
        dw.solve(scores, "hill-climbing", start=scores.names[1:])


def test_required_parents_in_a_circle_are_refused():
    sets = dw.ParentSets.from_lists(["a", "b"], {"a": [(-1, ["b"])], "b": [(-1, ["a"])]})
    with pytest.raises(dw.ConstraintError, match="every candidate set has"):
        dw.solve(sets, "hill-climbing")
