"""Decisions about a table survive JSON and TOML, can be edited, and bad files are refused."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dagwright as dw
from dagwright.data.columns.recipe import ColumnRecipe, Recipe, Values, read_recipe

RECIPE = Recipe(
    (
        ColumnRecipe(
            "age",
            "number",
            "cut",
            states=["below_30", "from_30_to_60", "from_60", "missing"],
            cuts=[30, 60.1],
            cut_by="learner",
            values=Values([1, 30.5, 61], [1, 30.5, 61], [3, 4, 5]),
            missing_state=True,
            reason="88 different numbers",
        ),
        ColumnRecipe("pclass", "category", "keep", states=[1, 2, 3]),
        ColumnRecipe("class", "category", "same as another", same_as="pclass"),
        ColumnRecipe("notes", "text", "leave out", reason='free text, "quoted"\nand more'),
        ColumnRecipe("survived", "category", "keep", states=[False, True]),
    ),
    n_rows=891,
    fingerprint="abc",
    missing="state",
    dagwright="0.2.0",
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def columns(draw, name):
    kind = draw(st.sampled_from(["number", "category", "text"]))
    reason = draw(TEXT)
    if kind == "text":
        return ColumnRecipe(name, kind, "leave out", reason=reason)
    missing = draw(st.booleans())
    if kind == "category":
        labels = draw(
            st.lists(st.one_of(TEXT, st.integers()), min_size=1, max_size=4, unique_by=str)
        )
        return ColumnRecipe(name, kind, "keep", states=labels, missing_state=missing, reason=reason)
    cuts = sorted(draw(st.lists(NUMBERS, max_size=4, unique=True)))
    ends = sorted(draw(st.lists(NUMBERS, max_size=6, unique=True)))
    ends = ends[: len(ends) // 2 * 2]
    counts = draw(st.lists(st.integers(0, 2**70), min_size=len(ends) // 2, max_size=len(ends) // 2))
    return ColumnRecipe(
        name,
        kind,
        "cut",
        states=[f"s{i}" for i in range(len(cuts) + 1 + missing)],
        cuts=cuts,
        cut_by=draw(st.sampled_from(["user", "reader", "learner"])),
        values=Values(ends[::2], ends[1::2], counts),
        missing_state=missing,
        reason=reason,
    )


@st.composite
def recipes(draw):
    names = draw(st.lists(TEXT.filter(bool), min_size=1, max_size=4, unique=True))
    return Recipe(
        tuple(draw(columns(name)) for name in names),
        draw(st.integers(0, 10**12)),
        draw(TEXT),
        draw(st.sampled_from(["drop", "state", "none"])),
        draw(TEXT),
    )


@given(recipes())
def test_json_gives_back_the_same_recipe(recipe):
    text = json.dumps(recipe.to_json(), allow_nan=False)
    again = Recipe.from_json(json.loads(text))
    assert again == recipe
    assert list(map(repr, again.columns)) == list(map(repr, recipe.columns))


@given(recipes())
def test_toml_gives_back_all_but_values_and_the_labels_of_intervals(recipe):
    again = Recipe.from_toml(recipe.to_toml())
    assert again.names == recipe.names
    assert (again.n_rows, again.fingerprint, again.missing, again.dagwright) == (
        recipe.n_rows,
        recipe.fingerprint,
        recipe.missing,
        recipe.dagwright,
    )
    for new, old in zip(again.columns, recipe.columns, strict=True):
        assert (new.kind, new.treatment, new.reason) == (old.kind, old.treatment, old.reason)
        # Provisional cuts are written as a comment: learning finds others.
        assert new.cuts == (None if old.cut_by == "reader" else old.cuts)
        assert new.missing_state == old.missing_state
        assert repr(new.states) == repr(old.states if old.treatment == "keep" else ())


def test_recipes_can_be_pickled_compared_and_hashed():
    again = pickle.loads(pickle.dumps(RECIPE))
    assert again == RECIPE
    assert hash(again) == hash(RECIPE)
    assert RECIPE.select(["age"]) != RECIPE


def test_columns_are_found_by_name():
    assert RECIPE["class"].same_as == "pclass"
    assert RECIPE.get("fare") is None
    with pytest.raises(dw.DataError, match="no column 'fare'"):
        RECIPE["fare"]


def test_a_variable_that_goes_takes_its_aliases_along_and_what_was_left_out_stays():
    assert RECIPE.with_variables(["age", "survived"]).names == ("age", "notes", "survived")
    assert RECIPE.with_variables(RECIPE.names) == RECIPE


@pytest.mark.parametrize(
    ("old", "new", "column", "expected"),
    [
        ('treatment = "cut"', 'treatment = "leave out"', "age",
         ColumnRecipe("age", "number", "leave out", reason="88 different numbers")),
        ('treatment = "cut"', 'treatment = "keep"', "age",
         ColumnRecipe("age", "number", "keep", missing_state=True, reason="88 different numbers")),
        ("cuts = [30.0, 60.1]", "cuts = [18]", "age",
         ColumnRecipe("age", "number", "cut", cuts=[18], cut_by="user", missing_state=True,
                      reason="88 different numbers")),
        ("cuts = [30.0, 60.1]\n", "", "age",
         ColumnRecipe("age", "number", "cut", missing_state=True, reason="88 different numbers")),
        ("states = [1, 2, 3]", "states = [3, 2, 1]", "pclass",
         ColumnRecipe("pclass", "category", "keep", states=[3, 2, 1])),
        ('"category"\ntreatment = "keep"\nstates = [1, 2, 3]',
         '"number"\ntreatment = "cut"\nstates = [1, 2, 3]\ncuts = [2.5]', "pclass",
         ColumnRecipe("pclass", "number", "cut", cuts=[2.5], cut_by="user")),
        ('treatment = "same as another"', 'treatment = "keep"', "class",
         ColumnRecipe("class", "category", "keep")),
    ],
)  # fmt: skip
def test_changing_a_line_of_the_toml_is_enough(old, new, column, expected):
    text = RECIPE.to_toml()
    assert text.count(old) == 1
    assert Recipe.from_toml(text.replace(old, new))[column] == expected


def test_a_file_by_hand_needs_kind_and_treatment_only():
    recipe = Recipe.from_toml('[columns.age]\nkind = "number"\ntreatment = "cut"\ncuts = [30, 45]')
    assert recipe == Recipe((ColumnRecipe("age", "number", "cut", cuts=[30, 45], cut_by="user"),))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "number"', 'kind = "numeric"', "column 'age': kind is 'numeric': choose one of"),
        ('treatment = "cut"', 'treatment = "drop"', "column 'age': treatment is 'drop': choose"),
        ('kind = "number"\n', "", "column 'age' has no 'kind'"),
        ("cuts = [30.0,", "cut = [30.0,", "column 'age' has the unknown key 'cut': known are"),
        ("cuts = [30.0,", "cuts = [70.0,", "column 'age': cuts must ascend: 70.0, 60.1"),
        ("cuts = [30.0,", 'cuts = ["30",', "column 'age': 'cuts' must be a list of numbers"),
        ("cuts = [30.0,", "cuts = [inf,", "column 'age': 'cuts' must be a list of numbers"),
        ("cuts = [30.0,", "cuts = [true,", "column 'age': 'cuts' must be a list of numbers"),
        ("cuts = [30.0, 60.1]", "cuts = 30", "column 'age': 'cuts' must be a list of numbers"),
        ("cuts = [30.0,", "cuts = [30.0,,", r"not TOML: .*line \d+"),
        ("states = [1, 2, 3]", "states = [1, 1.5]", "column 'pclass': 'states' must be a list of"),
        ("states = [1, 2, 3]", "states = [1, 1]", "'pclass' occur more than once"),
        ("missing_state = true", 'missing_state = "yes"', "'missing_state' must be true or false"),
        ('same_as = "pclass"\n', "", "column 'class' has no 'same_as'"),
        ('missing = "state"', 'missing = "zero"', "missing is 'zero': choose one of 'drop'"),
        ("rows = 891", "rows = -1", "'rows' must be a whole number from 0 up, not -1"),
        ("rows = 891", "row = 891", "the file has the unknown key 'row'"),
        ('[columns."age"]', '[columns.""]', "must be a non-empty string"),
        ('[columns."age"]', '[columns."notes"]', "not TOML"),
        ("rows = 891", "rows = " + "9" * 5000, "not TOML"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_its_name_column_and_key(tmp_path, old, new, message):
    text = RECIPE.to_toml()
    assert old in text
    path = tmp_path / "columns.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(dw.FormatError, match=message) as caught:
        read_recipe(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_file_without_columns_is_refused(tmp_path):
    for text in ("", "rows = 3\n", "columns = 3\n", "[columns]\n"):
        (tmp_path / "columns.toml").write_text(text)
        with pytest.raises(dw.FormatError, match=r"columns\.toml: there are no columns"):
            read_recipe(tmp_path / "columns.toml")
    (tmp_path / "columns.toml").write_text("[columns]\nage = 3\n")
    with pytest.raises(dw.FormatError, match="column 'age' must be a table"):
        read_recipe(tmp_path / "columns.toml")


def test_recipes_are_read_from_json_and_from_networks_in_json(tmp_path):
    plain, network = tmp_path / "recipe.json", tmp_path / "net.json"
    plain.write_text(json.dumps(RECIPE.to_json()))
    assert read_recipe(plain) == RECIPE
    network.write_text(json.dumps({"variables": [], "edges": [], "table": RECIPE.to_json()}))
    assert read_recipe(network) == RECIPE
    network.write_text(json.dumps({"variables": [], "edges": []}))
    with pytest.raises(dw.FormatError, match=r"net\.json: this network does not know the table"):
        read_recipe(network)
    with pytest.raises(dw.FormatError, match=r"net\.bif: .* pass read_network\(path\)"):
        read_recipe(tmp_path / "net.bif")
    with pytest.raises(dw.FormatError, match=r"nowhere\.toml: cannot read"):
        read_recipe(tmp_path / "nowhere.toml")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.update(extra=1), "the description of the table has the unknown key 'extra'"),
        (lambda c: c.pop("columns"), "has no 'columns'"),
        (lambda c: c.update(columns=[]), "no columns"),
        (lambda c: c["columns"].append(3), "a column must be a table"),
        (lambda c: c["columns"].append(c["columns"][0]), "several columns are called 'age'"),
        (lambda c: c["columns"][0].pop("kind"), "column 'age' has no 'kind'"),
        (lambda c: c["columns"][0]["states"].pop(), "'age' has 2 cuts but 3 states"),
        (lambda c: c["columns"][0].update(cut_by="me"), "'age': cut_by is 'me'"),
        (lambda c: c["columns"][0].update(cuts=[1, float("nan")]), "'cuts' must be a list of num"),
        (lambda c: c["columns"][0]["values"].pop("lows"), "column 'age', 'values' has no 'lows'"),
        (lambda c: c["columns"][0]["values"]["counts"].pop(), "'age': values have 3 lower ends"),
        (lambda c: c["columns"][0]["values"]["lows"].reverse(), "'age': values must ascend"),
        (lambda c: c["columns"][0]["values"].update(highs=[0, 31, 62]), "values must ascend"),
        (lambda c: c["columns"][0]["values"].update(counts=[-1, 0, 0]), "'counts' must be a list"),
        (lambda c: c["columns"][0]["values"].update(lows=[0, 1, 10**400]), "'lows' must be a list"),
    ],
)  # fmt: skip
def test_damaged_json_is_refused_with_the_reason(tmp_path, change, message):
    content = json.loads(json.dumps(RECIPE.to_json()))
    change(content)
    (tmp_path / "recipe.json").write_text(json.dumps(content))
    with pytest.raises(dw.FormatError, match=message) as caught:
        read_recipe(tmp_path / "recipe.json")
    assert "recipe.json: " in str(caught.value)


def test_text_that_is_not_json_is_refused(tmp_path):
    for text in ("{", "[" * 100_000, "3"):
        (tmp_path / "recipe.json").write_text(text)
        with pytest.raises(dw.FormatError, match=r"recipe\.json: "):
            read_recipe(tmp_path / "recipe.json")
