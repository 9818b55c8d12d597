"""Continuous columns into intervals."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.preprocessing import KBinsDiscretizer

import dagwright as dw

METHODS = ("mean", "quantile", "width", "kmeans")
IRIS = load_iris(as_frame=True).frame
FEATURES = list(IRIS.columns[:-1])


def by_sklearn(strategy, values, bins):
    extra = {"quantile_method": "linear"} if strategy == "quantile" else {}
    names = KBinsDiscretizer.__init__.__code__.co_varnames
    extra = {key: value for key, value in extra.items() if key in names}
    binner = KBinsDiscretizer(bins, encode="ordinal", strategy=strategy, subsample=None, **extra)
    codes = binner.fit_transform(np.asarray(values)[:, None])[:, 0].astype(int)
    return binner.bin_edges_[0][1:-1], codes


def test_mean_reproduces_the_table_of_the_literature():
    bunch = load_breast_cancer(as_frame=True)
    cut = dw.discretize(bunch.data, "mean")
    known = dw.load_dataset("wdbc")
    for codes, states, ours in zip(known.codes[1:], known.states[1:], cut.codes, strict=True):
        assert np.array_equal(codes == states.index("high"), ours == 1)


@pytest.mark.parametrize("bins", [2, 3, 4])
@pytest.mark.parametrize(("method", "strategy"), [("width", "uniform"), ("quantile", "quantile")])
def test_width_and_quantile_agree_with_scikit_learn(method, strategy, bins):
    cutter = dw.Discretizer(method, bins=bins, columns=FEATURES).fit(IRIS)
    data = cutter.transform(IRIS)
    for j, name in enumerate(FEATURES):
        edges, codes = by_sklearn(strategy, IRIS[name], bins)
        assert cutter.cut_points[name] == pytest.approx(edges)
        assert np.array_equal(data.codes[j], codes)


def test_kmeans_agrees_with_scikit_learn_on_clear_clusters():
    random = np.random.default_rng(0)
    values = np.concatenate([random.normal(centre, 0.1, 50) for centre in (0, 3, 9)])
    cutter = dw.Discretizer("kmeans", bins=3).fit({"a": values})
    edges, codes = by_sklearn("kmeans", values, 3)
    assert cutter.cut_points["a"] == pytest.approx(edges)
    assert np.array_equal(cutter.transform({"a": values}).codes[0], codes)


@pytest.mark.parametrize("bins", [2, 3, 5])
def test_kmeans_is_never_worse_than_scikit_learn(bins):
    def squared_error(values, codes):
        return sum(np.var(values[codes == c]) * np.sum(codes == c) for c in np.unique(codes))

    for name in FEATURES:
        values = IRIS[name].to_numpy()
        ours = dw.discretize({"a": values}, "kmeans", bins=bins).codes[0]
        theirs = by_sklearn("kmeans", values, bins)[1]
        assert squared_error(values, ours) <= squared_error(values, theirs) + 1e-9


def entropy(labels):
    shares = [labels.count(label) / len(labels) for label in set(labels)]
    return -sum(share * math.log2(share) for share in shares)


def mdl_by_the_book(pairs):
    """Fayyad and Irani (1993), section 3, on (value, class) pairs."""
    pairs = sorted(pairs)
    values = sorted({value for value, _ in pairs})
    labels = [label for _, label in pairs]
    best = None
    for low, high in pairwise(values):
        cut = (low + high) / 2
        left = [label for value, label in pairs if value < cut]
        right = [label for value, label in pairs if value >= cut]
        after = (len(left) * entropy(left) + len(right) * entropy(right)) / len(labels)
        if best is None or after < best[0] - 1e-12:
            best = (after, cut, left, right)
    if best is None:
        return []
    after, cut, left, right = best
    n, k, k1, k2 = len(labels), len(set(labels)), len(set(left)), len(set(right))
    delta = math.log2(3**k - 2) - (k * entropy(labels) - k1 * entropy(left) - k2 * entropy(right))
    if entropy(labels) - after <= (math.log2(n - 1) + delta) / n:
        return []
    below = mdl_by_the_book([pair for pair in pairs if pair[0] < cut])
    above = mdl_by_the_book([pair for pair in pairs if pair[0] >= cut])
    return [*below, cut, *above]


def test_mdl_is_fayyad_and_irani_on_iris():
    cutter = dw.Discretizer("mdl", target="target").fit(IRIS)
    for name in FEATURES:
        pairs = list(zip(IRIS[name], IRIS["target"], strict=True))
        assert cutter.cut_points[name] == pytest.approx(mdl_by_the_book(pairs))
    assert [round(cut, 2) for cut in cutter.cut_points["petal length (cm)"]] == [2.45, 4.75]


def test_mdl_is_fayyad_and_irani_on_random_tables():
    random = np.random.default_rng(3)
    found = 0
    for _ in range(60):
        values = np.round(random.normal(size=80), 1)
        noise = random.normal(scale=random.choice([0.1, 0.5, 2]), size=80)
        target = np.digitize(values + noise, [-0.5, 0.7]).tolist()
        frame = {"a": np.append(values, 0.05), "t": [*target, 0]}
        cutter = dw.Discretizer("mdl", target="t").fit(frame)
        expected = mdl_by_the_book(list(zip(frame["a"].tolist(), frame["t"], strict=True)))
        assert cutter.cut_points["a"] == pytest.approx(expected)
        found += len(expected)
    assert found > 50


def test_mdl_leaves_a_column_whole_that_tells_nothing():
    frame = {"a": [0.5, 1.5] * 20, "t": [0, 0, 1, 1] * 10}
    data = dw.discretize(frame, "mdl", target="t")
    assert data.states == (("all",), (0, 1))


@pytest.mark.parametrize("method", METHODS)
def test_weights_count_like_repeated_rows(method):
    values, weights = [0.5, 1.0, 2.5, 7.0, 7.5], [3, 1, 0, 2, 4]
    weighted = dw.Discretizer(method).fit({"a": values, "w": weights}, weights="w")
    repeated = dw.Discretizer(method).fit({"a": np.repeat(values, weights)})
    assert weighted.cut_points["a"] == pytest.approx(repeated.cut_points["a"])


def test_mdl_weights_count_like_repeated_rows():
    random = np.random.default_rng(5)
    frame = {"a": random.normal(size=40), "t": random.integers(2, size=40)}
    frame["a"] += 2 * frame["t"]
    weights = random.integers(5, size=40)
    repeated = {name: np.repeat(column, weights) for name, column in frame.items()}
    first = dw.Discretizer("mdl", target="t").fit(frame, weights=weights)
    second = dw.Discretizer("mdl", target="t").fit(repeated)
    assert first.cut_points["a"] == pytest.approx(second.cut_points["a"])


def test_new_data_is_cut_at_the_same_places_and_ends_are_open():
    cutter = dw.Discretizer("width", bins=4).fit({"a": [0.0, 1.5, 8.0]})
    assert cutter.cut_points["a"] == (2.0, 4.0, 6.0)
    data = cutter.transform({"a": [-50.0, 2.0, 1.9, np.inf]})
    assert data.states == (("below_2", "from_2_to_4", "from_4_to_6", "from_6"),)
    assert data.codes[0].tolist() == [0, 1, 0, 3]
    assert cutter.transform({"a": [3, 5]}).codes[0].tolist() == [1, 2]


def test_discrete_columns_pass_through_unchanged():
    column = pd.Categorical(["u", "v", "u"], categories=["v", "u", "w"])
    frame = pd.DataFrame({"a": [0.5, 1.5, 2.5], "b": [3, 1, 3], "c": column, "d": [True] * 3})
    data = dw.discretize(frame, "mean")
    assert data.select(["b", "c", "d"]) == dw.Dataset.from_frame(frame[["b", "c", "d"]])


def test_columns_can_be_chosen():
    frame = {"age": [20, 30, 40, 50], "n": [1, 2, 3, 4]}
    for as_is in (False, True):
        data = dw.discretize(frame, "mean", columns="age", as_is=as_is)
        assert data.states == (("below_35", "from_35"), (1, 2, 3, 4))
    more = {**frame, "h": [0.5, 1.5, 1.0, 1.0]}
    with pytest.raises(dw.DataError, match="column 'h' looks continuous"):
        dw.discretize(more, "mean", columns=["age"], as_is=True)
    assert dw.discretize(more, "mean", columns=["age"]).provisional == ("h",)


def test_columns_can_be_cut_by_different_methods():
    frame = {"a": [0.5, 1.5, 2.5, 9.5], "b": [0.5, 1.5, 2.5, 9.5], "c": [0.5, 1.0, 3.0, 4.0]}
    methods = {"a": "mean", "b": dw.Discretizer("width", bins=2), None: "quantile"}
    data = dw.Dataset.from_frame(frame, discretize=methods)
    assert data.states[:2] == (("below_3.5", "from_3.5"), ("below_5", "from_5"))
    assert data.arities[2] == 3
    assert data.provisional == ()
    some = dw.Dataset.from_frame(frame, discretize={"a": "mean", "b": "auto"})
    assert some.states[0] == ("below_3.5", "from_3.5")
    assert some.provisional == ("b", "c")


@pytest.mark.parametrize(
    ("discretize", "message"),
    [
        ({"z": "mean"}, "no column 'z' to discretise: there are 'a'"),
        ({"a": "magic"}, "no way to discretise is called 'magic'"),
        ({"a": 3}, "discretize: 3 for 'a' is not a method"),
        (3, "discretize=3: give the name of a method"),
        (dw.Discretizer(cuts={"z": [1]}), "no column 'z' to cut: there are 'a'"),
        (None, "column 'a' looks continuous"),
    ],
)
def test_methods_that_do_not_fit_are_refused(discretize, message):
    with pytest.raises(dw.DataError, match=message):
        dw.Dataset.from_frame({"a": [0.5, 1.5, 2.5]}, discretize=discretize, number="a")


def test_cut_points_can_be_given():
    ages = list(range(20, 80)) * 2
    cutter = dw.Discretizer("mean", cuts={"age": [30, 45, 60]})
    data = dw.Dataset.from_frame(
        {"age": ages, "size": [age / 7 for age in ages[::-1]]}, discretize=cutter
    )
    assert data.states[0] == ("below_30", "from_30_to_45", "from_45_to_60", "from_60")
    assert data.arities == (4, 2)
    assert data.provisional == ()
    assert cutter.cut_points["age"] == (30, 45, 60)
    same = dw.Dataset.from_frame({"age": ages}, cuts={"age": [30, 45, 60]})
    assert same.states[0] == data.states[0]
    assert np.array_equal(same.codes[0], data.codes[0])
    assert "cuts={'age': [30.0, 45.0, 60.0]}" in repr(cutter)
    assert cutter.unfitted().cuts == cutter.cuts


@pytest.mark.parametrize(
    ("cuts", "message"),
    [
        ([3, 1], "cuts of 'a' must ascend: 3, 1"),
        ([1, 1], "cuts of 'a' must ascend"),
        ([math.inf], "cuts of 'a' must be finite"),
        (["x"], "cuts of 'a' must be numbers"),
    ],
)
def test_cut_points_that_make_no_sense_are_refused(cuts, message):
    for make in (dw.Discretizer, dw.TableOptions):
        with pytest.raises(dw.DataError, match=message):
            make(cuts={"a": cuts})


def test_numbers_of_few_values_are_cut_by_a_method_that_is_named_if_they_are_fractions():
    frame = {"a": [0.5, 1.5, 3.5] * 20, "n": [1, 2, 3, 4, 5] * 12}
    assert dw.Dataset.from_frame(frame).states == (("0.5", "1.5", "3.5"), (1, 2, 3, 4, 5))
    assert dw.discretize(frame, "mean").states == (("below_1.833", "from_1.833"), (1, 2, 3, 4, 5))
    kept = dw.Dataset.from_frame(frame, discretize="mean", category="a")
    assert kept.states[0] == ("0.5", "1.5", "3.5")


def test_what_a_method_cut_is_not_cut_again_by_learning():
    rng = np.random.default_rng(4)
    x = rng.normal(size=400)
    frame = {"x": x, "y": x + rng.normal(scale=0.3, size=400), "z": rng.normal(size=400)}
    data = dw.Dataset.from_frame(frame, discretize={"x": "mean"}, cuts={"z": [0]})
    assert data.provisional == ("y",)
    table = dw.learn(data).table
    for name in ("x", "z"):
        assert table.numbers[name].cuts == data.numbers[name].cuts
    assert table.numbers["y"].cuts.made_by == "learner"


def test_a_dataset_can_be_discretised_and_keeps_its_weights():
    table = {"a": [1, 2, 9], "b": ["x", "y", "x"]}
    data = dw.Dataset.from_frame(table, weights=[1, 1, 2], as_is=True)
    cut = dw.discretize(data, "mean", columns=["a"])
    assert cut.states == (("below_5.25", "from_5.25"), ("x", "y"))
    assert cut.weights.tolist() == [1, 1, 2]


def test_missing_values_do_not_move_the_cuts():
    frame = {"a": [0.5, None, 1.5, 4.0]}
    cutter = dw.Discretizer("mean").fit(frame)
    assert cutter.cut_points["a"] == (2.0,)
    assert cutter.transform(frame, missing="state").codes[0].tolist() == [0, 2, 0, 1]
    assert cutter.transform(frame, missing="drop").codes[0].tolist() == [0, 0, 1]
    assert cutter.transform(frame).arities == (3,)
    with pytest.raises(dw.DataError, match="missing values"):
        cutter.transform(frame, missing="error")
    with pytest.raises(dw.DataError, match="missing values"):
        cutter.transform(frame, as_is=True)


@pytest.mark.parametrize("method", METHODS)
def test_a_constant_column_has_one_state(method):
    assert dw.discretize({"a": [0.5, 0.5], "b": [0, 1]}, method).arities == (1, 2)


@pytest.mark.parametrize("method", METHODS)
def test_heavy_ties_make_fewer_intervals_never_empty_ones(method):
    data = dw.discretize({"a": [0.5] * 90 + [1.5] * 10}, method)
    assert data.arities[0] <= 3
    if method != "width":
        assert set(data.codes[0].tolist()) == set(range(data.arities[0]))


@pytest.mark.parametrize("method", METHODS)
def test_extreme_numbers_do_no_harm(method):
    for values in ([-1.7e308, 0.5, 1.7e308], [5e-324, 1e-323, 1.5e-323], [1e16, 1e16 + 2, 0.5]):
        data = dw.discretize({"a": values}, method, bins=2)
        assert data.arities == (2,)


def test_cut_points_that_look_alike_get_more_digits():
    labels = dw.Discretizer("kmeans", bins=3).fit({"a": [1.00001, 1.00002, 1.00003]}).labels("a")
    assert len(set(labels)) == 3


def test_a_file_can_be_discretised_while_it_is_read(tmp_path):
    path = tmp_path / "iris.csv"
    IRIS.to_csv(path, index=False)
    cutter = dw.Discretizer("mdl", target="target")
    data = dw.read_data(path, discretize=cutter)
    assert data == dw.discretize(IRIS, "mdl", target="target")
    assert cutter.is_fitted
    assert dw.read_data(path, discretize=cutter) == data


def test_a_long_column_of_numbers_is_read_the_same_from_a_file(tmp_path):
    random = np.random.default_rng(1)
    frame = pd.DataFrame({"a": random.normal(size=5000), "b": random.integers(2, size=5000)})
    frame.loc[17, "a"] = np.nan
    path = tmp_path / "t.csv.gz"
    frame.to_csv(path, index=False, float_format="%.17g")
    options = {"discretize": "quantile", "missing": "state"}
    assert dw.read_data(path, **options) == dw.Dataset.from_frame(frame, **options)


def test_learn_discretises_and_says_what_is_continuous_otherwise():
    result = dw.learn(IRIS, discretize="quantile")
    assert set(result.dag.names) == set(IRIS.columns)
    for words in ({"as_is": True}, {"discretize": None}):
        with pytest.raises(dw.DataError, match="look continuous: cut the numbers into"):
            dw.learn(IRIS, **words)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"method": "magic"},
            "no way to discretise is called 'magic': choose one of mean",
        ),
        ({"bins": 1}, "bins=1: give a whole number from 2"),
        ({"bins": 2.5}, "bins=2.5"),
        ({"method": "mdl"}, "target="),
        ({"method": "mean", "target": "t"}, "target="),
        ({"method": "mdl", "target": "t", "bins": 3}, "bins= is not for 'mdl'"),
        ({"method": "mean", "bins": 3}, "'mean' makes two"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, message):
    with pytest.raises(dw.DataError, match=message):
        dw.Discretizer(**options)


@pytest.mark.parametrize(
    ("frame", "options", "message"),
    [
        ({"a": [0.5, 1]}, {"method": "mdl", "target": "t"}, "no column 't' as target"),
        ({"a": [0.5, 1], "t": [0.5, 1]}, {"method": "mdl", "target": "t"}, "'t' is not discrete"),
        ({"a": [0.5, 1]}, {"columns": ["z"]}, "no column 'z' to discretise"),
        ({"a": ["x", "y"]}, {"columns": ["a"]}, "column 'a' cannot be a number: none"),
        ({"a": [0.5, np.inf]}, {}, r"'a' has an infinite value \(first in row 1\)"),
    ],
)
def test_tables_that_do_not_fit_are_refused(frame, options, message):
    with pytest.raises(dw.DataError, match=message):
        dw.Discretizer(**options).fit(frame)


def test_an_unfitted_one_says_so():
    with pytest.raises(dw.DataError, match="call fit first"):
        dw.Discretizer().transform({"a": [0.5]})
    with pytest.raises(dw.DataError, match="call fit first"):
        _ = dw.Discretizer().cut_points


def test_text_where_numbers_were_is_refused():
    cutter = dw.Discretizer("mean").fit({"a": [0.5, 1.5]})
    with pytest.raises(dw.DataError, match="column 'a' cannot be a number: none of its cells is"):
        cutter.transform({"a": ["x", "y"]})
    with pytest.raises(dw.DataError, match="column 'a' holds no numbers: it cannot be cut"):
        cutter.transform({"a": ["x", "y"]}, as_is=True)


def test_the_representation_shows_what_matters():
    assert repr(dw.Discretizer("kmeans", bins=4)) == "Discretizer('kmeans', bins=4)"
    assert repr(dw.Discretizer("mdl", target="t")) == "Discretizer('mdl', target='t')"
