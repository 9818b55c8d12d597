"""Exact searches over candidate parent sets, bounds, and the heuristics that guide them."""

from dagwright.search.exact.a_star import AStar
from dagwright.search.exact.bfbnb import BFBnB
from dagwright.search.exact.bound import CertifiedBound, bound
from dagwright.search.exact.dynamic_patterns import DynamicPatterns
from dagwright.search.exact.dynamic_programming import DynamicProgramming
from dagwright.search.exact.forecast import Forecast, forecast
from dagwright.search.exact.heuristic import Heuristic
from dagwright.search.exact.ilp import ILP
from dagwright.search.exact.simple_heuristic import SimpleHeuristic
from dagwright.search.exact.static_patterns import StaticPatterns

__all__ = [
    "ILP",
    "AStar",
    "BFBnB",
    "CertifiedBound",
    "DynamicPatterns",
    "DynamicProgramming",
    "Forecast",
    "Heuristic",
    "SimpleHeuristic",
    "StaticPatterns",
    "bound",
    "forecast",
]
