"""What all searches share, and the searches."""

from dagwright.search.dag import GES, LAGD, MMHC, SGS, Curriculum, HillClimbing, TabuSearch
from dagwright.search.exact import (
    ILP,
    AStar,
    BFBnB,
    CertifiedBound,
    DynamicPatterns,
    DynamicProgramming,
    Heuristic,
    SimpleHeuristic,
    StaticPatterns,
    bound,
)
from dagwright.search.method import METHODS, Method, resolve_method
from dagwright.search.order import (
    ASOBS,
    IINOBS,
    INOBS,
    MINOBS,
    OBS,
    Annealing,
    Cycle,
    DfsOrder,
    FasOrder,
    GreedyOrder,
    OrderBased,
    RandomOrder,
    Rank,
    Tabu,
)
from dagwright.search.portfolio import Exact
from dagwright.search.problem import Problem
from dagwright.search.result import Result, Status, StopReason, TracePoint
from dagwright.search.solve import solve
from dagwright.search.stage import Stage
from dagwright.search.verify import verify

__all__ = [
    "ASOBS",
    "GES",
    "IINOBS",
    "ILP",
    "INOBS",
    "LAGD",
    "METHODS",
    "MINOBS",
    "MMHC",
    "OBS",
    "SGS",
    "AStar",
    "Annealing",
    "BFBnB",
    "CertifiedBound",
    "Curriculum",
    "Cycle",
    "DfsOrder",
    "DynamicPatterns",
    "DynamicProgramming",
    "Exact",
    "FasOrder",
    "GreedyOrder",
    "Heuristic",
    "HillClimbing",
    "Method",
    "OrderBased",
    "Problem",
    "RandomOrder",
    "Rank",
    "Result",
    "SimpleHeuristic",
    "Stage",
    "StaticPatterns",
    "Status",
    "StopReason",
    "Tabu",
    "TabuSearch",
    "TracePoint",
    "bound",
    "resolve_method",
    "solve",
    "verify",
]
