"""Markov equivalence classes of directed acyclic graphs under background knowledge."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, final

from dagwright.errors import DagwrightError
from dagwright.graph.cpdag import Cpdag
from dagwright.graph.dag import Dag
from dagwright.graph.direction import Direction
from dagwright.graph.meek import orient
from dagwright.graph.mixed_graph import MixedGraph
from dagwright.graph.names import check_names, index_of, index_pairs
from dagwright.words import plural

__all__ = ["Mpdag"]


@final
class Mpdag(MixedGraph):
    """Maximally oriented partially directed acyclic graph: a class of DAGs under constraints.

    The `Cpdag` of a class directs an edge if all its DAGs agree on it. Here only those of its DAGs
    count that have the required edges and none of the forbidden ones. What they agree on follows
    from the constraints by four rules [1]_, and the edges that it directs are of two kinds:
    compelled by the data, as in the `Cpdag`, or compelled by the constraints. Immutable and
    hashable; the order of the names does not count in ``==``.

    Mostly made by `Mpdag.of` or `Result.cpdag`.

    Parameters
    ----------
    names
        The variables: unique, non-empty strings, at least one.
    by_data, by_constraints
        Pairs (parent, child) of names.
    undirected
        Pairs of names, in either order.

    Raises
    ------
    DagwrightError
        If no class of DAGs has this graph, whatever the constraints.

    References
    ----------
    .. [1] C. Meek (1995). Causal inference and causal explanation with background knowledge. UAI
       11, 403-410.

    Examples
    --------
    >>> import dagwright as dw
    >>> chain = dw.Dag(["a", "b", "c", "d"], [("a", "b"), ("b", "c"), ("a", "d")])
    >>> mpdag = dw.Mpdag.of(chain, required=[("a", "b")])
    >>> mpdag
    <Mpdag: 4 variables, 0 edges compelled by the data, 2 by constraints, 1 either way>
    >>> mpdag.by_constraints  # c -> b would be a collider at b, which the class does not have
    (('a', 'b'), ('b', 'c'))
    >>> mpdag.undirected
    (('a', 'd'),)
    """

    __slots__ = ("_by_constraints", "_by_data", "_index")

    _index: dict[str, int]
    _by_data: tuple[tuple[int, ...], ...]
    _by_constraints: tuple[tuple[int, ...], ...]

    def __init__(
        self,
        names: Iterable[str],
        by_data: Iterable[tuple[str, str]],
        by_constraints: Iterable[tuple[str, str]],
        undirected: Iterable[tuple[str, str]],
    ) -> None:
        checked = check_names(names)
        index = {name: position for position, name in enumerate(checked)}
        lines = list(index_pairs(undirected, index))
        self._fill(
            checked,
            _by_child(index_pairs(by_data, index), len(checked)),
            _by_child(index_pairs(by_constraints, index), len(checked)),
            _by_child([*lines, *((second, first) for first, second in lines)], len(checked)),
        )
        self._check()

    def _fill(
        self,
        names: tuple[str, ...],
        by_data: Iterable[Iterable[int]],
        by_constraints: Iterable[Iterable[int]],
        neighbours: Iterable[Iterable[int]],
    ) -> None:
        # Not plain assignment: __setattr__ is closed.
        put = object.__setattr__
        put(self, "_names", names)
        put(self, "_index", {name: position for position, name in enumerate(names)})
        put(self, "_by_data", tuple(tuple(sorted(some)) for some in by_data))
        put(self, "_by_constraints", tuple(tuple(sorted(some)) for some in by_constraints))
        put(self, "_neighbours", tuple(tuple(sorted(some)) for some in neighbours))

    def _check(self) -> None:
        """Raise unless this is the graph of one of its DAGs, with its own arrows required."""
        if len(self.skeleton()) < len(self.directed) + len(self.undirected):
            raise DagwrightError("two edges between the same two variables")
        right = Mpdag.of(self.consistent_extension(), required=self.by_constraints)
        for first, second in self.directed + self.undirected:
            given, found = (graph.direction(first, second) for graph in (self, right))
            if given != found:
                raise DagwrightError(
                    f"not maximally oriented: {first} - {second} is {found.words}, "
                    f"not {given.words}"
                )

    @classmethod
    def of(
        cls,
        dag: Dag,
        *,
        required: Iterable[tuple[str, str]] = (),
        forbidden: Iterable[tuple[str, str]] = (),
    ) -> Mpdag:
        """Return the equivalence class of a Dag under constraints.

        Parameters
        ----------
        dag
            One of the class that respects the constraints.
        required
            Edges (parent, child) that every Dag of the class must have.
        forbidden
            Edges (parent, child) that none may have.

        Raises
        ------
        DagwrightError
            If the Dag does not have a required edge, or has a forbidden one.

        Examples
        --------
        >>> import dagwright as dw
        >>> dag = dw.Dag(["age", "income"], [("age", "income")])
        >>> dw.Mpdag.of(dag).undirected
        (('age', 'income'),)
        >>> dw.Mpdag.of(dag, forbidden=[("income", "age")]).by_constraints
        (('age', 'income'),)
        >>> dw.Mpdag.of(dag, required=[("income", "age")])
        Traceback (most recent call last):
        dagwright.errors.DagwrightError: income -> age is required, but the Dag does not have it
        """
        cpdag = Cpdag.from_dag(dag)
        index = {name: position for position, name in enumerate(dag.names)}
        by_data = _by_child(index_pairs(cpdag.directed, index), dag.n_variables)
        neighbours = _by_child(
            (pair for edge in index_pairs(cpdag.undirected, index) for pair in (edge, edge[::-1])),
            dag.n_variables,
        )
        known = _known_arrows(dag, index, required, forbidden)
        by_constraints = orient(by_data, neighbours, known)
        for child, family in enumerate(by_constraints):
            neighbours[child].difference_update(family)
            for parent in family:
                neighbours[parent].discard(child)
        return cls._trusted(dag.names, by_data, by_constraints, neighbours)

    @classmethod
    def _trusted(
        cls,
        names: tuple[str, ...],
        by_data: Iterable[Iterable[int]],
        by_constraints: Iterable[Iterable[int]],
        neighbours: Iterable[Iterable[int]],
    ) -> Mpdag:
        """Build without the checks, from what is known to be maximally oriented."""
        mpdag = cls.__new__(cls)
        mpdag._fill(names, by_data, by_constraints, neighbours)
        return mpdag

    def _arrows(self) -> list[list[int]]:
        families = zip(self._by_data, self._by_constraints, strict=True)
        return [[*some, *others] for some, others in families]

    @property
    def by_data(self) -> tuple[tuple[str, str], ...]:
        """The edges (parent, child) that are compelled by the data: those that `Cpdag` directs.

        Examples
        --------
        >>> import dagwright as dw
        >>> dag = dw.Dag(["a", "b", "c", "d"], [("a", "c"), ("b", "c"), ("a", "d")])
        >>> dw.Mpdag.of(dag, forbidden=[("d", "a")]).by_data
        (('a', 'c'), ('b', 'c'))
        """
        return self._named_arrows(self._by_data)

    @property
    def by_constraints(self) -> tuple[tuple[str, str], ...]:
        """The edges (parent, child) that are compelled, but only because of the constraints.

        Examples
        --------
        >>> import dagwright as dw
        >>> dag = dw.Dag(["a", "b", "c", "d"], [("a", "c"), ("b", "c"), ("a", "d")])
        >>> dw.Mpdag.of(dag, forbidden=[("d", "a")]).by_constraints
        (('a', 'd'),)
        """
        return self._named_arrows(self._by_constraints)

    def direction(self, one: str, other: str) -> Direction:
        """Return what fixes the direction of the edge between two variables, in either order.

        Raises
        ------
        DagwrightError
            If there is no edge between them.

        Examples
        --------
        >>> import dagwright as dw
        >>> mpdag = dw.Mpdag.of(dw.Dag(["a", "b"], [("a", "b")]), required=[("a", "b")])
        >>> mpdag.direction("a", "b")
        <Direction.CONSTRAINTS: 'constraints'>
        >>> mpdag.direction("a", "b").words
        'compelled by your constraints'
        """
        a, b = index_of(one, self._index), index_of(other, self._index)
        for direction, parents in (
            (Direction.DATA, self._by_data),
            (Direction.CONSTRAINTS, self._by_constraints),
            (Direction.EITHER, self._neighbours),
        ):
            if a in parents[b] or b in parents[a]:
                return direction
        raise DagwrightError(f"there is no edge between {one!r} and {other!r}")

    def _key(self) -> tuple[frozenset[object], ...]:
        """Return what `==` compares: everything but the order of the names."""
        return (
            frozenset(self._names),
            frozenset(self.by_data),
            frozenset(self.by_constraints),
            frozenset(map(frozenset, self.undirected)),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mpdag):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        parts = [
            plural(len(self._names), "variable"),
            f"{plural(len(self.by_data), 'edge')} compelled by the data",
            f"{len(self.by_constraints)} by constraints",
            f"{len(self.undirected)} either way",
        ]
        return f"<Mpdag: {', '.join(parts)}>"

    def _repr_html_(self) -> str:
        """Return a drawing, for notebooks."""
        # Here, because drawing needs to know what an Mpdag is.
        from dagwright.graph.drawing import draw_cpdag, notebook_html  # noqa: PLC0415

        words = repr(self)[1:-1].replace("by constraints", "by constraints (purple)")
        return notebook_html(draw_cpdag(self), words)

    def __reduce__(self) -> tuple[Callable[..., Mpdag], tuple[Any, ...]]:
        parts = (self._names, self._by_data, self._by_constraints, self._neighbours)
        return Mpdag._trusted, parts


def _known_arrows(
    dag: Dag,
    index: dict[str, int],
    required: Iterable[tuple[str, str]],
    forbidden: Iterable[tuple[str, str]],
) -> list[tuple[int, int]]:
    """Return the arrows of a Dag that constraints fix, or refuse a Dag that violates them."""
    names = dag.names
    arrows = {(index[parent], index[child]) for parent, child in dag.edges}
    known = list(index_pairs(required, index))
    for parent, child in known:
        if (parent, child) not in arrows:
            raise DagwrightError(
                f"{names[parent]} -> {names[child]} is required, but the Dag does not have it"
            )
    for parent, child in index_pairs(forbidden, index):
        if (parent, child) in arrows:
            raise DagwrightError(
                f"{names[parent]} -> {names[child]} is forbidden, but the Dag has it"
            )
        if (child, parent) in arrows:
            known.append((child, parent))
    return known


def _by_child(pairs: Iterable[tuple[int, int]], count: int) -> list[set[int]]:
    parents: list[set[int]] = [set() for _ in range(count)]
    for parent, child in pairs:
        parents[child].add(parent)
    return parents
