"""What the user can say about a table, in the same words everywhere."""

from __future__ import annotations

import inspect
import pickle

import numpy as np
import pytest

import dagwright as dw

ROWS = 120
RNG = np.random.default_rng(7)
AGES = RNG.integers(18, 80, ROWS)
TABLE = {
    "row": list(range(1, ROWS + 1)),
    "age": AGES.tolist(),
    "town": RNG.choice(["Bonn", "Ulm", "Kiel"], ROWS).tolist(),
    "code": RNG.choice([10, 20, 30], ROWS).tolist(),
    "day": [f"2024-{i % 12 + 1:02}-{i % 28 + 1:02}" for i in range(ROWS)],
}
TABLE["again"] = [town.upper() for town in TABLE["town"]]


def read(**words):
    return dw.Dataset.from_frame(TABLE, **words)


def states_of(data, name):
    return data.states[data.names.index(name)]


@pytest.mark.parametrize("function", [dw.read_data, dw.Dataset.from_frame, dw.learn, dw.plan])
def test_every_word_is_in_the_signature(function):
    shown = inspect.signature(function).parameters
    for word in ("as_is", "strict", "number", "category", "keep", "cuts", "missing", "like"):
        assert word in shown


def test_the_signature_has_the_defaults():
    assert inspect.signature(dw.read_data).parameters["as_is"].default is False
    assert inspect.signature(dw.read_data).parameters["missing"].default == "auto"


def test_a_word_that_is_not_known_is_a_type_error():
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        read(colour="red")


def test_options_know_what_was_said():
    assert dw.TableOptions().given == frozenset()
    assert dw.TableOptions(number=[], columns=None, states={}, missing="auto").given == frozenset()
    options = dw.TableOptions(category="zip", cuts={"age": [30]}, as_is=False, max_states=None)
    assert options.given == {"category", "cuts", "max_states"}
    assert options.told() == {"category": ("zip",), "cuts": {"age": (30.0,)}, "max_states": None}
    assert options.forces("zip")
    assert options.forces("age")
    assert not options.forces("town")


def test_options_can_be_made_of_others():
    options = dw.TableOptions(exclude="row", strict=True)
    more = dw.TableOptions.of(options, exclude=["day"], missing="drop")
    assert more.exclude == ("day",)
    assert more.strict
    assert more.given == {"exclude", "strict", "missing"}
    assert read(options=dw.TableOptions(exclude="age")).names == read(exclude="age").names
    with pytest.raises(dw.DataError, match="options must be TableOptions, not dict"):
        read(options={"exclude": "age"})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            {"number": "a", "category": "a"},
            "'a' cannot be in both number= and category=: name",
        ),
        ({"number": "a", "exclude": "a"}, "'a' cannot be in both number= and exclude="),
        ({"category": "a", "exclude": "a"}, "'a' cannot be in both category= and exclude="),
        ({"cuts": {"a": [1]}, "exclude": "a"}, "'a' cannot be in both number= and exclude="),
        (
            {"cuts": {"a": [1]}, "states": {"a": ["x"]}},
            "'a' cannot be in both number= and category=",
        ),
        ({"keep": "a", "exclude": "a"}, "'a' cannot be in both keep= and exclude="),
        ({"as_is": True, "number": "a"}, "as_is=True .* leave number= out"),
        ({"as_is": True, "category": "a"}, "as_is=True .* leave category= out"),
        ({"as_is": True, "keep": "a"}, "as_is=True .* leave keep= out"),
        ({"as_is": True, "cuts": {"a": [1]}}, "as_is=True .* leave cuts= out"),
        ({"as_is": True, "like": "t.toml"}, "as_is=True .* leave like= out"),
        ({"missing": "guess"}, "missing='guess': choose one of auto, error, drop, state"),
        ({"missing_values": "NA"}, "missing_values= must be a list of texts"),
    ],
)
def test_words_that_contradict_each_other_are_refused(words, message):
    with pytest.raises(dw.DataError, match=message):
        dw.TableOptions(**words)


@pytest.mark.parametrize(
    ("words", "purpose"),
    [
        ({"number": "z"}, "to take as numbers"),
        ({"category": "z"}, "to take as a category"),
        ({"keep": "z"}, "to keep"),
        ({"exclude": "z"}, "to exclude"),
        ({"columns": ["age", "z"]}, "to use"),
        ({"states": {"z": ["x"]}}, "to declare states for"),
        ({"cuts": {"z": [1]}}, "to cut"),
    ],
)
def test_a_column_that_is_not_there_is_named(words, purpose):
    with pytest.raises(dw.DataError, match=f"no column 'z' {purpose}: there are 'row', 'age'"):
        read(**words)


def test_nothing_said():
    data = read()
    assert data.names == ("age", "town", "code")
    assert data.provisional == ("age",)
    assert data.columns["again"].same_as == "town"
    assert [c.name for c in data.columns.values() if not c.is_used] == ["row", "day", "again"]


def test_number_and_category():
    data = read(number="code", category=["age"])
    assert data.provisional == ("code",)
    assert states_of(data, "age") == tuple(sorted(set(AGES.tolist())))
    assert data.columns["code"].decided_by == "user"
    with pytest.raises(dw.DataError, match="column 'town' cannot be a number: none of its cells"):
        read(number="town")


def test_keep():
    data = read(keep=["day", "again", "row"])
    assert data.names == tuple(TABLE)
    assert len(states_of(data, "day")) == len(set(TABLE["day"]))
    assert data.provisional == ("row", "age")


def test_columns_and_exclude():
    assert read(columns=["town", "age"]).names == ("age", "town")
    assert read(columns="again").names == ("again",)
    assert read(columns=["town", "age"], exclude="age").names == ("town",)
    assert read(exclude=["town"]).names == ("age", "code", "again")
    with pytest.raises(dw.DataError, match="no column is left to learn from"):
        read(columns=["town"], exclude="town")


def test_cuts():
    data = read(cuts={"age": [30, 60.5], "code": [15]})
    assert states_of(data, "age") == ("below_30", "from_30_to_60.5", "from_60.5")
    assert states_of(data, "code") == ("below_15", "from_15")
    assert data.provisional == ()
    assert np.array_equal(data.codes[0], np.digitize(AGES, [30, 60.5]))
    assert data.numbers["age"].cuts.made_by == "user"


@pytest.mark.parametrize(
    ("table", "parts"),
    [
        (
            {"row": TABLE["row"]},
            ("'row' would be left out (index: counts the rows", "exclude= or keep="),
        ),
        ({"day": TABLE["day"]}, ("'day' would be left out (date", "exclude= or keep=")),
        ({"again": TABLE["again"]}, ("'again' would be left out as the same as 'town'", "keep=")),
        (
            {"age": TABLE["age"]},
            ("'age' would be cut into intervals", "number=, category= or cuts="),
        ),
        (
            {"hole": [None if i < 4 else "xy"[i % 2] for i in range(ROWS)]},
            ("'hole' has 4 missing values", "missing='drop' or missing='state'"),
        ),
    ],
)
def test_strict_refuses_what_would_be_decided(table, parts):
    whole = {"town": TABLE["town"], **table}
    with pytest.raises(dw.DataError) as caught:
        dw.Dataset.from_frame(whole, strict=True)
    assert str(caught.value).startswith("strict=True: ")
    for part in parts:
        assert part in str(caught.value)


def test_strict_names_everything_at_once_and_accepts_what_is_said():
    with pytest.raises(dw.DataError, match=r"(?s)'row' .*'age' .*'day' .*'again' "):
        read(strict=True)
    said = {"exclude": ["row", "day", "again"]}
    data = read(strict=True, number="age", **said)
    assert data == read(number="age", **said)
    assert read(strict=True, discretize="mean", **said).arities == (2, 3, 3)
    assert read(strict=True, cuts={"age": [50]}, **said).arities == (2, 3, 3)
    assert read(strict=True, columns=["town", "code"]).names == ("town", "code")


def test_strict_refuses_names_that_would_be_changed(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,a\n" + "x,u\ny,v\nx,v\n" * 20)
    assert dw.read_data(path).names == ("a", "a_2")
    with pytest.raises(dw.DataError, match=r"t\.csv: .*'a'"):
        dw.read_data(path, strict=True)


def test_datasets_with_numbers_survive_pickling():
    data = read(cuts={"code": [15]})
    again = pickle.loads(pickle.dumps(data))
    assert again == data
    assert dict(again.columns) == dict(data.columns)
    assert again.provisional == data.provisional == ("age",)
    assert again.recipe == data.recipe
    place = [again.numbers["age"].cells.n_cells // 2]
    assert again.with_cuts({"age": place}) == data.with_cuts({"age": place})
