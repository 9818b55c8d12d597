"""`BayesianNetwork`: a structure with its probabilities."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NoReturn, final

import numpy as np
import numpy.typing as npt

from dagwright.data import Dataset
from dagwright.data.columns.recipe import Recipe
from dagwright.data.encode import Label
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.graph.drawing import draw_dag, notebook_html
from dagwright.graph.names import index_of
from dagwright.network.equality import are_equal
from dagwright.network.likelihood import log_likelihood
from dagwright.network.matching import as_table
from dagwright.network.prediction import markov_blanket, target_probabilities
from dagwright.network.sampling import sample
from dagwright.network.strengths import edge_strengths
from dagwright.network.validate import (
    Table,
    check_keys,
    checked_cpt,
    checked_network_states,
    checked_recipe,
)
from dagwright.scores import CustomScore, LocalScores, Score
from dagwright.words import plural

__all__ = ["BayesianNetwork"]


@final
class BayesianNetwork:
    """A Bayesian network: a Dag, the states of its variables and their probabilities.

    Immutable. Make one with `fit`, `read_network` or `load_network`, or from its parts. Networks
    are equal when structure, states and every probability are; the order of the variables does
    not count, that of the states does, and what is known of the table does not.

    Parameters
    ----------
    dag
        The structure.
    states
        For each variable the labels of its states: strings, integers or booleans.
    cpts
        For each variable an array of shape (parents' arities ..., own arity) that holds
        P(state | parents' states), parents in the order of ``dag.parents(name)``. Each row must
        add up to 1 within 1e-4; it is kept as given, and taken relative to its sum where that
        matters (`sample`).
    recipe
        What was decided about the columns of the table that it was fitted to: raw numbers of
        other tables are then cut alike.

    Raises
    ------
    DagwrightError
        If the parts do not fit together; the message names the variable.

    Examples
    --------
    >>> import dagwright as dw
    >>> dag = dw.Dag(["rain", "wet"], [("rain", "wet")])
    >>> net = dw.BayesianNetwork(
    ...     dag,
    ...     states={"rain": ["no", "yes"], "wet": ["no", "yes"]},
    ...     cpts={"rain": [0.8, 0.2], "wet": [[0.9, 0.1], [0.05, 0.95]]},
    ... )
    >>> net
    <BayesianNetwork: 2 variables, 1 edge, 3 parameters>
    >>> net.predict({"rain": ["yes", "no"]}, "wet")
    array(['yes', 'no'], dtype='<U3')
    """

    __slots__ = ("_cpts", "_dag", "_recipe", "_states")

    _dag: Dag
    _states: Mapping[str, tuple[Label, ...]]
    _cpts: Mapping[str, Table]
    _recipe: Recipe | None

    def __init__(
        self,
        dag: Dag,
        states: Mapping[str, Sequence[Label]],
        cpts: Mapping[str, npt.ArrayLike],
        recipe: Recipe | None = None,
    ) -> None:
        if not isinstance(dag, Dag):
            raise DagwrightError(f"a network needs a Dag, not {type(dag).__name__}")
        labels = checked_network_states(dag, states)
        check_keys("probabilities", cpts, dag)
        tables = {}
        for name in dag.names:
            shape = tuple(len(labels[member]) for member in (*dag.parents(name), name))
            tables[name] = checked_cpt(name, cpts[name], shape)
        # Not plain assignment: __setattr__ is closed.
        object.__setattr__(self, "_dag", dag)
        object.__setattr__(self, "_states", MappingProxyType(labels))
        object.__setattr__(self, "_cpts", MappingProxyType(tables))
        object.__setattr__(self, "_recipe", checked_recipe(recipe, dag, labels))

    @property
    def dag(self) -> Dag:
        """The structure."""
        return self._dag

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return self._dag.names

    @property
    def states(self) -> Mapping[str, tuple[Label, ...]]:
        """The labels of each variable's states."""
        return self._states

    @property
    def cpts(self) -> Mapping[str, Table]:
        """The probabilities of each variable: axes ``dag.parents(name)``, then its own states."""
        return self._cpts

    @property
    def recipe(self) -> Recipe | None:
        """What was decided about its table, if known; JSON, BIF and XMLBIF files keep it."""
        return self._recipe

    @property
    def n_parameters(self) -> int:
        """Free parameters: (arity - 1) for each configuration of the parents.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.load_network("alarm").n_parameters
        509
        """
        return sum(table.size // table.shape[-1] * (table.shape[-1] - 1) for table in self._tables)

    @property
    def _tables(self) -> list[Table]:
        return list(self._cpts.values())

    def log_likelihood(self, data: Dataset | Any) -> float:
        """Return the natural logarithm of the probability of the data.

        Parameters
        ----------
        data
            A `Dataset`, a file, or whatever `Dataset.from_frame` takes, with every variable of the
            network. States are matched by label, raw numbers cut as `recipe` says, weights counted.

        Returns
        -------
        float
            The sum over the rows; minus infinity if one of them is impossible.

        Examples
        --------
        >>> import dagwright as dw
        >>> net = dw.load_network("asia")
        >>> net.log_likelihood(net.sample(1000, seed=1)) < 0
        True
        """
        return log_likelihood(self, data)

    def sample(self, n: int, seed: int = 0, threads: int | None = None) -> Dataset:
        """Draw rows by forward sampling.

        Parameters
        ----------
        n
            How many rows.
        seed
            The same seed gives the same rows on every machine; a shorter sample is the beginning
            of a longer one.
        threads
            Number of threads; defaults to one per core. Results do not depend on it.

        Returns
        -------
        Dataset
            The rows, with every state of the network declared.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.load_network("asia").sample(1000, seed=1).n_rows
        1000
        """
        return sample(self, n, seed, threads)

    def predict(self, data: Dataset | Any, target: str) -> npt.NDArray[Any]:
        """Return the most probable state of a variable for each row, given all the others.

        Exact for complete evidence: only the target's Markov blanket matters, and only its
        columns are looked at.

        Parameters
        ----------
        data
            A `Dataset`, a file, or whatever `Dataset.from_frame` takes, with or without the target.
        target
            The variable to predict.

        Returns
        -------
        numpy.ndarray
            One label per row; of equally probable ones the first.

        Examples
        --------
        >>> import dagwright as dw
        >>> net = dw.load_network("asia")
        >>> net.predict({"asia": ["no"], "lung": ["no"], "either": ["yes"]}, "tub")
        array(['yes'], dtype='<U3')
        """
        labels = self._states[self._known(target)]
        best = target_probabilities(self, data, target).argmax(axis=1)
        same_kind = len({type(label) for label in labels}) == 1
        known: npt.NDArray[Any] = np.array(labels, dtype=None if same_kind else object)
        chosen: npt.NDArray[Any] = known[best]
        return chosen

    def predict_probabilities(self, data: Dataset | Any, target: str) -> Table:
        """Return the probability of each state of a variable for each row, given all the others.

        The companion of `predict`, with the same parameters.

        Returns
        -------
        numpy.ndarray
            One row per row of the data, one column per state, in the order of ``states[target]``.

        Examples
        --------
        >>> import dagwright as dw
        >>> net = dw.load_network("asia")
        >>> net.predict_probabilities({"asia": ["yes"], "either": ["no"], "lung": ["no"]}, "tub")
        array([[0., 1.]])
        """
        return target_probabilities(self, data, self._known(target))

    def markov_blanket(self, name: str) -> tuple[str, ...]:
        """Return a variable's parents, children and the children's other parents.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.load_network("asia").markov_blanket("lung")
        ('tub', 'smoke', 'either')
        """
        return markov_blanket(self, self._known(name))

    def edge_strengths(
        self, data: Dataset | LocalScores, score: Score | CustomScore | str = "bic"
    ) -> dict[tuple[str, str], float]:
        """Return how much of the score is lost when each edge alone is removed.

        A negative strength says that the score is better without the edge.

        Parameters
        ----------
        data
            The table, or a `LocalScores`, whose score is then used.
        score
            A score, its name or a function.

        Returns
        -------
        dict
            (parent, child) to strength, strongest first.

        Examples
        --------
        >>> import dagwright as dw
        >>> net = dw.load_network("asia")
        >>> next(iter(net.edge_strengths(net.sample(1000, seed=1))))
        ('bronc', 'dysp')
        """
        if not isinstance(data, LocalScores):
            data = LocalScores(as_table(data, self.names, self._recipe), score)
        return edge_strengths(self._dag, data)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the network; the suffix says in which format, ``.gz`` after it compresses.

        ``.bif``, ``.xmlbif``, ``.net``, ``.xdsl`` and ``.json`` hold the whole network; ``.dot``,
        ``.graphml``, ``.adj``, ``.csv`` and ``.modelstring`` its structure only. The file is
        written whole or not at all.

        Examples
        --------
        >>> import dagwright as dw, pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "asia.bif"
        >>> dw.load_network("asia").write(path)
        >>> dw.read_network(path) == dw.load_network("asia")
        True
        """
        # Here, because the formats make networks: each needs the other.
        from dagwright.network.file_formats import write_network  # noqa: PLC0415

        write_network(self, path)

    def to_networkx(self) -> Any:
        """Return a networkx DiGraph with ``states`` and ``cpt`` as node attributes.

        Needs networkx: ``pip install 'dagwright[networkx]'``.
        """
        from dagwright.network.convert.to_networkx import network_to_networkx  # noqa: PLC0415

        return network_to_networkx(self)

    def to_pgmpy(self, *, portable: bool = False) -> Any:
        """Return the network as pgmpy's class, for inference.

        Needs pgmpy: ``pip install 'dagwright[pgmpy]'``.

        Parameters
        ----------
        portable
            Replace names and labels that pgmpy cannot save by identifiers: `<42` by `lt_42`.
        """
        from dagwright.network.convert.with_pgmpy import to_pgmpy  # noqa: PLC0415

        return to_pgmpy(self, portable)

    @staticmethod
    def from_pgmpy(model: Any) -> BayesianNetwork:
        """Return a pgmpy network as ours, with the same states and probabilities."""
        from dagwright.network.convert.with_pgmpy import from_pgmpy  # noqa: PLC0415

        return from_pgmpy(model)

    def to_pyagrum(self, *, portable: bool = False) -> Any:
        """Return the network as pyAgrum's class, for inference.

        Needs pyAgrum: ``pip install 'dagwright[pyagrum]'``.

        Parameters
        ----------
        portable
            Replace names and labels that pyAgrum cannot save by identifiers: `<42` by `lt_42`.
        """
        from dagwright.network.convert.with_pyagrum import to_pyagrum  # noqa: PLC0415

        return to_pyagrum(self, portable)

    @staticmethod
    def from_pyagrum(model: Any) -> BayesianNetwork:
        """Return a pyAgrum network as ours, with the same states (as text) and probabilities."""
        from dagwright.network.convert.with_pyagrum import from_pyagrum  # noqa: PLC0415

        return from_pyagrum(model)

    def _known(self, name: str) -> str:
        index_of(name, {known: i for i, known in enumerate(self.names)})
        return name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BayesianNetwork):
            return NotImplemented
        return are_equal(self, other)

    def __hash__(self) -> int:
        return hash((self._dag, frozenset(self._states.items())))

    def __repr__(self) -> str:
        counts = {
            "variable": self._dag.n_variables,
            "edge": self._dag.n_edges,
            "parameter": self.n_parameters,
        }
        parts = [plural(count, what) for what, count in counts.items()]
        return f"<BayesianNetwork: {', '.join(parts)}>"

    def _repr_html_(self) -> str:
        """Return a drawing, for notebooks; boxes name their states when pointed at."""
        hints = {name: f"{name}: {', '.join(map(str, self._states[name]))}" for name in self.names}
        return notebook_html(draw_dag(self._dag, hints=hints), repr(self)[1:-1])

    def __reduce__(self) -> tuple[Callable[..., BayesianNetwork], tuple[Any, ...]]:
        return BayesianNetwork, (self._dag, dict(self._states), dict(self._cpts), self._recipe)

    def __setattr__(self, attribute: str, value: object) -> NoReturn:
        raise AttributeError(f"a BayesianNetwork cannot be changed (setting {attribute!r})")

    def __delattr__(self, attribute: str) -> NoReturn:
        raise AttributeError(f"a BayesianNetwork cannot be changed (deleting {attribute!r})")
