"""Breadth-first branch and bound in the order graph."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.parameters import parameter
from dagwright.search.exact.heuristic import HEURISTICS, Heuristic
from dagwright.search.exact.state_space import OrderGraphMethod, Queries
from dagwright.search.exact.static_patterns import StaticPatterns
from dagwright.search.method import METHODS

__all__ = ["BFBnB"]


def _directory(spill: str | os.PathLike[str] | None) -> str | None:
    if spill is None:
        return None
    if not isinstance(spill, str | os.PathLike) or not os.fspath(spill):
        raise DagwrightError(f"spill={spill!r}: give a directory, or None")
    return os.fspath(spill)


@METHODS.register
@dataclass(frozen=True)
class BFBnB(OrderGraphMethod):
    """All sets of one size after those of the next smaller, without hopeless ones.

    A set is hopeless if the cost of the best way to it and the bound on what is left are together
    no less than the best network known costs. Only two layers are needed at a time, and they can
    be files: memory does not limit what can be proved. Layers are sorted, read and written in
    sequence, and shared by threads; the result does not depend on their number.

    References
    ----------
    Malone, Yuan, Hansen & Bridges (2011), Improving the scalability of optimal Bayesian network
    learning with external-memory frontier breadth-first branch and bound search, UAI.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=1))
    >>> dw.solve(sets, dw.BFBnB()).score == dw.solve(sets, dw.AStar()).score
    True
    """

    name: ClassVar[str] = "bfbnb"
    core = (_core.breadth_first_branch_and_bound,)

    heuristic: Heuristic | str = parameter(
        StaticPatterns(grouping="connected"),
        resolve=HEURISTICS.resolve,
        help="`SimpleHeuristic`, `DynamicPatterns` or `StaticPatterns`, or its name.",
    )
    queries: Queries = parameter(
        "table", help="How the best parents of a variable inside a set are found; as in `AStar`."
    )
    spill: str | os.PathLike[str] | None = parameter(
        None,
        resolve=_directory,
        help="A directory for the layers; None keeps them in memory. A run that was killed or "
        "stopped resumes from its last finished layer when it is repeated with the same directory. "
        "The files are removed once the proof is complete.",
    )
