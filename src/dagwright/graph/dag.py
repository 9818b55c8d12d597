"""Directed acyclic graphs over named variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index as as_index
from typing import TYPE_CHECKING, Any, NoReturn, final

from dagwright.errors import DagwrightError
from dagwright.graph.names import check_names, check_same_variables, index_of, index_pairs
from dagwright.graph.topology import children_of, find_cycle, topological_order
from dagwright.words import plural

if TYPE_CHECKING:
    from dagwright.graph.cpdag import Cpdag

__all__ = ["Dag"]


@final
class Dag:
    """Directed acyclic graph: the structure of a Bayesian network.

    Immutable and hashable. Two Dags are equal when they have the same variables and the same
    edges; the order of the variables (the columns of the data) does not count.

    Parameters
    ----------
    names
        The variables: unique, non-empty strings, at least one.
    edges
        Pairs (parent, child) of names. An edge given twice counts once.

    Raises
    ------
    DagwrightError
        If a name is unusable or unknown, or if the edges have a cycle; the message names it.

    Examples
    --------
    >>> import dagwright as dw
    >>> dag = dw.Dag(["rain", "sprinkler", "wet"], [("rain", "wet"), ("sprinkler", "wet")])
    >>> dag
    <Dag: 3 variables, 2 edges>
    >>> dag.parents("wet")
    ('rain', 'sprinkler')
    >>> dw.Dag(["a", "b"], [("a", "b"), ("b", "a")])
    Traceback (most recent call last):
    dagwright.errors.DagwrightError: the edges have a cycle: a -> b -> a
    """

    __slots__ = ("_children", "_index", "_names", "_order", "_parents")

    _names: tuple[str, ...]
    _index: dict[str, int]
    _parents: tuple[tuple[int, ...], ...]
    _children: list[list[int]]
    _order: list[int]

    def __init__(self, names: Iterable[str], edges: Iterable[tuple[str, str]]) -> None:
        checked = check_names(names)
        index = {name: position for position, name in enumerate(checked)}
        parents: list[set[int]] = [set() for _ in checked]
        for parent, child in index_pairs(edges, index):
            parents[child].add(parent)
        self._fill(checked, index, parents)

    def _fill(
        self, names: tuple[str, ...], index: dict[str, int], parents: Iterable[Iterable[int]]
    ) -> None:
        canonical = tuple(tuple(sorted(family)) for family in parents)
        children = children_of(canonical)
        order = topological_order(canonical, children)
        if len(order) < len(names):
            cycle = find_cycle(canonical, order)
            path = " -> ".join(names[vertex] for vertex in [*cycle, cycle[0]])
            raise DagwrightError(f"the edges have a cycle: {path}")
        # Not plain assignment: __setattr__ is closed.
        object.__setattr__(self, "_names", names)
        object.__setattr__(self, "_index", index)
        object.__setattr__(self, "_parents", canonical)
        object.__setattr__(self, "_children", children)
        object.__setattr__(self, "_order", order)

    @classmethod
    def from_parents(cls, names: Iterable[str], parents: Sequence[Iterable[int]]) -> Dag:
        """Build a Dag from the positions of each variable's parents.

        Parameters
        ----------
        names
            The variables.
        parents
            For each variable, in the order of `names`, the positions of its parents in `names`.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag.from_parents(["a", "b", "c"], [[], [0], [0, 1]]).edges
        (('a', 'b'), ('a', 'c'), ('b', 'c'))
        """
        checked = check_names(names)
        if len(parents) != len(checked):
            raise DagwrightError(f"{len(checked)} names but {len(parents)} parent lists")
        families = []
        for child, some in enumerate(parents):
            try:
                family = set(map(as_index, some))
            except TypeError as error:
                raise DagwrightError(
                    f"the parents of {checked[child]!r} must be positions (int): {error}"
                ) from None
            if family and (min(family) < 0 or max(family) >= len(checked)):
                raise DagwrightError(
                    f"the parents {sorted(family)} of {checked[child]!r} must be "
                    f"positions from 0 to {len(checked) - 1}"
                )
            if child in family:
                raise DagwrightError(f"self loop: {checked[child]!r} cannot be its own parent")
            families.append(family)
        dag = cls.__new__(cls)
        dag._fill(checked, {name: position for position, name in enumerate(checked)}, families)
        return dag

    @classmethod
    def empty(cls, names: Iterable[str]) -> Dag:
        """Build the Dag without edges.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag.empty(["a", "b"])
        <Dag: 2 variables, 0 edges>
        """
        return cls(names, ())

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in the order given.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["b", "a"], [("a", "b")]).names
        ('b', 'a')
        """
        return self._names

    @property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """The (parent, child) pairs, by position of the parent, then of the child.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["a", "b", "c"], [("c", "b"), ("a", "b")]).edges
        (('a', 'b'), ('c', 'b'))
        """
        names = self._names
        return tuple(
            (names[parent], names[child])
            for parent, children in enumerate(self._children)
            for child in children
        )

    @property
    def n_variables(self) -> int:
        """The number of variables.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag.empty(["a", "b"]).n_variables
        2
        """
        return len(self._names)

    @property
    def n_edges(self) -> int:
        """The number of edges.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["a", "b"], [("a", "b")]).n_edges
        1
        """
        return sum(map(len, self._parents))

    def parents(self, name: str) -> tuple[str, ...]:
        """Return the parents of a variable, in the order of `names`.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["a", "b", "c"], [("c", "b"), ("a", "b")]).parents("b")
        ('a', 'c')
        """
        return self._named(self._parents[index_of(name, self._index)])

    def children(self, name: str) -> tuple[str, ...]:
        """Return the children of a variable, in the order of `names`.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["a", "b", "c"], [("a", "c"), ("a", "b")]).children("a")
        ('b', 'c')
        """
        return self._named(self._children[index_of(name, self._index)])

    def has_edge(self, parent: str, child: str) -> bool:
        """Tell whether there is an edge from the first variable to the second.

        Examples
        --------
        >>> import dagwright as dw
        >>> dag = dw.Dag(["a", "b"], [("a", "b")])
        >>> dag.has_edge("a", "b"), dag.has_edge("b", "a")
        (True, False)
        """
        return index_of(parent, self._index) in self._parents[index_of(child, self._index)]

    def ancestors(self, name: str) -> tuple[str, ...]:
        """Return all variables with a path to this one, itself excluded, in the order of `names`.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["a", "b", "c"], [("a", "b"), ("b", "c")]).ancestors("c")
        ('a', 'b')
        """
        found: set[int] = set()
        waiting = [index_of(name, self._index)]
        while waiting:
            new = [parent for parent in self._parents[waiting.pop()] if parent not in found]
            found.update(new)
            waiting.extend(new)
        return self._named(sorted(found))

    def topological_order(self) -> tuple[str, ...]:
        """Return the variables, parents before children; in a choice, the first in `names`.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["a", "b", "c"], [("c", "a")]).topological_order()
        ('b', 'c', 'a')
        """
        return self._named(self._order)

    def parent_indices(self) -> tuple[tuple[int, ...], ...]:
        """Return, for each variable, the positions of its parents: undoes `from_parents`.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["a", "b", "c"], [("c", "b"), ("a", "b")]).parent_indices()
        ((), (0, 2), ())
        """
        return self._parents

    def skeleton(self) -> frozenset[frozenset[str]]:
        """Return the edges without their directions.

        Examples
        --------
        >>> import dagwright as dw
        >>> dag, turned = dw.Dag(["a", "b"], [("a", "b")]), dw.Dag(["a", "b"], [("b", "a")])
        >>> dag.skeleton() == turned.skeleton()
        True
        """
        return frozenset(map(frozenset, self.edges))

    def cpdag(self) -> Cpdag:
        """Return the graph that stands for all DAGs Markov equivalent to this one.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["a", "b", "c"], [("a", "b"), ("b", "c")]).cpdag()
        <Cpdag: 3 variables, 0 directed and 2 undirected edges>
        """
        # Here, because cpdag.py needs Dag to give extensions: each class makes the other.
        from dagwright.graph.cpdag import Cpdag  # noqa: PLC0415

        return Cpdag.from_dag(self)

    def reorder(self, names: Iterable[str]) -> Dag:
        """Return the same graph with its variables in another order.

        Examples
        --------
        >>> import dagwright as dw
        >>> dag = dw.Dag(["a", "b"], [("a", "b")])
        >>> dag.reorder(["b", "a"]).parent_indices()
        ((1,), ())
        """
        checked = check_names(names)
        if checked == self._names:
            return self  # it never changes
        check_same_variables(self._names, checked)
        return Dag(checked, self.edges)

    def _named(self, positions: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._names[position] for position in positions)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dag):
            return NotImplemented
        if self._names == other._names:
            return self._parents == other._parents
        return set(self._names) == set(other._names) and set(self.edges) == set(other.edges)

    def __hash__(self) -> int:
        return hash((frozenset(self._names), frozenset(self.edges)))

    def __repr__(self) -> str:
        return f"<Dag: {plural(self.n_variables, 'variable')}, {plural(self.n_edges, 'edge')}>"

    def _repr_html_(self) -> str:
        """Return a drawing, for notebooks."""
        # Here, because drawing needs to know what a Dag is.
        from dagwright.graph.drawing import draw_dag, notebook_html  # noqa: PLC0415

        return notebook_html(draw_dag(self), repr(self)[1:-1])

    def __reduce__(self) -> tuple[Callable[..., Dag], tuple[Any, ...]]:
        return Dag.from_parents, (self._names, self._parents)

    def __setattr__(self, attribute: str, value: object) -> NoReturn:
        raise AttributeError(f"a Dag cannot be changed (setting {attribute!r}); make a new one")

    def __delattr__(self, attribute: str) -> NoReturn:
        raise AttributeError(f"a Dag cannot be changed (deleting {attribute!r})")
