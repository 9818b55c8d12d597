"""What all searches share, and the searches."""

from dagwright.search.dag import GES, LAGD, SGS, HillClimbing, TabuSearch
from dagwright.search.method import METHODS, Method, resolve_method
from dagwright.search.order import (
    ASOBS,
    IINOBS,
    INOBS,
    MINOBS,
    OBS,
    Cycle,
    DfsOrder,
    FasOrder,
    GreedyOrder,
    OrderBased,
    RandomOrder,
    Rank,
)
from dagwright.search.problem import Problem
from dagwright.search.result import Result, Status, StopReason, TracePoint
from dagwright.search.solve import solve
from dagwright.search.verify import verify

__all__ = [
    "ASOBS",
    "GES",
    "IINOBS",
    "INOBS",
    "LAGD",
    "METHODS",
    "MINOBS",
    "OBS",
    "SGS",
    "Cycle",
    "DfsOrder",
    "FasOrder",
    "GreedyOrder",
    "HillClimbing",
    "Method",
    "OrderBased",
    "Problem",
    "RandomOrder",
    "Rank",
    "Result",
    "Status",
    "StopReason",
    "TabuSearch",
    "TracePoint",
    "resolve_method",
    "solve",
    "verify",
]
