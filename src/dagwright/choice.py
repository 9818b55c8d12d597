"""Which search, over which candidate parent sets: decided here, for `learn` and `plan` alike."""

from __future__ import annotations

from dataclasses import dataclass

from dagwright.data import Dataset
from dagwright.errors import DagwrightError
from dagwright.parents import Selection, resolve_selection
from dagwright.scores import CustomScore, Score
from dagwright.search import MINOBS, SGS, Exact, HillClimbing, Method, resolve_method

__all__ = [
    "MEMORY_ON_SCORES",
    "MEMORY_OVER_SETS",
    "SHARE_FOR_FIRST",
    "SHARE_FOR_SETS",
    "Choice",
    "choose",
]

SHARE_FOR_FIRST = 0.5
"""Of the time, for a first search over DAGs where there is one."""
SHARE_FOR_SETS = 0.5
"""Of the time that is left, for candidate parent sets; the rest goes to the search and a bound."""
MEMORY_ON_SCORES, MEMORY_OVER_SETS = 1 / 4, 5 / 8
"""Of the memory, for the search itself; scores and their memo take half, sets a quarter."""

_AUTO_RESTARTS = 200
_MOST_FOR_EXACT = 64
"""Variables; beyond, better networks are worth more than a proof."""
_MOST_FOR_SEQUENTIAL = 100
"""Variables; beyond, all pairs of parents are too many to begin with, and the candidate sets that
are found leave out so many good families that a search over DAGs is ahead (docs/running.md)."""


@dataclass(frozen=True)
class Choice:
    """What to do, and why in words."""

    method: Method
    selection: Selection | None
    """How candidate parent sets are found; None if the method takes scores as they come."""
    first: tuple[Method, ...]
    """Searches over DAGs before; the families of the best network join the candidate sets."""
    reasons: tuple[str, ...]


def choose(
    data: Dataset,
    score: Score | CustomScore,
    method: Method | str,
    selection: Selection | str,
) -> Choice:
    """Choose what the user left open; `score` is an object or a function, not a name."""
    n = data.n_variables
    chosen, because = _choose_method(method, score, n)
    reasons = [f"Method: {chosen.name}, {because}."]
    if chosen.needs != "parent sets":
        if selection != "auto":
            raise DagwrightError(
                f"{chosen.name} takes scores as they come: selection is for methods that search "
                "over candidate parent sets"
            )
        return Choice(chosen, None, (), tuple(reasons))
    sets, because = _choose_selection(selection, n)
    reasons.insert(0, f"Candidate parent sets: {sets.name}, {because}.")
    first: tuple[Method, ...] = ()
    if method == "auto" and n > _MOST_FOR_SEQUENTIAL:
        # One climb is there soon even for the widest data; SGS finds better ones where it is fast.
        first = (HillClimbing(), SGS(restarts=None))
        reasons.insert(
            0,
            "First: hill-climbing, then sgs on the data, whose families join the candidate sets, "
            f"since with more than {_MOST_FOR_SEQUENTIAL} variables these alone miss good ones.",
        )
    return Choice(chosen, sets, first, tuple(reasons))


def _choose_method(method: Method | str, score: Score | CustomScore, n: int) -> tuple[Method, str]:
    if method != "auto":
        return resolve_method(method), "as asked"
    if not isinstance(score, Score):
        return (
            HillClimbing(restarts=_AUTO_RESTARTS),
            "since a score that is a Python function is too slow for more",
        )
    if n <= _MOST_FOR_EXACT:
        return Exact(), f"since with at most {_MOST_FOR_EXACT} variables a proof is within reach"
    return (
        MINOBS(),
        f"since beyond {_MOST_FOR_EXACT} variables better networks are worth more than a proof; "
        "it is the strongest search over orders",
    )


def _choose_selection(selection: Selection | str, n: int) -> tuple[Selection, str]:
    if selection != "auto":
        return resolve_selection(selection), "as asked"
    if n <= _MOST_FOR_SEQUENTIAL:
        return (
            resolve_selection("sequential"),
            "every set that could matter, small ones first, since there are at most "
            f"{_MOST_FOR_SEQUENTIAL} variables",
        )
    return (
        resolve_selection("independence"),
        f"the most promising sets first, since with more than {_MOST_FOR_SEQUENTIAL} variables "
        "there are too many to try all",
    )
