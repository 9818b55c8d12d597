"""Learn the best-scoring Bayesian network for a table of data."""

from importlib.metadata import version as _version

from dagwright.data import Dataset, load_dataset, read_data
from dagwright.errors import (
    ConstraintError,
    DagwrightError,
    DataError,
    FormatError,
    ResourceError,
)
from dagwright.evaluate import Comparison, compare
from dagwright.graph import Cpdag, Dag, markov_equivalent
from dagwright.learn import learn
from dagwright.parents import Constraints, ParentSet, ParentSets, read_parent_sets
from dagwright.scores import (
    AIC,
    BIC,
    K2,
    SCORES,
    BDeu,
    LocalScores,
    LogLikelihood,
    NetworkScore,
    score_network,
)
from dagwright.search import (
    METHODS,
    Callback,
    HillClimbing,
    Progress,
    ProgressDisplay,
    Result,
    Status,
    StopReason,
    TracePoint,
    solve,
    verify,
)

__version__ = _version("dagwright")

__all__ = [
    "AIC",
    "BIC",
    "K2",
    "METHODS",
    "SCORES",
    "BDeu",
    "Callback",
    "Comparison",
    "ConstraintError",
    "Constraints",
    "Cpdag",
    "Dag",
    "DagwrightError",
    "DataError",
    "Dataset",
    "FormatError",
    "HillClimbing",
    "LocalScores",
    "LogLikelihood",
    "NetworkScore",
    "ParentSet",
    "ParentSets",
    "Progress",
    "ProgressDisplay",
    "ResourceError",
    "Result",
    "Status",
    "StopReason",
    "TracePoint",
    "compare",
    "learn",
    "load_dataset",
    "markov_equivalent",
    "read_data",
    "read_parent_sets",
    "score_network",
    "solve",
    "verify",
]
