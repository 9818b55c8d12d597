"""Statistics for comparing methods over many problems; needs scipy (extra `experiments`)."""

from __future__ import annotations

from dagwright.evaluate.statistics.effects import probability_of_superiority, rank_biserial
from dagwright.evaluate.statistics.friedman import FriedmanResult, friedman_test
from dagwright.evaluate.statistics.nemenyi import NemenyiResult, nemenyi_test
from dagwright.evaluate.statistics.pairwise import PairwiseResult, pairwise_wilcoxon
from dagwright.evaluate.statistics.profiles import performance_profile
from dagwright.evaluate.statistics.ranks import mean_ranks
from dagwright.evaluate.statistics.targets import expected_time_to_target, time_to_target
from dagwright.evaluate.statistics.wilcoxon import WilcoxonResult, wilcoxon_test
from dagwright.evaluate.statistics.wins import Wins, count_wins

__all__ = [
    "FriedmanResult",
    "NemenyiResult",
    "PairwiseResult",
    "WilcoxonResult",
    "Wins",
    "count_wins",
    "expected_time_to_target",
    "friedman_test",
    "mean_ranks",
    "nemenyi_test",
    "pairwise_wilcoxon",
    "performance_profile",
    "probability_of_superiority",
    "rank_biserial",
    "time_to_target",
    "wilcoxon_test",
]
