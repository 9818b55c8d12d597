"""How sure each edge is, and the network of the sure ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from dagwright.constraints import Constraints, classes_under
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.words import plural

__all__ = ["EdgeConfidence", "EdgeShare"]

Edge = tuple[str, str]


class EdgeShare(NamedTuple):
    """An adjacency of some networks: in which share of them, and how it points there.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.EdgeShare("rain", "wet", share=0.9, forward=0.6, backward=0.3).forward
    0.6
    """

    parent: str
    """The end where the edge begins in the larger share of the networks."""
    child: str
    share: float
    """Of networks in which the two are adjacent."""
    forward: float
    """Of those, the part that points from parent to child; an edge either way counts half."""
    backward: float


@dataclass(frozen=True)
class EdgeConfidence:
    """In which share of several networks each edge is.

    An edge that could point either way without changing the score or violating a constraint (see
    `Mpdag`) counts half for each direction: which of them a search returns is chance.

    Attributes
    ----------
    names
        The variables.
    repetitions
        The number of networks.
    directed
        (parent, child) to the share of networks with this edge; those that no network has are 0
        and not listed.
    skeleton
        {one, other} to the share of networks in which the two are adjacent.
    notes
        Remarks for the user.
    constraints
        What all the networks respect; the averaged network does too.
    warnings
        What of table and constraints could mislead.

    Examples
    --------
    >>> import dagwright as dw
    >>> chain, collider = [("a", "b"), ("b", "c")], [("a", "b"), ("c", "b")]
    >>> dags = [dw.Dag(["a", "b", "c"], edges) for edges in (chain, collider, collider)]
    >>> confidence = dw.EdgeConfidence.of(dags)
    >>> round(confidence.directed["a", "b"], 3), confidence.skeleton[frozenset({"a", "b"})]
    (0.833, 1.0)
    >>> confidence.average().edges
    (('a', 'b'), ('c', 'b'))
    """

    names: tuple[str, ...]
    repetitions: int
    directed: Mapping[Edge, float]
    skeleton: Mapping[frozenset[str], float]
    notes: tuple[str, ...] = ()
    constraints: Constraints = field(default_factory=Constraints)
    warnings: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        dags: Iterable[Dag],
        *,
        constraints: Constraints | None = None,
        notes: Iterable[str] = (),
        warnings: Iterable[str] = (),
    ) -> EdgeConfidence:
        """Count the edges of some networks over the same variables.

        Parameters
        ----------
        dags
            The networks, at least one.
        constraints
            What all of them respect: an edge whose direction follows from it counts wholly for
            that direction.
        notes, warnings
            Remarks for the user, and what could mislead.

        Raises
        ------
        DagwrightError
            If there is no network, or if one has other variables or violates the constraints.

        Examples
        --------
        >>> import dagwright as dw
        >>> chain = dw.Dag(["a", "b", "c"], [("a", "b"), ("b", "c")])
        >>> known = dw.Constraints(required=[("a", "b")])
        >>> dict(dw.EdgeConfidence.of([chain], constraints=known).directed)
        {('a', 'b'): 1.0, ('b', 'c'): 1.0}
        """
        networks = list(dags)
        if not networks:
            raise DagwrightError("no network to count the edges of")
        names = networks[0].names
        if any(set(dag.names) != set(names) for dag in networks):
            raise DagwrightError("the networks differ in their variables")
        halves: Counter[Edge] = Counter()
        respected = (constraints or Constraints()).resolve(names)
        for mpdag in classes_under(respected, networks):
            halves.update(dict.fromkeys(mpdag.directed, 2))
            for one, other in mpdag.undirected:
                halves.update({(one, other): 1, (other, one): 1})
        whole = 2 * len(networks)
        pairs: Counter[frozenset[str]] = Counter()
        for edge, count in halves.items():
            pairs[frozenset(edge)] += count
        directed = {edge: count / whole for edge, count in halves.items()}
        skeleton = {pair: count / whole for pair, count in pairs.items()}
        return cls(
            names,
            len(networks),
            MappingProxyType(dict(sorted(directed.items(), key=lambda e: (-e[1], e[0])))),
            MappingProxyType(dict(sorted(skeleton.items(), key=lambda p: (-p[1], sorted(p[0]))))),
            tuple(notes),
            respected,
            tuple(warnings),
        )

    def average(self, threshold: float = 0.5) -> Dag:
        """Return the network of all adjacencies that are in at least this share of the networks.

        Edges are added by decreasing confidence in their direction, each pointing its more
        frequent way (of equals, from the variable that comes first), or the other way where that
        would close a cycle. An edge that the constraints then rule out is left out.

        Parameters
        ----------
        threshold
            Above 0, at most 1.

        Examples
        --------
        >>> import dagwright as dw
        >>> dags = [dw.Dag(["a", "b"], [("a", "b")]), dw.Dag(["a", "b"], [])]
        >>> confidence = dw.EdgeConfidence.of(dags)
        >>> confidence.average().n_edges, confidence.average(threshold=0.6).n_edges
        (1, 0)
        """
        number = isinstance(threshold, (int, float)) and not isinstance(threshold, bool)
        if not number or not 0 < threshold <= 1:
            raise DagwrightError(f"threshold={threshold!r}: give a share above 0, at most 1")
        ancestors: dict[str, set[str]] = {name: {name} for name in self.names}
        parents: Counter[str] = Counter()
        edges = []
        for row in self.table():
            if row.share < threshold:
                continue
            parent, child = row.parent, row.child
            if child in ancestors[parent]:
                parent, child = child, parent
            most = self.constraints.max_parents
            if self.constraints.forbids(parent, child) or parents[child] == most:
                continue
            parents[child] += 1
            edges.append((parent, child))
            for above in ancestors.values():
                if child in above:
                    above.update(ancestors[parent])
        return Dag(self.names, edges)

    def table(self) -> list[EdgeShare]:
        """Return all adjacencies, those first whose direction is surest.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.EdgeConfidence.of([dw.Dag(["a", "b"], [("a", "b")])]).table()
        [EdgeShare(parent='a', child='b', share=1.0, forward=0.5, backward=0.5)]
        """
        index = {name: position for position, name in enumerate(self.names)}
        rows = []
        for pair, share in self.skeleton.items():
            one, other = sorted(pair, key=index.__getitem__)
            forward = self.directed.get((one, other), 0.0)
            backward = self.directed.get((other, one), 0.0)
            rows.append(
                EdgeShare(one, other, share, forward, backward)
                if forward >= backward
                else EdgeShare(other, one, share, backward, forward)
            )
        return sorted(
            rows, key=lambda row: (-row.forward, -row.share, index[row.parent], index[row.child])
        )

    def __str__(self) -> str:
        sure = sum(share >= 0.5 for share in self.skeleton.values())
        return (
            f"{plural(len(self.skeleton), 'adjacency', 'adjacencies')} in "
            f"{plural(self.repetitions, 'network')} over {plural(len(self.names), 'variable')}, "
            f"{sure} of them in at least half"
        )
