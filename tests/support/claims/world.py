"""A problem that is known completely: the score of every family, so that of every network."""

from copy import copy
from fnmatch import fnmatchcase
from functools import cache

import numpy as np

import dagwright as dw

NAMES = ("a", "b", "c", "d", "e")


@cache
def all_dags(n):
    """Every DAG of n variables as an array [network, variable] of parents, one bit each."""
    found = {(0,) * n}
    fresh = found
    while fresh:
        fresh = {more for dag in fresh for more in _with_one_more(dag)} - found
        found |= fresh
    return np.array(sorted(found), np.int64).reshape(len(found), n)


def _with_one_more(dag):
    n = len(dag)
    for child in range(n):
        below = _descendants(dag, child)
        for parent in range(n):
            if not (dag[child] >> parent & 1 or below >> parent & 1):
                yield (*dag[:child], dag[child] | 1 << parent, *dag[child + 1 :])


def _descendants(dag, start):
    """The variable itself and all that it leads to."""
    reached = 1 << start
    while True:
        more = reached
        for child, parents in enumerate(dag):
            if parents & reached:
                more |= 1 << child
        if more == reached:
            return reached
        reached = more


class World:
    """Names, and a table [variable, parents as bits] of scores; impossible families are -inf."""

    def __init__(self, table, *, precision=1e-14):
        self.table = np.asarray(table, float)
        self.n = len(self.table)
        self.names = NAMES[: self.n]
        self.dags = all_dags(self.n)
        rows = np.arange(self.n)
        self.totals = self.table[rows, self.dags].sum(axis=1)
        # What sums in doubles, or the scores themselves, may be off by.
        self.slack = precision * (1 + np.abs(self.table[rows, self.dags]).sum(axis=1))

    def __repr__(self):
        return f"World({self.table.tolist()})"

    def renamed(self, names):
        """The same under other names."""
        other = copy(self)
        other.names = tuple(names)
        return other

    def dag(self, index):
        return self.network(self.dags[index])

    def network(self, masks):
        return dw.Dag.from_parents(self.names, [self.positions(int(mask)) for mask in masks])

    def positions(self, mask):
        return [parent for parent in range(self.n) if mask >> parent & 1]

    def members(self, mask):
        return [self.names[parent] for parent in self.positions(mask)]

    def mask_of(self, members):
        return sum(1 << self.names.index(name) for name in members)

    def index_of(self, dag):
        masks = [self.mask_of(dag.parents(name)) for name in self.names]
        return int(np.flatnonzero((self.dags == masks).all(axis=1))[0])

    def families(self, child):
        """Every set of parents that a variable could have."""
        return [mask for mask in range(1 << self.n) if not mask >> child & 1]

    def respecting(
        self,
        *,
        required=(),
        forbidden=(),
        tiers=(),
        max_parents=None,
        roots=(),
        leaves=(),
        forbid_within=(),
    ):
        """For each network whether it respects these constraints, worked out from their meaning."""
        keeps = np.ones(len(self.dags), bool)
        pairs = [(one, other) for one in self.names for other in self.names if one != other]
        tier_of = {name: self._tier_of(name, tiers) for name in self.names}
        for parent, child in pairs:
            if any(_means(p, parent, self) and _means(c, child, self) for p, c in required):
                keeps &= self._has(parent, child)
            early, late = tier_of[child], tier_of[parent]
            if (
                any(_means(p, parent, self) and _means(c, child, self) for p, c in forbidden)
                or any(_means(root, child, self) for root in roots)
                or any(_means(leaf, parent, self) for leaf in leaves)
                or (None not in {early, late} and early < late)
                or (early == late and early in forbid_within)
            ):
                keeps &= ~self._has(parent, child)
        if max_parents is not None:
            keeps &= (sizes_of(self.dags) <= max_parents).all(axis=1)
        return keeps

    def _tier_of(self, name, tiers):
        """The tier of a variable: where it is named, else where a pattern matches it, else '*'."""
        for means in (str.__eq__, lambda text, name: text != "*" and fnmatchcase(name, text)):
            for level, tier in enumerate(tiers):
                if any(means(text, name) for text in tier):
                    return level
        rest = [level for level, tier in enumerate(tiers) if "*" in tier]
        return rest[0] if rest else None

    def _has(self, parent, child):
        return self.dags[:, self.names.index(child)] >> self.names.index(parent) & 1 == 1

    def under(self, constraints, max_parents=None):
        """The same for a `Constraints`, and one more limit on parents."""
        limits = [limit for limit in (constraints.max_parents, max_parents) if limit is not None]
        return self.respecting(
            required=constraints.required,
            forbidden=constraints.forbidden,
            tiers=constraints.tiers,
            max_parents=min(limits, default=None),
            roots=constraints.roots,
            leaves=constraints.leaves,
            forbid_within=constraints.forbid_within,
        )

    def among(self, scope):
        """For each network whether it belongs to a `Scope`, worked out from its fields."""
        keeps = self.under(scope.constraints, scope.max_parents)
        if scope.candidate_sets is not None:
            keeps &= self.made_of(scope.candidate_sets)
        return keeps

    def made_of(self, sets):
        """For each network whether all its families are listed."""
        listed = np.isfinite(self.listed(sets))
        return listed[np.arange(self.n), self.dags].all(axis=1)

    def listed(self, sets):
        """The scores of lists as a table; -inf where a family is not listed."""
        table = np.full(self.table.shape, -np.inf)
        for child, name in enumerate(self.names):
            for score, members in sets[name]:
                table[child, self.mask_of(members)] = score
        return table

    def best_choice(self, sets):
        """The best sum over all networks where a family counts as its best listed subset."""
        table = best_subsets(self.listed(sets))
        return table[np.arange(self.n), self.dags].sum(axis=1).max()


def _means(text, name, world):
    """Whether a name or pattern in constraints means a variable."""
    return text == name if text in world.names else fnmatchcase(name, text)


def best_subsets(table):
    """For each family the best score that one of its subsets, or itself, has in the table."""
    best = table.copy()
    for bit in range(len(table)):
        with_bit = [mask for mask in range(table.shape[1]) if mask >> bit & 1]
        without = [mask ^ 1 << bit for mask in with_bit]
        best[:, with_bit] = np.maximum(best[:, with_bit], best[:, without])
    return best


def sizes_of(masks):
    """The number of bits of each."""
    return sum(masks >> bit & 1 for bit in range(len(NAMES)))
