"""Structure without numbers: directed acyclic graphs and their equivalence classes."""

from dagwright.graph.cpdag import Cpdag, markov_equivalent
from dagwright.graph.dag import Dag

__all__ = ["Cpdag", "Dag", "markov_equivalent"]
