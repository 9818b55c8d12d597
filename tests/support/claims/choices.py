"""Random methods and selections, each small enough to end in milliseconds."""

from dataclasses import fields

import dagwright as dw
from claims.chance import Chance


def _max_parents(chance):
    return chance.pick(None, None, 0, 1, 2)


def _heuristic(chance):
    return chance.pick(
        dw.SimpleHeuristic(),
        dw.StaticPatterns(),
        dw.DynamicPatterns(2, cover=chance.pick("greedy", "optimal")),
        dw.DynamicPatterns(3),
    )


MAKERS = {
    "hill-climbing": lambda c: dw.HillClimbing(
        restarts=c.between(1, 3),
        max_parents=_max_parents(c),
        neighbourhood=c.pick("adr", "extended"),
    ),
    "curriculum": lambda c: dw.Curriculum(search=dw.HillClimbing(max_parents=_max_parents(c))),
    "ges": lambda c: dw.GES(max_parents=_max_parents(c)),
    "lagd": lambda c: dw.LAGD(restarts=1, max_parents=_max_parents(c)),
    "tabu": lambda c: dw.TabuSearch(patience=3, max_parents=_max_parents(c)),
    "mmhc": lambda c: dw.MMHC(
        search=dw.TabuSearch(neighbourhood="adr", patience=3, max_parents=_max_parents(c))
    ),
    "sgs": lambda c: dw.SGS(restarts=1, max_parents=_max_parents(c)),
    "astar": lambda c: dw.AStar(_heuristic(c), queries=c.pick("table", "scan", "bits", "full")),
    "bfbnb": lambda c: dw.BFBnB(_heuristic(c), queries=c.pick("table", "scan", "bits", "full")),
    "dp": lambda c: dw.DynamicProgramming(),
    "ilp": lambda c: dw.ILP(),
    "asobs": lambda c: dw.ASOBS(restarts=c.between(1, 3)),
    "iinobs": lambda c: dw.IINOBS(restarts=1, soft_restart=2, hard_restart=3),
    "inobs": lambda c: dw.INOBS(improvement=c.pick("hybrid", "best", "first")),
    "minobs": lambda c: dw.MINOBS(population=4, crossovers=3, mutations=1, generations=2),
    "obs": lambda c: dw.OBS(restarts=c.between(1, 3)),
    "exact": lambda c: dw.Exact(generations=c.pick(1, 2)),
}
"""For each method a way to draw its parameters; a test says that none is missing."""

OVER_SETS = [name for name in MAKERS if dw.METHODS[name].needs != "data"]
ON_DATA = [name for name in MAKERS if dw.METHODS[name].needs != "parent sets"]


def draw_selection(chance: Chance):
    kind = chance.pick(dw.Sequential, dw.Sequential, dw.Greedy, dw.Independence)
    options = {"max_parents": chance.pick(None, None, None, 0, 1, 2, 3)}
    if chance.happens(0.4):
        options["max_evaluations"] = chance.pick(1, 2, 4, 7, 12)
    elif chance.happens(0.3):
        options["seconds_per_variable"] = 0
    if chance.happens(0.3):
        switches = [chance.happens(0.5) for _ in fields(dw.selection.Pruning)]
        options["pruning"] = dw.selection.Pruning(*switches)
    if kind is not dw.Sequential and chance.happens(0.3):
        options["max_open"] = chance.pick(1, 2, 4)
    if kind is dw.Independence:
        options["subsets_first"] = chance.happens(0.5)
    return kind(**options)
