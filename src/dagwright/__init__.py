"""Learn the best-scoring Bayesian network for a table of data."""

from dagwright.errors import (
    ConstraintError,
    DagwrightError,
    DataError,
    FormatError,
    ResourceError,
)
from dagwright.evaluate import Comparison, compare
from dagwright.graph import Cpdag, Dag, markov_equivalent

__all__ = [
    "Comparison",
    "ConstraintError",
    "Cpdag",
    "Dag",
    "DagwrightError",
    "DataError",
    "FormatError",
    "ResourceError",
    "compare",
    "markov_equivalent",
]
