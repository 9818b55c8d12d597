"""Splitting a problem: variables that cannot be on a cycle together are solved separately."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dagwright.parents import ParentSets
from dagwright.search.exact.cluster_problem import ClusterProblem, Numbers, Wanted

__all__ = ["Component", "components_of", "split"]


def components_of(problem: ClusterProblem, wanted: Wanted) -> list[list[int]]:
    """Return the strongly connected components of "is in a wanted set of", parents first.

    A cycle of a network stays within one of them (Fan, Malone & Yuan 2014).
    """
    number = problem.sets.components(wanted)
    return [np.flatnonzero(number == k).tolist() for k in range(int(number.max()) + 1)]


@dataclass(frozen=True, eq=False)
class Component:
    """Some variables with their sets, without members outside, which are free to take."""

    variables: list[int]
    sets: ParentSets
    _origin: dict[tuple[int, tuple[int, ...]], int]

    def origin(self, parents: list[list[int]]) -> Numbers:
        """Return the sets of the whole problem that a network of the component stands for."""
        return np.array(
            [
                self._origin[child, tuple(sorted(self.variables[p] for p in members))]
                for child, members in zip(self.variables, parents, strict=True)
            ],
            np.int64,
        )


def split(problem: ClusterProblem, wanted: Wanted) -> list[Component]:
    """Return the components, parents first: best networks of all together are a best network.

    Each child keeps its smallest set too, wanted or not, because lists need one.
    """
    wanted = wanted.copy()
    wanted[problem.smallest] = 1
    return [_component(problem, wanted, variables) for variables in components_of(problem, wanted)]


def _component(problem: ClusterProblem, wanted: Wanted, variables: list[int]) -> Component:
    inside, names, scores = set(variables), problem.lists.names, problem.lists.scores
    origin: dict[tuple[int, tuple[int, ...]], int] = {}
    lists: dict[str, list[tuple[float, list[str]]]] = {}
    for child in variables:
        first, last = problem.child_starts[child : child + 2].tolist()
        mine = lists.setdefault(names[child], [])
        for s in (np.flatnonzero(wanted[first:last]) + first).tolist():
            members = problem.members[problem.set_starts[s] : problem.set_starts[s + 1]].tolist()
            kept = tuple(m for m in members if m in inside)
            # The list is best first: an equal remainder that comes later is of no use.
            if (child, kept) not in origin:
                origin[child, kept] = s
                mine.append((float(scores[s]), [names[m] for m in kept]))
    chosen = [names[v] for v in variables]
    return Component(variables, ParentSets.from_lists(chosen, lists), origin)
