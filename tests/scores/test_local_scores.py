import math
import pickle

import numpy as np
import pytest
from naive_scores import naive_score
from strategies import make_dataset

import dagwright as dw


@pytest.fixture
def data():
    rng = np.random.default_rng(4)
    a = rng.integers(0, 2, 500)
    b = np.where(rng.random(500) < 0.8, a, rng.integers(0, 3, 500))
    return make_dataset([a, b, rng.integers(0, 4, 500)], [2, 3, 4])


def test_a_constant_column_scores_zero_and_is_no_useful_parent():
    data = make_dataset([[0, 1, 0, 1], [0, 0, 0, 0]], [2, 1])
    for score in ("bic", "aic", "bdeu", "k2", "log-likelihood"):
        scores = dw.LocalScores(data, score)
        assert scores("v1") == scores("v1", ["v0"]) == 0.0
        assert scores("v0", ["v1"]) == scores("v0")


def test_declared_states_that_never_occur_count_in_the_penalty():
    rows = [0, 1, 0, 1]
    observed = dw.LocalScores(make_dataset([rows, rows], [2, 2]))
    declared = dw.LocalScores(make_dataset([rows, rows], [2, 3]))
    assert observed("v1") - declared("v1") == pytest.approx(math.log(4) / 2)


def test_columns_wider_than_a_byte_are_counted_right():
    rng = np.random.default_rng(0)
    wide = rng.integers(0, 70_000, 3000)
    middle = rng.integers(0, 1000, 3000)
    narrow = wide % 3
    data = make_dataset([wide, middle, narrow], [70_000, 1000, 3])
    scores = dw.LocalScores(data, "bdeu")
    for child, parents in [("v2", ["v0"]), ("v0", ["v2"]), ("v1", ["v2"]), ("v2", ["v0", "v1"])]:
        expected = naive_score(data, "bdeu", child, parents)
        assert scores(child, parents) == pytest.approx(expected, rel=1e-9)


def test_more_configurations_than_a_machine_word_holds_are_scored():
    rng = np.random.default_rng(1)
    data = make_dataset([rng.integers(0, 60, 40) for _ in range(14)], [60] * 14)
    scores = dw.LocalScores(data, "bdeu")
    parents = list(data.names[1:])
    expected = naive_score(data, "bdeu", "v0", parents)
    assert scores("v0", parents) == pytest.approx(expected, rel=1e-9)


def test_large_counts_beyond_the_tables_are_scored():
    data = make_dataset([[0, 1, 0], [0, 1, 1]], [2, 2], [3_000_000, 1_000_000, 5000])
    for name in ("bic", "bdeu", "k2"):
        expected = naive_score(data, name, "v0", ["v1"])
        assert dw.LocalScores(data, name)("v0", ["v1"]) == pytest.approx(expected, rel=1e-9)


def test_weights_beyond_32_bits_are_refused():
    data = make_dataset([[0, 1]], [2], [2**32, 1])
    with pytest.raises(dw.DataError, match="2\\^32"):
        dw.LocalScores(data)


def test_a_memo_of_any_size_gives_the_same_scores(data):
    small, large = (dw.LocalScores(data, "bic", memory_limit=m) for m in ("1M", "1G"))
    for child in data.names:
        others = [name for name in data.names if name != child]
        assert small(child, others) == large(child, others)
        assert small(child, others) == large(child, others)


def test_a_repeated_question_is_answered_from_the_memo(data):
    scores = dw.LocalScores(data)
    first = scores("v0", ["v1"])
    counted = scores.counters["sets_counted"]
    assert scores("v0", ["v1"]) == first
    assert scores.counters["sets_counted"] == counted
    assert scores.counters["memo_hits"] > 0


def test_one_count_of_a_set_serves_all_its_children(data):
    scores = dw.LocalScores(data)
    scores("v0", ["v1"])
    scores("v2", ["v0"])
    counted = scores.counters["sets_counted"]
    # v1 | v0 needs the set {v0, v1}, counted for v0 | v1, and {v0}, counted for v2 | v0.
    scores("v1", ["v0"])
    assert scores.counters["sets_counted"] == counted


def test_a_table_beyond_the_memory_limit_is_refused():
    rng = np.random.default_rng(0)
    data = make_dataset([rng.integers(0, 250, 500_000) for _ in range(3)], [250] * 3)
    with pytest.raises(dw.ResourceError, match="the limit is 1M: give at least 2M"):
        dw.LocalScores(data, memory_limit="1M")


def test_equal_rows_are_merged_so_that_a_long_table_can_be_small():
    data = make_dataset([np.arange(2_000_000) % 2 for _ in range(2)], [2, 2])
    assert dw.LocalScores(data, memory_limit="1M")("v0", ["v1"]) < 0


def test_a_family_of_astronomically_many_configurations_is_refused_by_bdeu():
    data = make_dataset([[0, 1]] * 200, [2] * 200)
    with pytest.raises(dw.DagwrightError, match="limit max_parents"):
        dw.LocalScores(data, "bdeu")("v0", data.names[1:])


@pytest.mark.parametrize(
    ("child", "parents"),
    [("x", []), ("v0", ["x"]), ("v0", ["v0"]), ("v0", ["v1", "v1"]), ("v0", "v1")],
)
def test_families_that_make_no_sense_are_refused(data, child, parents):
    with pytest.raises(dw.DagwrightError):
        dw.LocalScores(data)(child, parents)


def test_a_python_function_can_serve_as_a_score(data):
    asked = []

    def fewest_letters(table, child, parents):
        assert table is data
        asked.append((child, tuple(parents)))
        return -len(parents) - len(child)

    scores = dw.LocalScores(data, fewest_letters)
    assert scores("v0", ["v2", "v1"]) == scores("v0", ["v1", "v2"]) == -4.0
    assert asked == [("v0", ("v1", "v2"))]
    assert scores.upper_bound("v0") == math.inf


def test_a_function_that_fails_shows_its_own_error(data):
    def broken(table, child, parents):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        dw.LocalScores(data, broken)("v0")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1.1e15, -1e308, "much", None])
def test_a_function_must_return_numbers_that_can_be_added_up(data, value):
    with pytest.raises(dw.DagwrightError, match=r"'v0' with the parents \['v1'\] .* -1e9"):
        dw.LocalScores(data, lambda *_: value)("v0", ["v1"])


def test_a_function_may_return_a_very_low_number_for_never(data):
    def never_v1(_, __, parents):
        return -1e9 if "v1" in parents else 1.0 * len(parents)

    result = dw.learn(data, score=never_v1, constraints=dw.Constraints(max_parents=2))
    assert all(parent != "v1" for parent, _ in result.dag.edges)


def test_an_unknown_instruction_set_is_refused(data, monkeypatch):
    monkeypatch.setenv("DAGWRIGHT_CPU", "abacus")
    with pytest.raises(dw.DagwrightError, match="baseline or avx2"):
        dw.LocalScores(data)


def test_scores_pickle(data):
    scores = dw.LocalScores(data, dw.BDeu(ess=3))
    copy = pickle.loads(pickle.dumps(scores))
    assert copy("v0", ["v1"]) == scores("v0", ["v1"])
    assert copy.score == dw.BDeu(ess=3)


def test_only_a_dataset_is_scored():
    with pytest.raises(dw.DataError, match="from_frame"):
        dw.LocalScores({"a": [1, 2]})
