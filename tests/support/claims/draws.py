"""Random tables of scores, tables of data, constraints and limits."""

from dataclasses import dataclass

import numpy as np

import dagwright as dw
from claims.chance import Chance
from claims.world import NAMES, World
from dagwright.scores.reference import reference_score

SCALES = (1e-9, 1e-6, 1e-3, 1.0, 1.0, 1e3, 1e6, 1e9, 1e12, 1e15)
OUTLYING = (-1e4, -1e6, -1e9, -1e12, -1e15)
MOST = 1e15
"""What candidate sets allow as a score."""


def draw_size(chance: Chance):
    """The number of variables: mostly 3 and 4."""
    return chance.pick(1, 2, 3, 3, 3, 4, 4, 4, 4, 4, 5)


def draw_world(chance: Chance):
    """A table of scores without data behind it: tied, plain, falling with size, with outliers."""
    n = draw_size(chance)
    scale = chance.pick(*SCALES)
    value = _draw_value(chance, chance.pick("tied", "plain", "plain", "falling", "signed", "zero"))
    table = np.full((n, 1 << n), -np.inf)
    for child in range(n):
        for mask in range(1 << n):
            if not mask >> child & 1:
                table[child, mask] = value(bin(mask).count("1")) * scale
    if chance.happens(0.15):
        child = chance.below(n)
        mask = chance.pick(0, chance.below(1 << n)) & ~(1 << child)
        table[child, mask] = chance.pick(*OUTLYING)
    return World(np.where(np.isfinite(table), np.clip(table, -MOST, MOST), table))


def _draw_value(chance: Chance, kind):
    steps = chance.pick(2, 4, 7)
    return {
        "tied": lambda size: float(-chance.below(steps)),
        "plain": lambda size: -chance.share(),
        "falling": lambda size: -chance.share() - 0.3 * size,
        "signed": lambda size: 2 * chance.share() - 1,
        "zero": lambda size: 0.0,
    }[kind]


def draw_data(chance: Chance):
    """A small table: columns that copy each other, constants, repeated rows, weights."""
    n, rows = draw_size(chance), chance.between(5, 60)
    columns, arities = [], []
    for variable in range(n):
        arity = chance.between(2, 4)
        column = [chance.below(arity) for _ in range(rows)]
        kind = chance.pick("noise", "copy", "copy", "constant" if variable else "noise", "sum")
        if kind == "constant":
            column, arity = [0] * rows, chance.pick(1, 2)
        elif kind != "noise" and columns:
            models = [chance.below(len(columns)) for _ in range(1 if kind == "copy" else 2)]
            noise = chance.pick(0.0, 0.2, 0.5)
            column = [
                own if chance.happens(noise) else sum(columns[m][row] for m in models) % arity
                for row, own in enumerate(column)
            ]
        columns.append(column)
        arities.append(arity)
    if chance.happens(0.2):
        columns = [column + column for column in columns]
    weights = None
    if chance.happens(0.25):
        weights = [chance.pick(0, 1, 1, 2, 7) for _ in columns[0]]
        weights[0] = 1
    states = [list(range(arity)) for arity in arities]
    return dw.Dataset(NAMES[:n], states, columns, weights)


def draw_score(chance: Chance):
    return chance.pick(
        dw.BIC(),
        dw.BIC(),
        dw.AIC(),
        dw.BDeu(ess=chance.pick(0.01, 1.0, 10.0, 1000.0)),
        dw.BDeu(ess=1.0),
        dw.K2(),
        dw.LogLikelihood(),
    )


def world_of(data, score):
    """The scores of every family by the formula, without the core."""
    n = data.n_variables
    table = np.full((n, 1 << n), -np.inf)
    for child, name in enumerate(data.names):
        for mask in range(1 << n):
            if not mask >> child & 1:
                members = [data.names[p] for p in range(n) if mask >> p & 1]
                table[child, mask] = reference_score(data, score, name, members)
    return World(table, precision=1e-9)


@dataclass(frozen=True, eq=False)
class ScoreOfWorld:
    """A score of the user's that gives the scores of a world, whatever the data."""

    world: World

    def __call__(self, data, child, parents):
        return float(self.world.table[self.world.names.index(child), self.world.mask_of(parents)])


def dummy_data(world):
    """A table with the names of a world, for scores that do not look at it."""
    return dw.Dataset(world.names, [[0, 1]] * world.n, [[0, 1]] * world.n)


def draw_constraints(chance: Chance, names, *, required=0.3, limit=0.3):
    """Constraints of any kind, mostly few; None in half of all cases."""
    if chance.happens(0.5):
        return None
    while True:
        try:
            return _draw_constraints(chance, names, required, limit)
        except dw.ConstraintError:
            required *= 0.5


def _draw_constraints(chance, names, required, limit):
    edges = [(one, other) for one in names for other in names if one != other]
    wanted = chance.some(edges, 0.2) if chance.happens(required) else []
    unwanted = chance.some(edges, chance.pick(0.1, 0.4)) if chance.happens(0.5) else []
    tiers = []
    if chance.happens(0.3):
        tiers = [[] for _ in range(chance.between(1, 3))]
        for name in chance.shuffled(names):
            if chance.happens(0.8):
                chance.pick(*tiers).append(name)
        if chance.happens(0.2):
            chance.pick(*tiers).append("*")
    most = chance.between(0, len(names)) if chance.happens(limit) else None
    patterns = chance.happens(0.3)
    if patterns:
        wanted = [_as_patterns(chance, edge, names, 0.1) for edge in wanted]
        unwanted = [_as_patterns(chance, edge, names, 0.4) for edge in unwanted]
    ends = {
        end: [_as_pattern(chance, name, names, 0.2 * patterns) for name in chance.some(names, 0.3)]
        for end in chance.some(["roots", "leaves"], 0.15)
    }
    within = chance.pick(False, False, True, [chance.below(len(tiers))]) if tiers else False
    known = dw.Constraints(wanted, unwanted, tiers, most, forbid_within=within, **ends)
    known.resolve(names)  # what contradicts itself is drawn again
    return known


def _as_patterns(chance, edge, names, share):
    parent, child = (_as_pattern(chance, name, names, share) for name in edge)
    return edge if parent == child and len(names) == 1 else (parent, child)


def _as_pattern(chance, name, names, share):
    """A pattern that matches a name, and maybe others."""
    if not chance.happens(share):
        return name
    other = chance.pick(*names)
    pairs = [f"[{name}{other}]"] if len(name) == len(other) == 1 else []
    return chance.pick("*", "?" + name[1:], name[:-1] + "*", *pairs)


def draw_limits(chance: Chance, world, constraints):
    """Options of `solve`: mostly no limits, so that proofs are completed."""
    limits = {"threads": chance.pick(1, 1, 2), "seed": chance.below(3)}
    kind = chance.pick("", "", "", "", "", "time", "iterations", "memory", "target", "start")
    if kind == "time":
        limits["time_limit"] = chance.pick(0, 1e-4, 10)
    elif kind == "iterations":
        limits["iterations"] = chance.pick(0, 1, 2, 10, 100)
    elif kind == "memory":
        limits["memory_limit"] = chance.pick("1M", "2M", "64M")
    elif kind == "target":
        limits["target"] = float(chance.pick(*world.totals))
    elif kind == "start":
        allowed = np.flatnonzero(world.under(constraints or dw.Constraints()))
        limits["start"] = world.dag(chance.pick(*allowed))
    return limits
