"""Searches over orders of the variables."""

from dagwright.search.order.asobs import ASOBS
from dagwright.search.order.crossovers import Crossover, Cycle, OrderBased, Rank
from dagwright.search.order.iinobs import IINOBS
from dagwright.search.order.initial_orders import (
    DfsOrder,
    FasOrder,
    GreedyOrder,
    InitialOrder,
    RandomOrder,
)
from dagwright.search.order.inobs import INOBS
from dagwright.search.order.minobs import MINOBS
from dagwright.search.order.obs import OBS
from dagwright.search.order.walks import Annealing, Tabu

__all__ = [
    "ASOBS",
    "IINOBS",
    "INOBS",
    "MINOBS",
    "OBS",
    "Annealing",
    "Crossover",
    "Cycle",
    "DfsOrder",
    "FasOrder",
    "GreedyOrder",
    "InitialOrder",
    "OrderBased",
    "RandomOrder",
    "Rank",
    "Tabu",
]
