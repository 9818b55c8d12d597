"""Structure learning in the manner of scikit-learn, which is not needed for it."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial, update_wrapper
from types import MethodType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from dagwright.constraints import Constraints
from dagwright.data import Dataset, TableOptions, as_dataset
from dagwright.data.options import FILE_WORDS, TableWords, takes_table_words
from dagwright.errors import DataError, NotFittedError
from dagwright.evaluate.row_likelihood import row_log_likelihoods
from dagwright.graph import Dag
from dagwright.learn import learn
from dagwright.network import BayesianNetwork, fit
from dagwright.parents import Selection, resolve_selection
from dagwright.scores import Score, resolve_score
from dagwright.search import Method, Result, resolve_method
from dagwright.suggestions import did_you_mean

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = ["StructureLearner"]


class _BesideParameter:
    """A method that has the name of a parameter: objects keep the value, and offer the method.

    Scikit-learn wants parameters to be attributes of their names, and `score` to be a method.
    """

    def __init__(self, method: Callable[..., float]) -> None:
        self._method = method
        update_wrapper(self, method)  # type: ignore[arg-type]

    def __get__(self, learner: object | None, _: type | None = None) -> Callable[..., float]:
        return self._method if learner is None else MethodType(self._method, learner)

    def __set__(self, learner: object, value: Any) -> None:
        vars(learner)[self._method.__name__] = value


class StructureLearner:
    """Learns a structure and its probabilities; for pipelines, grid searches, cross-validation.

    It follows the conventions of scikit-learn: parameters are checked in `fit`, what was learned
    is in attributes that end in ``_``, and `score` is higher for better models. Scikit-learn
    itself is not needed.

    **Values that were not seen.** The states of the network are those of the data that it was
    fitted to, declared categories included. In `score`, another value has probability
    a / (N + a (r + 1)), with N rows fitted, r states and the pseudo-count a: Laplace's rule with
    one state more. With ``pseudo_count=0`` that is 0, and the score minus infinity. Declare
    categories (a pandas ``category`` column) to give such states their place in the network.

    Parameters
    ----------
    score, method, selection, constraints, time_limit, memory_limit, threads, seed
        As for `learn`.
    pseudo_count
        What is added to every count of the probabilities.
    **words
        What you say about the table: the fields of `TableOptions`, such as ``discretize`` or
        ``missing``. What is decided in `fit`, cut points included, also holds in `score`.

    Attributes
    ----------
    result_ : Result
        What `learn` found.
    dag_ : Dag
        The structure.
    network_ : BayesianNetwork
        The structure with its probabilities.
    n_features_in_ : int
        The number of columns, variables or not.
    feature_names_in_ : numpy.ndarray
        Their names; only if the table had any.
    n_rows_in_ : int
        The number of rows, or their total weight.

    Examples
    --------
    >>> import dagwright as dw
    >>> sample = dw.load_network("asia").sample(2000, seed=1)
    >>> learner = dw.StructureLearner(score="bdeu", method="hill-climbing").fit(sample)
    >>> learner.network_
    <BayesianNetwork: 8 variables, 7 edges, 17 parameters>
    >>> round(learner.score(dw.load_network("asia").sample(2000, seed=2)), 2)
    -2.24

    With scikit-learn, scores and methods can be compared by held-out likelihood::

        from sklearn.model_selection import GridSearchCV, cross_val_score

        cross_val_score(dw.StructureLearner(), frame, cv=5)
        GridSearchCV(dw.StructureLearner(score=dw.BDeu()), {"score__ess": [1, 10]}).fit(frame)
    """

    @partial(takes_table_words, without=FILE_WORDS)
    def __init__(
        self,
        *,
        score: Score | str = "bic",
        method: Method | str = "auto",
        selection: Selection | str = "auto",
        constraints: Constraints | None = None,
        time_limit: float | None = 60,
        memory_limit: int | str | None = None,
        threads: int | None = None,
        seed: int = 0,
        pseudo_count: float = 1,
        **words: Unpack[TableWords],
    ) -> None:
        # As given: a clone must get the very same objects, and checks belong in fit.
        self.score = score  # kept beside the method of this name
        self.method = method
        self.selection = selection
        self.constraints = constraints
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.threads = threads
        self.seed = seed
        self.pseudo_count = pseudo_count
        for name, usual in _table_words().items():
            setattr(self, name, words.get(name, usual))

    def fit(self, X: Any, y: Any = None, sample_weight: npt.ArrayLike | None = None) -> Self:  # noqa: ARG002, N803
        """Learn a structure from a table and estimate its probabilities.

        Parameters
        ----------
        X
            Whatever `learn` takes but a file: a `Dataset`, a data frame, a dict of columns or a
            2-D array.
        y
            Not used: there is nothing to predict.
        sample_weight
            How many times each row counts: whole numbers.
        """
        parameters = self.get_params(deep=False)
        words = {name: parameters.pop(name) for name in _table_words()}
        # Fitting gives a discretizer its cut points; the parameter must stay as it is.
        words["discretize"] = copy.deepcopy(words["discretize"])
        if sample_weight is not None:
            words["weights"] = sample_weight
        pseudo_count = parameters.pop("pseudo_count")
        result = learn(_as_dataset(X, None, words), **parameters)
        table = result.table
        assert table is not None  # a result of learn knows its table
        self.network_: BayesianNetwork = fit(result, pseudo_count=pseudo_count)
        self.result_: Result = result
        self.dag_: Dag = result.dag
        self.n_features_in_: int = len(table.columns)
        self.n_rows_in_: int = table.total_weight
        self._recipe = table.recipe
        self._pseudo_count = pseudo_count
        if _has_names(X):
            self.feature_names_in_: npt.NDArray[np.object_] = np.array(
                [*table.columns], dtype=object
            )
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        return self

    def score_samples(self, X: Any) -> npt.NDArray[np.float64]:  # noqa: N803
        """Return the log-likelihood of each row of new data."""
        table = self._new_data(X, None)
        return row_log_likelihoods(self.network_, table, self.n_rows_in_, self._pseudo_count)

    @_BesideParameter
    def score(self, X: Any, y: Any = None, sample_weight: npt.ArrayLike | None = None) -> float:  # noqa: ARG002, N803
        """Return the mean log-likelihood of the rows of new data; higher is better.

        Parameters
        ----------
        X
            A table with the same variables as that of `fit`.
        y
            Not used.
        sample_weight
            How many times each row counts.
        """
        table = self._new_data(X, sample_weight)
        values = row_log_likelihoods(self.network_, table, self.n_rows_in_, self._pseudo_count)
        return float(np.average(values, weights=table.weights))

    def _new_data(self, table: Any, weights: npt.ArrayLike | None) -> Dataset:
        if not hasattr(self, "network_"):
            raise NotFittedError("this StructureLearner is not fitted yet: call fit first")
        names = None if _has_names(table) else tuple(c.name for c in self._recipe.columns)
        words = {"like": self._recipe, "weights": weights}
        return _as_dataset(table, names, words)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters; if `deep`, also those of the score, the method and the selection.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.StructureLearner(score=dw.BDeu(ess=5)).get_params()["score__ess"]
        5
        """
        own = {name: vars(self)[name] for name in _parameters(type(self))}
        if not deep:
            return own
        inner = {
            f"{name}__{field.name}": getattr(value, field.name)
            for name, value in own.items()
            if _has_fields(value)
            for field in fields(value)
            if field.init
        }
        return {**own, **inner}

    def set_params(self, **params: Any) -> Self:
        """Change parameters by name, those of the score or the method as ``method__restarts``.

        Examples
        --------
        >>> import dagwright as dw
        >>> learner = dw.StructureLearner(method="hill-climbing")
        >>> learner.set_params(score="k2", method__restarts=7).get_params()["method"].restarts
        7
        """
        for name, value in params.items():
            if "__" not in name:
                self._check_parameter(name)
                setattr(self, name, value)
        for name, value in params.items():
            outer, separator, inner = name.partition("__")
            if separator:
                self._check_parameter(outer)
                setattr(self, outer, self._with_inner(outer, inner, value))
        return self

    def _check_parameter(self, name: str) -> None:
        known = _parameters(type(self))
        if name not in known:
            raise ValueError(
                f"Invalid parameter {name!r} for estimator {self!r}{did_you_mean(name, known)}: "
                f"there are {', '.join(known)}"
            )

    def _with_inner(self, name: str, inner: str, value: Any) -> Any:
        present = vars(self)[name]
        if isinstance(present, str) and name in _RESOLVERS:
            present = _RESOLVERS[name](present)
        if not _has_fields(present) or inner not in {field.name for field in fields(present)}:
            raise ValueError(f"Invalid parameter {f'{name}__{inner}'!r}: {name} is {present!r}")
        return replace(present, **{inner: value})

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "network_")

    @property
    def _takes_nan(self) -> bool:
        asked = vars(self)
        return bool(asked["missing"] != "error" and not asked["as_is"])

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn, which alone asks, what this takes."""
        from sklearn.utils import InputTags, Tags, TargetTags  # noqa: PLC0415

        return Tags(
            estimator_type="density_estimator",
            target_tags=TargetTags(required=False),
            input_tags=InputTags(categorical=True, string=True, allow_nan=self._takes_nan),
            non_deterministic=False,
        )

    def __repr__(self) -> str:
        changed = [
            f"{name}={vars(self)[name]!r}"
            for name, default in _parameters(type(self)).items()
            if vars(self)[name] is not default and vars(self)[name] != default
        ]
        return f"{type(self).__name__}({', '.join(changed)})"


_RESOLVERS: dict[str, Callable[[str], Any]] = {
    "score": resolve_score,
    "method": resolve_method,
    "selection": resolve_selection,
}


def _has_fields(value: Any) -> bool:
    return is_dataclass(value) and not isinstance(value, type)


def _parameters(kind: type) -> dict[str, Any]:
    """Return the parameters of the constructor and their defaults."""
    signature = inspect.signature(kind).parameters
    return {name: parameter.default for name, parameter in signature.items()}


def _table_words() -> dict[str, Any]:
    """Return the words about tables that make sense for tables in memory, with their defaults."""
    return {f.name: f.default for f in fields(TableOptions) if f.init and f.name not in FILE_WORDS}


def _has_names(table: Any) -> bool:
    """Tell data frames and the like from arrays and lists."""
    named = isinstance(table, (Dataset, Mapping))
    return named or any(hasattr(table, word) for word in ("columns", "column_names"))


def _as_dataset(table: Any, names: tuple[str, ...] | None, words: dict[str, Any]) -> Dataset:
    if hasattr(table, "toarray"):
        raise DataError("sparse input is not supported: pass X.toarray()")
    if _has_names(table):
        return as_dataset(table, **words)
    array = _checked_array(table, None if names is None else len(names))
    return Dataset.from_frame(array, names=names, **words)


def _checked_array(table: Any, width: int | None) -> npt.NDArray[Any]:
    """Return a 2-D array; what is wrong is said in the words that users of scikit-learn know."""
    array = np.asarray(table)
    if array.ndim != 2:
        raise DataError(
            f"an array with {array.ndim} dimensions is not a table: give two. Reshape it"
        )
    for count, what in zip(array.shape, ("sample", "feature"), strict=True):
        if count == 0:
            raise DataError(f"0 {what}(s) (shape={array.shape}) while a minimum of 1 is required.")
    if array.dtype.kind == "c":
        raise DataError("Complex data not supported")
    if width not in (None, array.shape[1]):
        raise DataError(
            f"X has {array.shape[1]} features, but StructureLearner is expecting {width} features "
            "as input"
        )
    return array
