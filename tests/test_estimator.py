"""`StructureLearner` among scikit-learn's tools."""

import math
import pickle
import warnings
from dataclasses import fields

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import FitFailedWarning
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_estimator
from sklearn.utils.validation import check_is_fitted

import dagwright as dw

# Why a check of scikit-learn is not for us.
NOT_OURS = {
    "check_array_api_input": "tables are coded, not computed with",
}


@pytest.fixture(scope="module")
def frame():
    return dw.load_network("asia").sample(600, seed=3).to_frame()


def quick(**parameters):
    return dw.StructureLearner(**{"method": "hill-climbing", **parameters})


def test_the_checks_of_scikit_learn_pass():
    with warnings.catch_warnings():
        # That it does not inherit from scikit-learn, which need not be there.
        warnings.filterwarnings("ignore", message="Estimator StructureLearner does not inherit")
        records = check_estimator(
            quick(),
            expected_failed_checks=NOT_OURS,
            on_skip=None,
            on_fail=None,
        )
    failed = {r["check_name"]: str(r["exception"]) for r in records if r["status"] == "failed"}
    assert failed == {}
    assert sum(record["status"] == "passed" for record in records) >= 40


def test_fit_finds_what_learn_finds(frame):
    learner = quick(score="bdeu", seed=4, pseudo_count=2).fit(frame)
    result = dw.learn(frame, score="bdeu", method="hill-climbing", seed=4)
    assert learner.dag_ == learner.result_.dag == result.dag
    assert learner.network_ == dw.fit(result.dag, frame, pseudo_count=2)
    assert learner.n_features_in_ == 8
    assert list(learner.feature_names_in_) == list(frame.columns)


def test_the_score_is_the_mean_log_likelihood(frame):
    learner = quick().fit(frame)
    new = dw.load_network("asia").sample(300, seed=9).to_frame()
    assert learner.score(new) == pytest.approx(learner.network_.log_likelihood(new) / 300)
    assert learner.score_samples(new).sum() == pytest.approx(learner.network_.log_likelihood(new))


def test_weights_count_rows(frame):
    weights = np.arange(len(frame)) % 3
    repeated = frame.loc[frame.index.repeat(weights)]
    weighted, plain = quick().fit(frame, sample_weight=weights), quick().fit(repeated)
    assert weighted.network_ == plain.network_
    assert weighted.score(frame, sample_weight=weights) == pytest.approx(plain.score(repeated))


def test_a_value_that_was_never_seen_counts_by_laplaces_rule():
    frame = pd.DataFrame({"a": [0, 0, 1, 1] * 10, "b": [0, 0, 1, 1] * 10})
    learner = quick(pseudo_count=0.5, as_is=True).fit(frame)
    (parent, child) = learner.dag_.edges[0]
    unseen = math.log(0.5 / (40 + 0.5 * 3))
    new = pd.DataFrame({parent: [0, 7, 7], child: [7, 0, 7]})
    root = math.log(20.5 / 41)
    expected = [root + unseen, unseen + math.log(1 / 2), unseen + unseen]
    assert learner.score_samples(new) == pytest.approx(expected)


def test_without_a_pseudo_count_what_was_never_seen_is_impossible():
    learner = quick(pseudo_count=0, as_is=True).fit({"a": [0, 1], "b": [0, 1]})
    assert learner.score({"a": [2], "b": [0]}) == -math.inf


def test_declared_categories_are_states_though_no_row_has_them():
    frame = pd.DataFrame({"a": pd.Categorical(["x", "y"] * 9, categories=["x", "y", "z"])})
    assert quick().fit(frame).network_.states["a"] == ("x", "y", "z")


@pytest.mark.parametrize("discretize", ["auto", "quantile"])
def test_new_data_is_cut_where_the_fitted_data_was(discretize):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.normal(size=60), "b": rng.normal(size=60)})
    learner = quick(discretize=discretize).fit(frame)
    far = pd.DataFrame({"a": [-50.0, 50.0, 0.5], "b": [50.0, 50.0, 0.5]})
    assert np.isfinite(learner.score(far))
    assert learner.network_.states["a"][0].startswith("below_")


def test_the_discretizer_that_was_given_stays_as_it_is():
    cutter = dw.Discretizer("mean")
    quick(discretize=cutter).fit({"a": [0.5, 1.5, 2.5]})
    assert not cutter.is_fitted


def test_it_works_in_cross_validation_grid_search_and_pipelines(frame):
    scores = cross_val_score(quick(), frame, cv=3)
    assert len(scores) == 3
    assert np.all(np.isfinite(scores))
    grid = GridSearchCV(
        quick(score=dw.BDeu()), {"score__ess": [1, 20], "method__restarts": [1, 3]}, cv=2
    ).fit(frame)
    assert grid.best_params_["score__ess"] in (1, 20)
    assert grid.best_estimator_.get_params()["method"].restarts in (1, 3)
    pipeline = make_pipeline(FunctionTransformer(), quick())
    assert pipeline.fit(frame).score(frame) == quick().fit(frame).score(frame)
    pipeline.set_params(structurelearner__score="aic")
    assert pipeline[-1].get_params()["score"] == "aic"


def test_a_fold_that_lacks_a_state_is_scored_all_the_same():
    frame = pd.DataFrame({"a": ["x"] * 30 + ["rare"], "b": ["u", "v"] * 15 + ["u"]})
    with warnings.catch_warnings():
        warnings.simplefilter("error", FitFailedWarning)
        assert np.all(np.isfinite(cross_val_score(quick(), frame, cv=3)))


def test_a_clone_has_the_same_parameters_and_is_not_fitted(frame):
    learner = quick(score=dw.BDeu(ess=3), constraints=dw.Constraints(max_parents=1)).fit(frame)
    copy = clone(learner)
    assert copy.get_params() == learner.get_params()
    with pytest.raises(dw.NotFittedError, match="call fit first"):
        copy.score(frame)
    check_is_fitted(learner)
    assert pickle.loads(pickle.dumps(learner)).score(frame) == learner.score(frame)


def test_score_is_a_parameter_and_a_method():
    learner = quick(score="k2")
    assert learner.get_params()["score"] == "k2"
    assert callable(learner.score)
    assert "log-likelihood" in dw.StructureLearner.score.__doc__
    assert repr(learner) == "StructureLearner(score='k2', method='hill-climbing')"


@pytest.mark.parametrize(
    "name", ["luck", "score__luck", "method__luck", "constraints__luck", "luck__restarts"]
)
def test_unknown_parameters_are_refused(name):
    with pytest.raises(ValueError, match="Invalid parameter"):
        quick().set_params(**{name: 1})


def test_columns_are_matched_by_name_and_must_be_there(frame):
    learner = quick().fit(frame)
    assert learner.score(frame[frame.columns[::-1]]) == learner.score(frame)
    with pytest.raises(dw.DataError, match="lacks 'asia'"):
        learner.score(frame.drop(columns="asia"))


def test_an_array_is_matched_by_position():
    codes = np.random.default_rng(1).integers(0, 2, (50, 3))
    learner = quick().fit(codes)
    assert not hasattr(learner, "feature_names_in_")
    named = pd.DataFrame(codes, columns=["x0", "x1", "x2"])
    assert learner.score(codes) == learner.score(codes.tolist()) == learner.score(named)


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow", "dict"])
def test_every_kind_of_table_is_known_by_its_names(backend):
    data = dw.load_network("asia").sample(200, seed=3)
    learner = quick().fit(data.to_frame(backend))
    assert list(learner.feature_names_in_) == list(data.names)
    assert learner.score(data.to_frame(backend)) == pytest.approx(learner.score(data))


def test_missing_values_are_treated_as_asked():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"a": rng.integers(0, 2, 90), "b": rng.choice(["x", "y", None], 90)})
    assert quick(missing="state").fit(frame).network_.states["b"] == ("x", "y", "missing")
    assert quick(missing="drop").fit(frame).n_rows_in_ == frame["b"].notna().sum()
    refusing = quick(missing="error")
    with pytest.raises(ValueError, match="missing"):
        refusing.fit(frame)
    assert get_tags(quick()).input_tags.allow_nan
    assert not get_tags(refusing).input_tags.allow_nan


def test_every_word_about_tables_is_a_parameter(frame):
    frame = frame.assign(row=np.arange(len(frame)), number=np.linspace(0, 1, len(frame)))
    learner = quick(exclude="asia", category=["smoke"], cuts={"number": [0.5]}).fit(frame)
    assert learner.network_.states["number"] == ("below_0.5", "from_0.5")
    assert {"asia", "row"}.isdisjoint(learner.network_.names)
    assert learner.n_features_in_ == 10
    assert np.isfinite(learner.score(frame))
    words = {field.name for field in fields(dw.TableOptions) if field.init}
    files_only = {"header", "delimiter", "encoding", "sheet"}
    assert words - files_only <= set(learner.get_params())
    with pytest.raises(TypeError, match="delimiter"):
        quick(delimiter=";")


def test_cross_validation_cuts_again_in_each_fold():
    rng = np.random.default_rng(4)
    a = rng.normal(size=300)
    frame = pd.DataFrame({"a": a, "b": a + rng.normal(size=300) / 2})
    found = cross_validate(quick(), frame, cv=3, return_estimator=True)
    assert np.all(np.isfinite(found["test_score"]))
    cuts = {learner.result_.table.numbers["a"].cuts.values for learner in found["estimator"]}
    assert len(cuts) > 1


def test_a_refit_forgets_the_names_of_the_first(frame):
    learner = quick().fit(frame)
    assert not hasattr(learner.fit(np.array([[0, 1], [1, 0]])), "feature_names_in_")
