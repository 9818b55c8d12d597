"""Mistakes that once passed silently or surfaced as an error of another library."""

import pytest

import dagwright as dw

ABC = {"a": [0, 0, 1, 1] * 3, "b": [0, 1, 1, 1] * 3, "c": [0, 1] * 6}


@pytest.fixture
def data():
    return dw.Dataset.from_frame(ABC, as_is=True)


@pytest.mark.parametrize("limit", [-1, float("nan"), "5", True])
def test_learn_refuses_a_time_limit_that_is_none(data, limit):
    with pytest.raises(dw.DagwrightError, match="time_limit"):
        dw.learn(data, time_limit=limit)


@pytest.mark.parametrize("iterations", [-1, 2.5, "3", True])
def test_solve_refuses_a_number_of_iterations_that_is_none(data, iterations):
    with pytest.raises(dw.DagwrightError, match="iterations"):
        dw.solve(dw.LocalScores(data), "hill-climbing", iterations=iterations)


@pytest.mark.parametrize("target", [float("nan"), "0"])
def test_solve_refuses_a_target_that_is_no_number(data, target):
    with pytest.raises(dw.DagwrightError, match="target"):
        dw.solve(dw.LocalScores(data), "hill-climbing", target=target)


@pytest.mark.parametrize("tiers", [["ab", "c"], [1, 2], [["a", 1]]])
def test_a_tier_is_a_list_of_names(tiers):
    with pytest.raises(dw.ConstraintError, match="lists of names"):
        dw.Constraints(tiers=tiers)


@pytest.mark.parametrize("edge", ["ab", 3, ("a",), ("a", 1), None])
def test_an_edge_is_a_pair_of_names(edge):
    with pytest.raises(dw.ConstraintError, match="pairs of names"):
        dw.Constraints(required=[edge])


def test_an_unknown_instruction_set_is_a_dagwright_error(data, monkeypatch):
    monkeypatch.setenv("DAGWRIGHT_CPU", "pentium")
    with pytest.raises(dw.DagwrightError, match="DAGWRIGHT_CPU is 'pentium'"):
        dw.LocalScores(data)


def test_a_family_too_large_for_bdeu_is_a_resource_error():
    rows = {f"x{i}": list(range(200)) for i in range(21)}
    scores = dw.LocalScores(dw.Dataset.from_frame(rows, as_is=True), dw.BDeu())
    with pytest.raises(dw.ResourceError, match="max_parents"):
        scores("x0", [f"x{i}" for i in range(1, 21)])


@pytest.mark.parametrize("seconds", [None, 0.0], ids=["complete", "cut short"])
@pytest.mark.parametrize("start", [["x"], ["a", "b", "b"], 5, ["a", "b", "c"]], ids=str)
def test_a_bad_start_is_refused_whatever_the_clock_does(start, seconds):
    with pytest.raises(dw.DagwrightError, match="order"):
        dw.learn(
            {name: [0, 1] * 30 for name in "abc"},
            as_is=True,
            start=start,
            selection=dw.Sequential(seconds_per_variable=seconds),
            constraints=dw.Constraints(required=[("b", "a")]),
            time_limit=1,
        )


@pytest.mark.parametrize(
    "words",
    [{"threads": 2**31}, {"threads": 2**70}, {"iterations": 2**63}, {"iterations": 2**70}],
    ids=str,
)
def test_numbers_beyond_the_core_are_refused(words):
    scores = dw.LocalScores(dw.load_dataset("wdbc"))
    with pytest.raises(
        dw.DagwrightError, match=f"{next(iter(words))}={next(iter(words.values()))}"
    ):
        dw.solve(scores, "hill-climbing", **words)


@pytest.mark.parametrize(
    "limit", [2**64, 2**70, 10**400, "99999999999T"], ids=lambda limit: str(limit)[:12]
)
def test_more_memory_than_can_be_counted_is_no_limit(data, limit):
    scores = dw.LocalScores(data, memory_limit=limit)
    sets = dw.find_parent_sets(scores, memory_limit=limit)
    for method in ("exact", "bfbnb"):
        assert dw.solve(sets, method, memory_limit=limit).status == "optimal"
