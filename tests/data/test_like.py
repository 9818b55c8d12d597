"""Decisions of one table applied to the next, and a Dataset of which more is said."""

from __future__ import annotations

import numpy as np
import pytest

import dagwright as dw

RNG = np.random.default_rng(3)


def month(rows=200, places=("Bonn", "Kiel", "Ulm"), holes=0):
    ages = RNG.integers(18, 80, rows)
    answers = np.where(RNG.random(rows) < ages / 100, "yes", "no").astype(object)
    answers[:holes] = None
    return {
        "row": list(range(1, rows + 1)),
        "age": ages.tolist(),
        "place": RNG.choice(places, rows).tolist(),
        "answer": answers.tolist(),
    }


MAY = dw.Dataset.from_frame(month(), cuts={"age": [30, 50]})


def test_the_same_kinds_and_cuts():
    june = dw.Dataset.from_frame(month(9), like=MAY)
    assert june.names == MAY.names
    assert june.states == MAY.states
    assert june.columns["row"].treatment == MAY.columns["row"].treatment
    assert june.columns["age"].decided_by == "like"
    assert dw.Dataset.from_frame(month(9), like=MAY.recipe).states == MAY.states


def test_a_file_of_decisions(tmp_path):
    path = tmp_path / "columns.toml"
    path.write_text(MAY.recipe.to_toml(), encoding="utf-8")
    assert dw.Dataset.from_frame(month(9), like=path).states == MAY.states
    path.write_text(MAY.recipe.to_toml().replace("[30.0, 50.0]", "[40]"), encoding="utf-8")
    states = dw.Dataset.from_frame(month(9), like=str(path)).states
    assert states[0] == ("below_40", "from_40")


def test_a_result_and_a_fitted_network():
    table = month(400)
    result = dw.learn(table)
    network = dw.fit(result)
    for like in (result, network):
        june = dw.Dataset.from_frame(month(20), like=like)
        assert june.names == result.table.names
        assert june.states == result.table.states


def test_new_labels_are_named_and_come_last():
    june = dw.Dataset.from_frame(month(60, places=("Bonn", "Aalen", "Ulm")), like=MAY)
    assert june.states[june.names.index("place")] == ("Bonn", "Kiel", "Ulm", "Aalen")
    assert "'place' has labels that the earlier table did not have: 'Aalen'" in june.warnings


def test_a_column_that_is_absent_is_refused_unless_excluded():
    june = month(60)
    del june["place"]
    with pytest.raises(dw.DataError, match="the table lacks 'place', which the table it should be"):
        dw.Dataset.from_frame(june, like=MAY)
    assert dw.Dataset.from_frame(june, like=MAY, exclude="place").names == ("age", "answer")
    del june["row"]  # which was not used
    june["place"] = ["Bonn"] * 60
    assert dw.Dataset.from_frame(june, like=MAY).names == ("age", "answer", "place")


def test_a_new_column_is_left_out_unless_it_is_named():
    june = {**month(60), "sex": ["f", "m", "f"] * 20}
    assert dw.Dataset.from_frame(june, like=MAY).names == MAY.names
    assert dw.Dataset.from_frame(june, like=MAY, keep="sex").names == (*MAY.names, "sex")


def test_what_is_said_besides_wins():
    june = dw.Dataset.from_frame(month(60), like=MAY, cuts={"age": [65]}, exclude="place")
    assert june.names == ("age", "answer")
    assert june.states[0] == ("below_65", "from_65")


def test_a_state_for_holes_stays():
    holey = dw.Dataset.from_frame(month(holes=50), cuts={"age": [50]})
    assert holey.states[-1] == ("no", "yes", "missing")
    assert dw.Dataset.from_frame(month(30), like=holey).states == holey.states
    assert dw.Dataset.from_frame(month(30, holes=9), like=holey).states == holey.states
    ages = month(holes=0)
    ages["age"] = [None if i < 40 else age for i, age in enumerate(ages["age"])]
    may = dw.Dataset.from_frame(ages, cuts={"age": [50]})
    june = dw.Dataset.from_frame(month(30), like=may)
    assert june.states[0] == may.states[0] == ("below_50", "from_50", "missing")


def test_provisional_cuts_are_not_fixed():
    may = dw.Dataset.from_frame(month())
    assert may.provisional == ("age",)
    assert dw.Dataset.from_frame(month(), like=may).provisional == ("age",)


def test_like_must_know_a_table():
    with pytest.raises(dw.DataError, match="like=3: give a file written by"):
        dw.Dataset.from_frame(month(9), like=3)


# More said about a Dataset.

OPEN = dw.Dataset.from_frame(month(150))
AGES = OPEN.numbers["age"].cells.lows.tolist()


def test_cuts_of_a_dataset():
    cut = dw.Dataset.from_frame(OPEN, cuts={"age": [45]})
    assert cut.states[0] == ("below_45", "from_45")
    assert cut.provisional == ()
    fine = dw.Dataset.from_frame({"x": RNG.normal(size=2000)})
    with pytest.raises(dw.DataError, match=r"cuts of 'x': 0\.123 lies inside the cell .* read it"):
        dw.Dataset.from_frame(fine, cuts={"x": [0.123]})


def test_a_method_cuts_what_was_cut_provisionally_and_leaves_the_users_cuts():
    cut = dw.Dataset.from_frame(OPEN, discretize="mean")
    assert cut.arities[0] == 2
    assert cut.provisional == ()
    assert dw.Dataset.from_frame(MAY, discretize="mean").states == MAY.states
    named = dw.discretize(MAY, "mean", columns=["age"])
    assert named.arities[0] == 2
    assert dw.Dataset.from_frame(OPEN, discretize={"age": "auto", None: "mean"}) == OPEN


def test_a_method_needs_the_numbers_themselves():
    fine = dw.Dataset.from_frame({"x": RNG.normal(size=2000)})
    with pytest.raises(dw.DataError, match="'x' has more different numbers than a Dataset keeps"):
        dw.Dataset.from_frame(fine, discretize="mean")
    with pytest.raises(dw.DataError, match="column 'x' looks continuous"):
        dw.Dataset.from_frame(fine, discretize=None)


def test_numbers_of_a_dataset_can_become_states():
    kept = dw.Dataset.from_frame(OPEN, category="age")
    assert kept.states[0] == tuple(map(int, AGES))
    assert not kept.numbers
    assert dw.Dataset.from_frame(OPEN, as_is=True) == kept


def test_states_of_a_dataset_can_be_declared_or_cut():
    data = dw.Dataset.from_frame({"n": [1, 2, 3, 5, 2] * 20, "c": ["u", "v", "v", "u"] * 25})
    declared = dw.Dataset.from_frame(data, states={"c": ["v", "w", "u"]})
    assert declared.states[1] == ("v", "w", "u")
    assert declared.codes[1].tolist() == [{"u": 2, "v": 0}[c] for c in ["u", "v", "v", "u"] * 25]
    assert dw.Dataset.from_frame(data, cuts={"n": [3]}).states[0] == ("below_3", "from_3")
    assert dw.Dataset.from_frame(data, number="n").provisional == ("n",)
    with pytest.raises(dw.DataError, match="column 'c' holds no numbers"):
        dw.Dataset.from_frame(data, number="c")


def test_columns_of_a_dataset_can_be_chosen_and_weighted():
    weights = np.arange(150)
    some = dw.Dataset.from_frame(OPEN, columns=["age", "answer"], weights=weights)
    assert some == OPEN.select(["age", "answer"]).with_weights(weights)
    assert not some.columns["place"].is_used
    assert dw.Dataset.from_frame(OPEN, exclude="age").names == ("place", "answer")
    with pytest.raises(dw.DataError, match="no column is left"):
        dw.Dataset.from_frame(OPEN, exclude=OPEN.names)
    with pytest.raises(dw.DataError, match="weights='age': a Dataset has its weights already"):
        dw.Dataset.from_frame(OPEN, weights="age")


@pytest.mark.parametrize("word", ["keep", "number", "category", "columns"])
def test_what_was_left_out_cannot_be_asked_of_a_dataset(word):
    with pytest.raises(dw.DataError, match=rf"'row' was left out .* read it again with {word}="):
        dw.Dataset.from_frame(OPEN, **{word: "row"})
    with pytest.raises(dw.DataError, match="no column 'z' in this table"):
        dw.Dataset.from_frame(OPEN, **{word: "z"})
    assert dw.Dataset.from_frame(OPEN, exclude="row") == OPEN


def test_strict_refuses_what_was_decided_about_a_dataset():
    with pytest.raises(
        dw.DataError, match=r"(?s)'row' would be left out .*strict=True: 'age' would be cut"
    ):
        dw.Dataset.from_frame(OPEN, strict=True)
    assert dw.Dataset.from_frame(OPEN, strict=True, columns=OPEN.names) == OPEN


def test_a_dataset_can_be_like_another():
    assert dw.Dataset.from_frame(OPEN, like=MAY).states == MAY.states


def test_states_of_a_dataset_can_be_called_missing():
    data = dw.Dataset.from_frame(MAY, missing_values=["Ulm"])
    assert data.states[1] == ("Bonn", "Kiel", "missing")
    assert data.n_rows == MAY.n_rows
    with pytest.raises(dw.DataError, match="the rows of a Dataset stay"):
        dw.Dataset.from_frame(MAY, missing_values=["Ulm"], missing="drop")


# Cuts and weights of a Dataset.


def test_cuts_by_position_belong_to_the_learner_and_can_be_opened():
    learned = OPEN.with_cuts({"age": [10]})
    assert learned.arities[0] == 2
    assert (learned.codes[0] == 0).sum() == sum(OPEN.numbers["age"].cells.counts()[:10])
    assert learned.provisional == ()
    assert learned.numbers["age"].cuts.made_by == "learner"
    assert learned.with_open_cuts().provisional == ("age",)
    assert MAY.with_open_cuts().provisional == ()  # the user's stay
    assert OPEN.with_cuts({"age": [10]}, "user").with_open_cuts().provisional == ()
    with pytest.raises(dw.DataError, match="no column 'place' of numbers to cut: there are 'age'"):
        OPEN.with_cuts({"place": [1]})


def test_other_weights_keep_columns_and_numbers():
    heavy = OPEN.with_weights(np.full(150, 2))
    assert heavy.total_weight == 300
    assert heavy.columns == OPEN.columns
    assert heavy.provisional == OPEN.provisional
    assert sum(heavy.recipe["age"].values.counts) == 300


def test_the_recipe_has_every_column():
    recipe = MAY.recipe
    assert recipe.names == tuple(MAY.columns)
    assert recipe["age"].cuts == (30, 50)
    assert recipe["age"].cut_by == "user"
    assert recipe["place"].states == ("Bonn", "Kiel", "Ulm")
    assert recipe["row"].reason == MAY.columns["row"].reason
    assert recipe.fingerprint == MAY.fingerprint
    assert recipe.missing == "none"
