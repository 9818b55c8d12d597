"""What all searches share, and the searches."""

from dagwright.search.dag import GES, LAGD, SGS, HillClimbing, TabuSearch
from dagwright.search.method import METHODS, Method, resolve_method
from dagwright.search.problem import Problem
from dagwright.search.result import Result, Status, StopReason, TracePoint
from dagwright.search.solve import solve
from dagwright.search.verify import verify

__all__ = [
    "GES",
    "LAGD",
    "METHODS",
    "SGS",
    "HillClimbing",
    "Method",
    "Problem",
    "Result",
    "Status",
    "StopReason",
    "TabuSearch",
    "TracePoint",
    "resolve_method",
    "solve",
    "verify",
]
