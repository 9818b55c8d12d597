"""Searches that end with a proof."""

from dagwright.search.exact.a_star import AStar
from dagwright.search.exact.bfbnb import BFBnB
from dagwright.search.exact.dynamic_patterns import DynamicPatterns
from dagwright.search.exact.dynamic_programming import DynamicProgramming
from dagwright.search.exact.heuristic import Heuristic
from dagwright.search.exact.simple_heuristic import SimpleHeuristic
from dagwright.search.exact.static_patterns import StaticPatterns

__all__ = [
    "AStar",
    "BFBnB",
    "DynamicPatterns",
    "DynamicProgramming",
    "Heuristic",
    "SimpleHeuristic",
    "StaticPatterns",
]
