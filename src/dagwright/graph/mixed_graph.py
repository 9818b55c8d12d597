"""What graphs of arrows and lines share: they stand for classes of directed acyclic graphs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import NoReturn

from dagwright.errors import DagwrightError
from dagwright.graph.dag import Dag
from dagwright.graph.extension import extend

__all__ = ["MixedGraph"]

Pairs = tuple[tuple[str, str], ...]


class MixedGraph(ABC):
    """Variables with arrows and lines between them; immutable."""

    __slots__ = ("_names", "_neighbours")

    _names: tuple[str, ...]
    _neighbours: tuple[tuple[int, ...], ...]

    @abstractmethod
    def _arrows(self) -> list[list[int]]:
        """Return for each variable where its arrows come from."""

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in the order given.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["b", "a"], [("a", "b")]).cpdag().names
        ('b', 'a')
        """
        return self._names

    @property
    def directed(self) -> Pairs:
        """The compelled edges (parent, child), by position of the parent, then of the child.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["a", "b", "c"], [("a", "b"), ("c", "b")]).cpdag().directed
        (('a', 'b'), ('c', 'b'))
        """
        return self._named_arrows(self._arrows())

    @property
    def undirected(self) -> Pairs:
        """The edges that may point either way, each once, the variable first in `names` first.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dag(["a", "b", "c"], [("c", "b"), ("b", "a")]).cpdag().undirected
        (('a', 'b'), ('b', 'c'))
        """
        return self._named(
            (first, second)
            for second, some in enumerate(self._neighbours)
            for first in some
            if first < second
        )

    def skeleton(self) -> frozenset[frozenset[str]]:
        """Return the edges without their marks.

        Examples
        --------
        >>> import dagwright as dw
        >>> dag = dw.Dag(["a", "b"], [("a", "b")])
        >>> dag.cpdag().skeleton() == dag.skeleton()
        True
        """
        return frozenset(map(frozenset, self.directed + self.undirected))

    def consistent_extension(self) -> Dag:
        """Return one Dag of the class, always the same one for the same order of names.

        Found by removing sinks [1]_, the last variable first, so that edges that may point
        either way tend to point from earlier to later variables.

        References
        ----------
        .. [1] D. Dor and M. Tarsi (1992). A simple algorithm to construct a consistent extension
           of a partially oriented graph. Technical report R-185, Cognitive Systems Laboratory,
           UCLA.

        Examples
        --------
        >>> import dagwright as dw
        >>> cpdag = dw.Dag(["a", "b", "c"], [("c", "b"), ("b", "a")]).cpdag()
        >>> cpdag.consistent_extension().edges
        (('a', 'b'), ('b', 'c'))
        """
        parents = extend(self._arrows(), self._neighbours)
        if parents is None:
            raise DagwrightError(
                "no DAG has exactly these edges and v-structures: directing the undirected edges "
                "always makes a cycle or a new v-structure"
            )
        return Dag.from_parents(self._names, parents)

    def _named_arrows(self, parents: Iterable[Iterable[int]]) -> Pairs:
        return self._named(
            (parent, child) for child, family in enumerate(parents) for parent in family
        )

    def _named(self, pairs: Iterable[tuple[int, int]]) -> Pairs:
        return tuple((self._names[first], self._names[second]) for first, second in sorted(pairs))

    def __setattr__(self, attribute: str, value: object) -> NoReturn:
        kind = type(self).__name__
        raise AttributeError(f"a {kind} cannot be changed (setting {attribute!r}); make a new one")

    def __delattr__(self, attribute: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed (deleting {attribute!r})")
