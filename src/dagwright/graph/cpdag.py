"""Markov equivalence classes of directed acyclic graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, final

from dagwright.errors import DagwrightError
from dagwright.graph.dag import Dag
from dagwright.graph.labelling import compelled_parents
from dagwright.graph.mixed_graph import MixedGraph
from dagwright.graph.names import check_names, check_same_variables, index_pairs
from dagwright.words import plural

__all__ = ["Cpdag", "markov_equivalent"]


@final
class Cpdag(MixedGraph):
    """Completed partially directed acyclic graph: one for each Markov equivalence class.

    DAGs are Markov equivalent when they state the same conditional independences, which is so
    exactly when they have the same adjacencies and the same v-structures a -> c <- b with a and b
    not adjacent [1]_. An edge is directed here (compelled) if it points the same way in all DAGs
    of the class, undirected (reversible) otherwise. Data and a score-equivalent score cannot
    distinguish its members. Immutable and hashable; ``==`` ignores the order of the names.

    Parameters
    ----------
    names
        The variables: unique, non-empty strings, at least one.
    directed
        Pairs (parent, child) of names.
    undirected
        Pairs of names, in either order.

    Raises
    ------
    DagwrightError
        If this is not a completed graph: no DAG extends it, or the class of the DAGs that do has
        another one. `Dag.cpdag` always gives a valid one.

    References
    ----------
    .. [1] T. Verma and J. Pearl (1990). Equivalence and synthesis of causal models. UAI 6,
       220-227.

    Examples
    --------
    >>> import dagwright as dw
    >>> dag = dw.Dag(["a", "b", "c", "d"], [("a", "c"), ("b", "c"), ("d", "a")])
    >>> cpdag = dag.cpdag()
    >>> cpdag.directed
    (('a', 'c'), ('b', 'c'))
    >>> cpdag.undirected
    (('a', 'd'),)
    >>> dw.Cpdag(["a", "b"], directed=[("a", "b")], undirected=[])
    Traceback (most recent call last):
    dagwright.errors.DagwrightError: not completed: a -> b should be a -- b
    """

    __slots__ = ("_parents",)

    _parents: tuple[tuple[int, ...], ...]

    def __init__(
        self,
        names: Iterable[str],
        directed: Iterable[tuple[str, str]],
        undirected: Iterable[tuple[str, str]],
    ) -> None:
        checked = check_names(names)
        index = {name: position for position, name in enumerate(checked)}
        parents: list[set[int]] = [set() for _ in checked]
        neighbours: list[set[int]] = [set() for _ in checked]
        for parent, child in index_pairs(directed, index):
            parents[child].add(parent)
        for first, second in index_pairs(undirected, index):
            neighbours[first].add(second)
            neighbours[second].add(first)
        self._fill(checked, parents, neighbours)
        self._check()

    def _fill(
        self,
        names: tuple[str, ...],
        parents: Iterable[Iterable[int]],
        neighbours: Iterable[Iterable[int]],
    ) -> None:
        # Not plain assignment: __setattr__ is closed.
        object.__setattr__(self, "_names", names)
        object.__setattr__(self, "_parents", tuple(tuple(sorted(some)) for some in parents))
        object.__setattr__(self, "_neighbours", tuple(tuple(sorted(some)) for some in neighbours))

    def _check(self) -> None:
        """Raise unless this is the completed graph of its own extension."""
        pairs: set[frozenset[str]] = set()
        for pair in map(frozenset, self.directed + self.undirected):
            if pair in pairs:
                raise DagwrightError(f"two edges between {' and '.join(map(repr, sorted(pair)))}")
            pairs.add(pair)
        # An extension keeps every arrow, so an arrow on one side only is a line on the other.
        completed = Cpdag.from_dag(self.consistent_extension()).directed
        for arrows, others, given, right in (
            (self.directed, set(completed), "->", "--"),
            (completed, set(self.directed), "--", "->"),
        ):
            for first, second in arrows:
                if (first, second) not in others:
                    raise DagwrightError(
                        f"not completed: {first} {given} {second} "
                        f"should be {first} {right} {second}"
                    )

    @classmethod
    def from_dag(cls, dag: Dag) -> Cpdag:
        """Return the equivalence class of a Dag; the same as `Dag.cpdag`.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Cpdag.from_dag(dw.Dag(["a", "b"], [("a", "b")])).undirected
        (('a', 'b'),)
        """
        parents = dag.parent_indices()
        compelled = compelled_parents(parents)
        neighbours: list[list[int]] = [[] for _ in parents]
        for child, family in enumerate(parents):
            for parent in compelled[child].symmetric_difference(family):
                neighbours[child].append(parent)
                neighbours[parent].append(child)
        return cls._trusted(dag.names, compelled, neighbours)

    @classmethod
    def _trusted(
        cls,
        names: tuple[str, ...],
        parents: Iterable[Iterable[int]],
        neighbours: Iterable[Iterable[int]],
    ) -> Cpdag:
        """Build without the checks, from what is known to be completed."""
        cpdag = cls.__new__(cls)
        cpdag._fill(names, parents, neighbours)
        return cpdag

    def _arrows(self) -> list[list[int]]:
        return [list(family) for family in self._parents]

    def _key(self) -> tuple[frozenset[object], ...]:
        """Return what `==` compares: everything but the order of the names."""
        return (
            frozenset(self._names),
            frozenset(self.directed),
            frozenset(map(frozenset, self.undirected)),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cpdag):
            return NotImplemented
        if self._names == other._names:
            return (self._parents, self._neighbours) == (other._parents, other._neighbours)
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return (
            f"<Cpdag: {plural(len(self._names), 'variable')}, {len(self.directed)} directed and "
            f"{plural(len(self.undirected), 'undirected edge')}>"
        )

    def _repr_html_(self) -> str:
        """Return a drawing, for notebooks."""
        # Here, because drawing needs to know what a Cpdag is.
        from dagwright.graph.drawing import draw_cpdag, notebook_html  # noqa: PLC0415

        return notebook_html(draw_cpdag(self), repr(self)[1:-1])

    def __reduce__(self) -> tuple[Callable[..., Cpdag], tuple[Any, ...]]:
        return Cpdag._trusted, (self._names, self._parents, self._neighbours)


def markov_equivalent(a: Dag, b: Dag) -> bool:
    """Tell whether two Dags over the same variables state the same conditional independences.

    Parameters
    ----------
    a, b
        The Dags. Their names may come in different orders.

    Raises
    ------
    DagwrightError
        If their variables differ; the message names them.

    Examples
    --------
    >>> import dagwright as dw
    >>> chain = dw.Dag(["a", "b", "c"], [("a", "b"), ("b", "c")])
    >>> fork = dw.Dag(["a", "b", "c"], [("b", "a"), ("b", "c")])
    >>> collider = dw.Dag(["a", "b", "c"], [("a", "b"), ("c", "b")])
    >>> dw.markov_equivalent(chain, fork), dw.markov_equivalent(chain, collider)
    (True, False)
    """
    check_same_variables(a.names, b.names)
    return a.cpdag() == b.cpdag()
