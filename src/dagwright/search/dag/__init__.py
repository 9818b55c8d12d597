"""Searches in the space of DAGs."""

from dagwright.search.dag.hill_climbing import HillClimbing

__all__ = ["HillClimbing"]
