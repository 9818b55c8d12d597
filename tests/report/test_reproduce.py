"""The lines under "Doing it again" do it again."""

import numpy as np
import pytest

import dagwright as dw
from dagwright.report.reproduce import _written, call_of

ROWS = [
    "id,rain,wet,age,height,count",
    *(
        f"r{i},{'no' if i % 3 else 'yes'},{i % 3 // 2 if i % 11 else ''},{i % 40},{i % 17 / 4},"
        f"{1 + i % 4}"
        for i in range(240)
    ),
]
HEIGHT = dw.Discretizer("quantile", bins=4)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "weather today.csv"
    path.write_text("\n".join(ROWS) + "\n", encoding="utf-8")
    return path


def do_again(result, data=None):
    """Run the printed lines as they stand, except for a table that did not come from a file."""
    lines = call_of(result, None, data or result.problem.data).splitlines()
    known = {} if data is None else {"data": data}
    code = "\n".join(line for line in lines if data is None or not line.startswith("data = ..."))
    exec(code, known)
    return known["result"]


def assert_same(again, result):
    assert result.reproducible
    assert again.problem.data == result.problem.data
    assert (again.dag, again.score, again.status) == (result.dag, result.score, result.status)
    assert again.warnings == result.warnings
    assert _changed(again) == _changed(result)


def _changed(result):
    # The score is always written, and an empty Constraints() is not.
    found = {name: value for name, value in result.asked.items() if name != "score"}
    if isinstance(found.get("start"), np.ndarray):
        found["start"] = found["start"].tolist()
    return {**found, "constraints": found.get("constraints") or dw.Constraints()}


@pytest.mark.parametrize(
    "reading",
    [
        {"missing": "drop", "discretize": "quantile", "exclude": ["id"]},
        {"missing": "state", "discretize": HEIGHT, "exclude": ["id", "age"]},
        {"missing": "drop", "discretize": "mean", "max_states": 15, "exclude": ["id"]},
        {"missing": "drop", "exclude": ["height", "age"], "max_states": None},
        {"missing": "drop", "exclude": ["id", "height"], "weights": "count"},
        {"missing": "state", "header": True, "exclude": ["id", "height"], "delimiter": ","},
        {"header": False, "missing_values": ["0"], "missing": "state"},
        {
            "missing": "drop",
            "exclude": ["id", "height", "age"],
            "states": {"rain": ["no", "some", "yes"], "wet": [0, 1, 2]},
        },
        {"missing": "drop", "discretize": dw.Discretizer("mdl", target="rain"), "exclude": ["id"]},
    ],
    ids=" ".join,
)
def test_however_the_file_was_read(file, reading):
    if isinstance(reading.get("discretize"), dw.Discretizer):
        reading = {**reading, "discretize": reading["discretize"].unfitted()}
    if reading.get("header") is False:
        reading = {**reading, "max_states": 300}
    data = dw.read_data(file, **reading)
    assert data.source.path == str(file)
    result = dw.learn(data, method="hill-climbing")
    assert_same(do_again(result), result)


@pytest.mark.parametrize(
    "asking",
    [
        {},
        {"score": "bdeu"},
        {"score": dw.BDeu(ess=5), "seed": 7},
        {"constraints": dw.Constraints(required=[("wet", "rain")], max_parents=2)},
        {
            "constraints": dw.Constraints(
                tiers=[["rain"], ["wet", "age"]], forbidden=[("age", "wet")]
            )
        },
        {"constraints": dw.Constraints(roots=["r*"], leaves=["age"], forbidden=[("w?t", "*")])},
        {"constraints": dw.Constraints(tiers=[["rain", "wet"], ["*"]], forbid_within=[0])},
        {"method": "tabu"},
        {"method": dw.HillClimbing(restarts=3, neighbourhood="extended")},
        {"method": dw.AStar(heuristic=dw.DynamicPatterns())},
        {"method": "exact", "selection": "greedy"},
        {"selection": dw.Sequential(max_parents=1), "memory_limit": "200M"},
        {"method": "hill-climbing", "time_limit": None},
        {"method": "hill-climbing", "start": dw.Dag(["rain", "wet", "age"], [("rain", "age")])},
        {"method": dw.OBS(restarts=3), "start": ["age", "wet", "rain"]},
        {"method": dw.OBS(restarts=3), "start": np.array(["age", "wet", "rain"])},
    ],
    ids=lambda asking: " ".join(asking) or "defaults",
)
def test_whatever_was_asked_for(file, asking):
    data = dw.read_data(file, missing="drop", exclude=["id", "height", "count"])
    result = dw.learn(data, **asking)
    assert_same(do_again(result), result)


def test_cuts_that_were_found_while_learning_are_found_again(file):
    result = dw.learn(file, missing="drop", exclude="id")
    assert {n.cuts.made_by for n in result.table.numbers.values()} == {"learner"}
    assert_same(do_again(result), result)
    text = call_of(result, None, result.table)
    assert f"cut again while learning: fingerprint {result.table.fingerprint}" in text
    assert result.table.fingerprint not in text.splitlines()[1]  # it is not cut like that yet


@pytest.mark.parametrize("names", [None, ["rain", "age", "height"]])
def test_cuts_of_an_earlier_result_are_written_out(file, names):
    table = dw.learn(file, missing="drop", exclude="id", cuts={"height": [1.5]}).table
    if names is not None:
        table = table.select(names)
    result = dw.learn(table)
    text = call_of(result, None, table)
    assert "'height': [1.5]" in text
    assert "'age': [" in text
    assert_same(do_again(result), result)


@pytest.mark.parametrize(
    "words",
    [
        {"number": "age", "category": ["height"]},
        {"keep": ["id"], "columns": ["id", "rain", "age"], "max_states": 300},
        {"cuts": {"age": [10, 20.5]}, "discretize": {"height": "mean"}},
        {"discretize": {None: "width", "age": dw.Discretizer("mean", columns=["age"])}},
        {"as_is": True, "exclude": ["id", "height"], "missing": "state"},
    ],
    ids=" ".join,
)
def test_whatever_was_said_about_the_table(file, words):
    result = dw.learn(file, **{"missing": "drop", **words})
    assert_same(do_again(result), result)


def test_a_path_with_discretize(file):
    path = file.with_name("numbers.csv")
    path.write_text("a,b\n" + "".join(f"{i / 4},{i % 3}\n" for i in range(90)))
    result = dw.learn(path, discretize="kmeans")
    assert_same(do_again(result), result)


def test_embedded_tables_and_what_was_made_of_them():
    data = dw.load_dataset("wdbc")
    for table in (
        data.select(data.names[:5]),
        dw.Dataset.from_frame(data, exclude=data.names[5:]),
        dw.Dataset.from_frame(data.select(data.names[:6]), exclude=["diagnosis"]),
    ):
        result = dw.learn(table)
        assert_same(do_again(result), result)


def test_a_result_of_solve():
    data = dw.load_dataset("wdbc")
    data = data.select(data.names[:8])
    scores = dw.LocalScores(data, dw.BDeu(ess=2))
    result = dw.solve(scores, dw.HillClimbing(restarts=2), iterations=9, seed=3)
    assert_same(do_again(result), result)
    text = call_of(dw.solve(dw.find_parent_sets(scores), "exact"), None, data)
    assert "problem = ...  # the same candidate parent sets" in text


def test_a_table_that_did_not_come_from_a_file_is_not_made_up():
    cutter = dw.Discretizer("mean").fit({"height": [1.5, 2.5]})
    for data in (
        dw.Dataset.from_frame({"a": [0, 1] * 30, "b": [0, 1] * 30}),
        dw.Dataset.from_frame(dw.load_dataset("wdbc"), weights=[2] * 569),
        dw.load_network("asia").sample(100, seed=1),
        cutter.transform({"height": [1.0, 2.0] * 30}),
    ):
        result = dw.learn(data, method="hill-climbing")
        text = call_of(result, None, data)
        assert "data = ...  # the same table, which did not come from a file" in text
        assert data.fingerprint in text
        assert "read_data" not in text
        assert_same(do_again(result, data), result)


def test_a_discretizer_that_was_fitted_elsewhere_is_not_made_up(file):
    cutter = dw.Discretizer("mean").fit({"height": [0.5, 1.5]})
    options = {"missing": "drop", "exclude": ["id"]}
    assert dw.read_data(file, discretize=cutter, **options).source is None


def test_a_score_of_the_user_is_asked_for():
    def fewest(data, child, parents):
        return -float(len(parents)) - data.names.index(child)

    data = dw.load_dataset("wdbc").select(["diagnosis", "mean radius"])
    text = call_of(dw.learn(data, score=fewest), None, data)
    assert "fewest = ...  # the same function" in text
    assert "score=fewest" in text


@pytest.mark.parametrize("kind", [*dw.METHODS.values(), *dw.SELECTIONS.values()])
def test_every_method_and_selection_can_be_written(kind):
    assert eval(_written(kind()), {"dw": dw}) == kind()
