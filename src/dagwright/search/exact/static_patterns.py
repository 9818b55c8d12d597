"""Static pattern databases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.parameters import Parameters, parameter
from dagwright.parents import ParentSets
from dagwright.search.exact.grouping import divide, split_sizes
from dagwright.search.exact.heuristic import HEURISTICS
from dagwright.words import list_names

__all__ = ["StaticPatterns"]

Grouping = Literal["consecutive", "connected", "correlated"]
LARGEST_BY_DEFAULT = 18
LARGEST = 26


def _checked_sizes(sizes: Sequence[int] | None) -> tuple[int, ...] | None:
    if sizes is None:
        return None
    numbers = isinstance(sizes, Sequence) and not isinstance(sizes, str)
    if not numbers or not all(type(size) is int and size >= 1 for size in sizes):
        raise DagwrightError(f"StaticPatterns(sizes={sizes!r}): give whole numbers from 1")
    return tuple(sizes)


def _checked_groups(
    groups: int | Sequence[Sequence[str]] | None,
) -> int | tuple[tuple[str, ...], ...] | None:
    if groups is None or (type(groups) is int and groups >= 1):
        return groups
    names = isinstance(groups, Sequence) and not isinstance(groups, str)
    if isinstance(groups, int) or not names or any(isinstance(g, str) or not g for g in groups):
        raise DagwrightError(
            f"StaticPatterns(groups={groups!r}): give a whole number from 1, or lists of names"
        )
    return tuple(tuple(group) for group in groups)


@HEURISTICS.register
@dataclass(frozen=True)
class StaticPatterns(Parameters):
    """No cycles within groups of variables that are fixed before the search.

    h(U) adds up, over the groups, what the cheapest order of the group's remaining members costs
    if all other variables may be their parents. Consistent, and quick to update: placing a
    variable changes one term. A group of m variables takes a table of 2^m costs.

    References
    ----------
    Yuan & Malone (2012), An improved admissible heuristic for learning optimal Bayesian networks,
    UAI, section 3.4. Fan, Yuan & Malone (2014), Tightening bounds for Bayesian network structure
    learning, AAAI, for groups that are not consecutive.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=1))
    >>> patterns = dw.StaticPatterns(sizes=(11, 10, 10), grouping="connected")
    >>> dw.solve(sets, dw.AStar(heuristic=patterns)).status
    <Status.OPTIMAL: 'optimal'>
    """

    name: ClassVar[str] = "static"

    groups: int | Sequence[Sequence[str]] | None = parameter(
        None,
        resolve=_checked_groups,
        help="How many groups, or the groups themselves as lists of names. None: two, or as many "
        "as keep them at 18 variables.",
    )
    sizes: Sequence[int] | None = parameter(
        None,
        resolve=_checked_sizes,
        help="The sizes of the groups instead, such as ``(13, 13)``.",
    )
    grouping: Grouping = parameter(
        "consecutive",
        help='Which variables go together: ``"consecutive"`` ones, as in the paper; '
        '``"connected"`` ones, which are in each other\'s good candidate sets; ``"correlated"`` '
        "ones, which alone improve each other's score most.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.groups is not None and self.sizes is not None:
            raise DagwrightError("StaticPatterns: give groups= or sizes=, not both")

    def options(self, sets: ParentSets) -> _core.HeuristicOptions:
        """Return it in the form that the core takes."""
        groups = self._positions(sets)
        largest = max(len(group) for group in groups)
        if largest > LARGEST:
            raise DagwrightError(
                f"a group of {largest} variables needs a table of 2^{largest} costs: "
                f"give groups of at most {LARGEST}"
            )
        return _core.HeuristicOptions(groups=groups, largest_pattern=0, cover="greedy")

    def _positions(self, sets: ParentSets) -> list[list[int]]:
        n = sets.n_variables
        if self.groups is not None and not isinstance(self.groups, int):
            return _named(sets, self.groups)
        if self.sizes is not None:
            if sum(self.sizes) != n:
                raise DagwrightError(
                    f"StaticPatterns(sizes={self.sizes!r}): they add up to {sum(self.sizes)}, "
                    f"but there are {n} variables"
                )
            sizes = list(self.sizes)
        else:
            number = self.groups or max(2, -(-n // LARGEST_BY_DEFAULT))
            sizes = split_sizes(n, min(number, n))
        return divide(sets, sizes, self.grouping)


def _named(sets: ParentSets, groups: Sequence[Sequence[str]]) -> list[list[int]]:
    named = [name for group in groups for name in group]
    wrong = set(named) ^ set(sets.names)
    if wrong or len(named) != sets.n_variables:
        found = list_names(sorted(wrong)) if wrong else "some"
        raise DagwrightError(
            f"StaticPatterns(groups=...): every variable must be in one group, but {found} "
            f"{'is' if len(wrong) == 1 else 'are'} not"
        )
    index = {name: position for position, name in enumerate(sets.names)}
    return [[index[name] for name in group] for group in groups]
