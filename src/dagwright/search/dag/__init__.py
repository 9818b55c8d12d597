"""Searches in the space of DAGs."""

from dagwright.search.dag.hill_climbing import HillClimbing
from dagwright.search.dag.sgs import SGS

__all__ = ["SGS", "HillClimbing"]
