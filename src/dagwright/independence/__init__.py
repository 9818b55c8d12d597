"""How variables depend on each other: information, tests, and who is next to whom."""

from dagwright.independence.g_test import IndependenceTest, independence_test
from dagwright.independence.information import mutual_information
from dagwright.independence.mmpc import Neighbours, find_neighbours, mmpc
from dagwright.independence.neighbour_rules import NeighbourRules

__all__ = [
    "IndependenceTest",
    "NeighbourRules",
    "Neighbours",
    "find_neighbours",
    "independence_test",
    "mmpc",
    "mutual_information",
]
