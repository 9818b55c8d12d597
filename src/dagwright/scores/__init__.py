"""Decomposable scores and the oracle that computes them."""

from dagwright.scores.aic import AIC
from dagwright.scores.base import SCORES, CustomScore, Score, describe_score, resolve_score
from dagwright.scores.bdeu import BDeu
from dagwright.scores.bic import BIC
from dagwright.scores.k2 import K2
from dagwright.scores.local_scores import LocalScores
from dagwright.scores.log_likelihood import LogLikelihood
from dagwright.scores.network_score import NetworkScore, score_network

__all__ = [
    "AIC",
    "BIC",
    "K2",
    "SCORES",
    "BDeu",
    "CustomScore",
    "LocalScores",
    "LogLikelihood",
    "NetworkScore",
    "Score",
    "describe_score",
    "resolve_score",
    "score_network",
]
