"""What of a table could mislead."""

import pickle

import pytest

import dagwright as dw


def table(rows, **columns):
    return {"coin": [i % 2 for i in range(rows)], **columns}


def words(data):
    return " | ".join(data.warnings)


def test_an_ordinary_table_has_none():
    assert dw.load_dataset("wdbc").warnings == ()
    assert dw.load_network("alarm").sample(500, seed=1).warnings == ()


def test_few_rows():
    assert "only 49 rows" in words(dw.Dataset.from_frame(table(49)))
    assert "only 1 row:" in words(dw.Dataset.from_frame({"a": [0]}))
    assert dw.Dataset.from_frame(table(50)).warnings == ()
    assert dw.Dataset.from_frame(table(5), weights=[10] * 5).warnings == ()


def test_text_of_too_many_states_is_named_with_states_and_rows():
    rows = 1845
    data = dw.Dataset.from_frame(
        table(rows, bmi=[f"{20 + i % 187} {i % 187}" for i in range(rows)]), category="bmi"
    )
    assert "with 1,845 rows hardly any edge can pay for the states of 'bmi' (187 states)" in words(
        data
    )


def test_a_column_that_is_warned_of_stays_unconnected_though_it_decides_another():
    rows = 300
    columns = {"y": [i % 2 for i in range(rows)], "x": [f"s{i % 60}" for i in range(rows)]}
    noisy = [y if i % 7 else 1 - y for i, y in enumerate(columns["y"])]
    data = dw.Dataset.from_frame({**columns, "y": noisy}, as_is=True)
    assert "'x' (60 states)" in words(data)
    assert dw.learn(data).dag.n_edges == 0


def test_numbers_of_many_states_are_named():
    ages = table(2000, age=[18 + i % 72 for i in range(2000)])
    data = dw.Dataset.from_frame(ages, category="age")
    assert "each number is a state of its own in 'age' (72 states)" in words(data)
    few = dw.Dataset.from_frame(table(2000, age=[18 + i % 15 for i in range(2000)]), as_is=True)
    assert few.warnings == ()
    assert dw.Dataset.from_frame(ages).warnings == ()
    cut = dw.Dataset.from_frame(ages, discretize="quantile", max_states=15, as_is=True)
    assert cut.arities == (2, 3)
    assert cut.warnings == ()


def test_a_handful_of_columns_is_named():
    many = {f"c{j}": [18 + i % 72 for i in range(500)] for j in range(9)}
    assert "'c4' (72 states) and 4 more" in words(
        dw.Dataset.from_frame(table(500, **many), as_is=True)
    )


def test_dropped_rows_are_counted_over_all_columns():
    columns = {"a": [None, 1] * 30, "b": [None, None, 1] * 20}
    data = dw.Dataset.from_frame(columns, missing="drop", as_is=True)
    assert data.warnings[0] == (
        "10 of 60 rows used: 50 (83 %) have missing values and were dropped (40 in 'b', 30 in 'a')"
    )


def test_warnings_survive_what_is_done_to_the_table():
    data = dw.Dataset.from_frame(
        {"a": [None, 1] * 60, "b": [0, 1] * 60}, missing="drop", as_is=True
    )
    for other in (
        data.select(["b"]),
        pickle.loads(pickle.dumps(data)),
        dw.Dataset.from_frame(data, exclude=["b"]),
    ):
        assert other.warnings == data.warnings
        assert other.n_dropped == 60


@pytest.mark.parametrize("method", ["auto", "hill-climbing"])
def test_warnings_come_first_in_the_result(method):
    result = dw.learn(table(20, wet=[i % 2 for i in range(20)]), method=method)
    assert "only 20 rows" in result.warnings[0]
    assert "Warning: only 20 rows" in result._repr_html_()
    assert result.explain().splitlines()[:2] == ["Warnings", f"  {result.warnings[0]}."]
