"""Learn the best-scoring Bayesian network for a table of data."""

from dagwright._core import version as __version__
from dagwright.data import Dataset, Discretizer, discretize, load_dataset, read_data
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
from dagwright.network import (
    BayesianNetwork,
    fit,
    load_network,
    read_network,
    read_structure,
    write_structure,
)
from dagwright.parents import (
    SELECTIONS,
    Constraints,
    Greedy,
    Independence,
    ParentSet,
    ParentSets,
    Pruning,
    Sequential,
    find_parent_sets,
    read_parent_sets,
)
from dagwright.running import Callback, Progress, ProgressDisplay
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
    SGS,
    HillClimbing,
    Result,
    Status,
    StopReason,

    TracePoint,
    solve,
    verify,
)

__all__ = [
    "AIC",
    "BIC",

    "K2",

    "METHODS",
    "SCORES",
    "SELECTIONS",
    "SGS",
    "BDeu",
    "BayesianNetwork",
    "Callback",
    "Comparison",
    "ConstraintError",
    "Constraints",
    "Cpdag",
    "Dag",
    "DagwrightError",
    "DataError",
    "Dataset",
    "Discretizer",
    "FormatError",
    "Greedy",
    "HillClimbing",
    "Independence",
    "LocalScores",
    "LogLikelihood",
    "NetworkScore",
    "ParentSet",
    "ParentSets",
    "Progress",
    "ProgressDisplay",
    "Pruning",
    "ResourceError",
    "Result",
    "Sequential",
    "Status",
    "StopReason",

    "TracePoint",
    "__version__",
    "compare",
    "discretize",
    "find_parent_sets",
    "fit",
    "learn",
    "load_dataset",
    "load_network",
    "markov_equivalent",
    "read_data",
    "read_network",
    "read_parent_sets",
    "read_structure",
    "score_network",
    "solve",
    "verify",
    "write_structure",
]
