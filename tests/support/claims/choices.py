"""Random methods and selections, each small enough to end in milliseconds."""

from dataclasses import fields

import dagwright as dw
from claims.chance import Chance
from dagwright.walk import Annealing, Tabu


def _max_parents(chance):
    return chance.pick(None, None, 0, 1, 2)


def _heuristic(chance):
    return chance.pick(
        dw.SimpleHeuristic(),
        dw.StaticPatterns(),
        dw.DynamicPatterns(2, cover=chance.pick("greedy", "optimal")),
        dw.DynamicPatterns(3),
    )


def _initial(chance):
    return chance.pick("random", "dfs", "fas", "greedy")


def _neighbourhood(chance):
    return chance.pick("adr", "adrs", "extended")


def _improvement(chance):
    return chance.pick(
        "hybrid",
        "best",
        "first",
        Annealing(start=chance.pick(1.0, 20.0), cooling=0.5),
        Tabu(length=chance.pick(1, 3), patience=chance.pick(1, 4)),
    )


MAKERS = {
    "hill-climbing": lambda c: dw.HillClimbing(
        restarts=c.between(1, 3),
        max_parents=_max_parents(c),
        perturbation=c.pick(0.7, 0.1, 1.0),
        neighbourhood=_neighbourhood(c),
    ),
    "curriculum": lambda c: dw.Curriculum(
        first=c.pick(3, 1, 2),
        unselected=c.pick("condition", "ignore"),
        search=dw.HillClimbing(max_parents=_max_parents(c)),
    ),
    "ges": lambda c: dw.GES(max_degree=c.pick(None, None, 1, 2), max_parents=_max_parents(c)),
    "lagd": lambda c: dw.LAGD(
        look_ahead=c.pick(2, 1, 3),
        directions=c.pick(5, 1, 2),
        restarts=c.between(1, 2),
        max_parents=_max_parents(c),
    ),
    "tabu": lambda c: dw.TabuSearch(
        neighbourhood=_neighbourhood(c),
        tabu_length=c.pick(100, 1, 3),
        patience=c.between(1, 4),
        restarts=c.between(1, 2),
        max_parents=_max_parents(c),
    ),
    "mmhc": lambda c: dw.MMHC(
        alpha=c.pick(0.05, 0.5, 1e-6),
        max_given=c.pick(None, 0, 1),
        search=dw.TabuSearch(neighbourhood="adr", patience=3, max_parents=_max_parents(c)),
    ),
    "sgs": lambda c: dw.SGS(
        neighbourhood=_neighbourhood(c),
        restarts=c.between(1, 2),
        start=c.pick("empty", "random"),
        max_parents=_max_parents(c),
        candidate_filter=c.pick("auto", "before", "during", None),
        repair=c.happens(0.5),
    ),
    "astar": lambda c: dw.AStar(_heuristic(c), queries=c.pick("table", "scan", "bits", "full")),
    "bfbnb": lambda c: dw.BFBnB(_heuristic(c), queries=c.pick("table", "scan", "bits", "full")),
    "dp": lambda c: dw.DynamicProgramming(),
    "ilp": lambda c: dw.ILP(),
    "asobs": lambda c: dw.ASOBS(restarts=c.between(1, 3), initial=_initial(c)),
    "iinobs": lambda c: dw.IINOBS(
        perturbation=c.pick(0.03, 0.5),
        leeway=c.pick(5e-05, 0.0, 0.1),
        soft_restart=c.between(1, 3),
        hard_restart=c.between(1, 4),
        restart_rule=c.pick("code", "paper"),
        restarts=c.between(1, 2),
        initial=_initial(c),
    ),
    "inobs": lambda c: dw.INOBS(
        improvement=_improvement(c),
        restarts=c.between(1, 3),
        radius=c.pick(None, 1, 2),
        initial=_initial(c),
    ),
    "minobs": lambda c: dw.MINOBS(
        population=c.between(2, 4),
        crossover=c.pick("order-based", "rank", "cycle"),
        crossovers=c.between(0, 3),
        mutations=c.between(1, 2),
        mutation_power=c.pick(0.01, 0.5),
        diversify_after=c.pick(32, 1),
        keep=1,
        islands=c.between(1, 2),
        migrate_every=c.between(1, 2),
        generations=c.between(1, 3),
        initial=_initial(c),
    ),
    "obs": lambda c: dw.OBS(
        restarts=c.between(1, 3),
        max_iterations=c.pick(500, 1, 3),
        tabu=c.pick(None, 1, 3),
        initial=_initial(c),
    ),
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
