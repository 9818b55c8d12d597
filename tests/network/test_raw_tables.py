"""Raw numbers are cut as they were for the network: fitting, predicting, likelihood, files."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest

import dagwright as dw


def raw_table(n, seed=1):
    """Return ages with fractions, of which some depends on them, and a running number."""
    rng = np.random.default_rng(seed)
    age = np.round(rng.uniform(0, 90, n), 2)
    ill = np.where(age + rng.normal(0, 8, n) > 50, "yes", "no")
    return {
        "id": np.arange(1, n + 1),
        "age": age,
        "ill": ill,
        "town": rng.choice(["Bonn", "Ulm"], n),
    }


FRAME = raw_table(600)
RESULT = dw.learn(FRAME, seed=1)
NET = dw.fit(RESULT, pseudo_count=1)


def codes_by_hand(net, frame):
    """Return the labels of a raw frame under the cuts of the network."""
    column = net.recipe["age"]
    places = np.searchsorted(column.cuts, frame["age"], side="right")
    return {**frame, "age": np.array(column.states)[places]}


def test_a_result_is_fitted_to_its_table_as_it_was_cut():
    assert {("age", "ill"), ("ill", "age")} & set(RESULT.dag.edges)
    assert NET.recipe == RESULT.table.recipe
    assert NET.states["age"] == RESULT.table.recipe["age"].states
    assert NET.recipe["age"].cut_by == "learner"
    assert not NET.recipe["id"].is_used


def test_raw_numbers_are_cut_where_the_network_was(tmp_path):
    new = raw_table(50, seed=2)
    by_hand = codes_by_hand(NET, new)
    without = dw.BayesianNetwork(NET.dag, NET.states, NET.cpts)
    assert NET.log_likelihood(new) == without.log_likelihood(by_hand)
    assert NET.predict(new, "ill").tolist() == without.predict(by_hand, "ill").tolist()
    frame = pd.DataFrame(new)
    assert NET.predict(frame, "ill").tolist() == NET.predict(new, "ill").tolist()
    frame.to_csv(tmp_path / "june.csv", index=False)
    assert NET.predict(tmp_path / "june.csv", "ill").tolist() == NET.predict(new, "ill").tolist()


@pytest.mark.parametrize("suffix", ["json", "bif", "xmlbif"])
def test_a_network_from_a_file_predicts_raw_numbers_alike(tmp_path, suffix):
    NET.write(tmp_path / f"net.{suffix}")
    again = dw.read_network(tmp_path / f"net.{suffix}")
    new = raw_table(50, seed=3)
    assert again.predict(new, "ill").tolist() == NET.predict(new, "ill").tolist()
    assert again.log_likelihood(new) == NET.log_likelihood(new)


def test_numbers_beyond_the_range_belong_to_the_first_and_last_interval():
    cuts = NET.recipe["age"].cuts
    few = {"age": [-1e9, cuts[0], np.nextafter(cuts[0], -np.inf), cuts[-1], 1e9]}
    few |= {"town": ["Ulm"] * 5}
    labels = np.array(NET.states["age"])
    places = np.array([0, 1, 0, len(cuts), len(cuts)])
    by_label = {"age": labels[places], "town": few["town"]}
    without = dw.BayesianNetwork(NET.dag, NET.states, NET.cpts)
    np.testing.assert_array_equal(
        NET.predict_probabilities(few, "ill"), without.predict_probabilities(by_label, "ill")
    )


def test_a_label_that_the_network_does_not_know_is_named():
    new = raw_table(20, seed=4)
    new["ill"] = [*new["ill"][:7], "perhaps", *new["ill"][8:]]
    with pytest.raises(dw.DataError, match="row 8 has 'perhaps' for 'ill', which is not a state"):
        NET.log_likelihood(new)


def test_no_row_is_dropped_for_a_missing_value():
    new = raw_table(100, seed=5)
    new["age"][3] = np.nan
    with pytest.raises(dw.DataError, match="missing"):
        NET.predict(new, "ill")


def test_a_dataset_that_was_cut_elsewhere_is_cut_alike():
    provisional = dw.Dataset.from_frame(FRAME)
    assert provisional.states != RESULT.table.states
    assert NET.log_likelihood(provisional) == NET.log_likelihood(RESULT.table)
    assert NET.log_likelihood(provisional) == NET.log_likelihood(FRAME)
    assert NET.edge_strengths(provisional) == NET.edge_strengths(RESULT.table)


def test_a_dataset_too_coarse_to_be_cut_alike_is_refused():
    many = raw_table(5000, seed=6)
    cut = dw.Dataset.from_frame({**many, "age": many["age"] * 1.001})
    with pytest.raises(dw.DataError, match=r"'age' is cut at other places .* \(like=network\)"):
        NET.log_likelihood(cut)
    assert NET.log_likelihood(dw.Dataset.from_frame(many, like=NET)) < 0


def test_provisional_cuts_are_pointed_out_and_those_of_a_result_or_a_user_are_not():
    data = dw.Dataset.from_frame(FRAME)
    for table in (data, FRAME):
        with pytest.warns(dw.DagwrightWarning, match=r"cuts of 'age': .* \(like=\)") as caught:
            dw.fit(RESULT.dag, table)
        assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dw.fit(RESULT)
        dw.fit(RESULT, data)
        dw.fit(RESULT.dag, RESULT.table)
        dw.fit(RESULT.dag, FRAME, cuts={"age": [30, 60]})
        dw.fit(RESULT.dag, FRAME, like=NET)
        dw.fit(dw.Dag(["ill", "town"], []), data)


def test_a_result_and_another_table_are_cut_alike():
    assert dw.fit(RESULT, raw_table(300, seed=7)).states == NET.states
    assert dw.fit(RESULT, FRAME, 1) == NET
    assert dw.fit(RESULT, dw.Dataset.from_frame(FRAME), 1) == NET


def test_words_say_how_the_table_is_read(tmp_path):
    dag = dw.Dag(["age", "ill"], [("age", "ill")])
    net = dw.fit(dag, FRAME, cuts={"age": [40]}, exclude="town")
    assert net.states["age"] == ("below_40", "from_40")
    pd.DataFrame(FRAME).to_csv(tmp_path / "may.csv", index=False)
    assert dw.fit(dag, tmp_path / "may.csv", cuts={"age": [40]}) == net
    weighted = {**FRAME, "n": np.full(600, 2)}
    assert dw.fit(dag, weighted, cuts={"age": [40]}, weights="n") == net
    with pytest.raises(TypeError, match="cutts"):
        dw.fit(dag, FRAME, cutts={"age": [40]})


def test_what_cannot_be_fitted_is_said():
    with pytest.raises(dw.DagwrightError, match=r"a Dag does not know its table: fit\(dag, data\)"):
        dw.fit(RESULT.dag)
    with pytest.raises(dw.DagwrightError, match=r"not know its table any more: fit\(result, data"):
        dw.fit(pickle.loads(pickle.dumps(RESULT)))
    with pytest.raises(dw.DagwrightError, match="missing= says how a table is read, but the resul"):
        dw.fit(RESULT, missing="drop")
    data = dw.Dataset.from_frame(FRAME)
    with pytest.raises(dw.DataError, match=r"does not use 'id' .leave out: .* keep='id'"):
        dw.fit(dw.Dag(["id"], []), data)


def test_a_network_of_some_variables_knows_those_only():
    net = dw.fit(dw.Dag(["ill"], []), dw.Dataset.from_frame(FRAME))
    assert net.recipe.names == ("id", "ill")


def test_a_held_out_table_is_cut_as_the_training_table():
    test = raw_table(200, seed=8)
    coded = dw.Dataset.from_frame(test, like=RESULT.table)
    assert dw.held_out(RESULT.dag, test, train=RESULT.table) == dw.held_out(
        RESULT.dag, coded, train=RESULT.table
    )


def test_rows_are_counted_for_a_variable_that_depends_on_nothing(tmp_path):
    net = dw.fit(dw.Dag(["ill", "town"], []), dw.Dataset.from_frame(FRAME))
    pd.DataFrame(FRAME).to_csv(tmp_path / "may.csv", index=False)
    assert len(net.predict(tmp_path / "may.csv", "ill")) == 600
