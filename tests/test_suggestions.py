"""What a user probably meant."""

import pytest

import dagwright as dw
from dagwright.suggestions import did_you_mean

TABLE = {"ID": [0, 1, 2] * 20, "lung": ["no", "yes"] * 30}
DAG = dw.Dag(["asia", "lung"], [("asia", "lung")])


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("lugn", ["asia", "lung"], " (did you mean 'lung'?)"),
        ("id", ["Alter", "ID"], " (did you mean 'ID'?)"),
        ("xyz", ["asia", "lung"], ""),
        ("x", [], ""),
        (3, ["3.0", "4"], ""),
        ("a" * 10**6, ["a" * 10**6], ""),
    ],
)
def test_the_nearest_word_is_suggested_if_any_is_near(word, known, expected):
    assert did_you_mean(word, known) == expected


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: dw.learn(TABLE, method="hil-climbing"), "hill-climbing"),
        (lambda: dw.learn(TABLE, score="bics"), "bic"),
        (lambda: dw.learn(TABLE, selection="seqential"), "sequential"),
        (lambda: dw.learn(TABLE, exclude="id"), "ID"),
        (lambda: dw.learn(TABLE, missing="dorp"), "drop"),
        (lambda: dw.learn(TABLE, discretize="quantil"), "quantile"),
        (lambda: DAG.parents("lugn"), "lung"),
        (lambda: dw.load_network("alram"), "alarm"),
        (lambda: dw.load_dataset("wdcb"), "wdbc"),
        (lambda: dw.read_network("net.bfi"), ".bif"),
        (lambda: dw.Dataset.from_frame(TABLE).select(["lugn"]), "lung"),
        (lambda: dw.Dataset.from_frame(TABLE).recipe["lugn"], "lung"),
    ],
)
def test_errors_of_the_library_suggest(call, meant):
    with pytest.raises(dw.DagwrightError) as caught:
        call()
    assert f"(did you mean {meant!r}?)" in str(caught.value)


def test_a_state_that_a_network_does_not_know_is_suggested():
    net = dw.fit(DAG, {"asia": ["no", "yes"] * 9, "lung": ["no", "no", "yes"] * 6})
    with pytest.raises(dw.DataError, match=r"'yess' for 'asia'.*did you mean 'yes'\?"):
        net.predict({"asia": ["no", "yess"]}, "lung")


@pytest.mark.parametrize("function", [dw.learn, dw.plan, dw.bootstrap, dw.Dataset.from_frame])
def test_an_unknown_keyword_is_a_type_error_that_suggests(function):
    with pytest.raises(TypeError, match=r"'exlude' \(did you mean 'exclude'\?\)"):
        function(TABLE, exlude="ID")


def test_parameters_of_the_function_itself_are_suggested_too():
    with pytest.raises(TypeError, match=r"learn\(\) got .* 'metod' \(did you mean 'method'\?\)"):
        dw.learn(TABLE, metod="obs")
