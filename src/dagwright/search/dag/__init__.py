"""Searches in the space of DAGs."""

from dagwright.search.dag.curriculum import Curriculum
from dagwright.search.dag.ges import GES
from dagwright.search.dag.hill_climbing import HillClimbing
from dagwright.search.dag.lagd import LAGD
from dagwright.search.dag.mmhc import MMHC
from dagwright.search.dag.sgs import SGS
from dagwright.search.dag.tabu import TabuSearch

__all__ = ["GES", "LAGD", "MMHC", "SGS", "Curriculum", "HillClimbing", "TabuSearch"]
