"""Structure without numbers: directed acyclic graphs and their equivalence classes."""

from dagwright.graph.cpdag import Cpdag, markov_equivalent
from dagwright.graph.dag import Dag
from dagwright.graph.direction import Direction
from dagwright.graph.mpdag import Mpdag

__all__ = ["Cpdag", "Dag", "Direction", "Mpdag", "markov_equivalent"]
