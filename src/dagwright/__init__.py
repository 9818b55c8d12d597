"""Learn the best-scoring Bayesian network for a table of data."""

from dagwright.errors import (
    ConstraintError,
    DagwrightError,
    DataError,
    FormatError,
    ResourceError,
)
from dagwright.graph import Cpdag, Dag, markov_equivalent

__all__ = [
    "ConstraintError",
    "Cpdag",
    "Dag",
    "DagwrightError",
    "DataError",
    "FormatError",
    "ResourceError",
    "markov_equivalent",
]
