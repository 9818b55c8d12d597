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
    "Choice",
    "Step",
    "choose",
]

MEMORY_ON_SCORES, MEMORY_OVER_SETS = 1 / 4, 5 / 8
"""Of the memory, for the search itself; scores and their memo take half, sets a quarter."""

_AUTO_RESTARTS = 200
_MOST_FOR_EXACT = 64
"""Variables; beyond, better networks are worth more than a proof."""
_MOST_FOR_SEQUENTIAL = 100
"""Variables; beyond, all pairs of parents are too many to begin with, and a search over DAGs finds
good families sooner than the enumeration of candidate sets (docs/running.md)."""

_COMPLETE_SHARES = 1 / 2, 1 / 2
"""Of the time for sets, and of the rest for searches over DAGs: complete sets allow a proof."""
_QUICK_SHARES = 1 / 5, 3 / 4
"""The same where complete sets are out of reach."""


@dataclass(frozen=True)
class Step:
    """A search over DAGs, one of several that share a time."""

    method: Method
    share: float
    """Of the time that the steps before have left."""
    from_best: bool = False
    """Whether it starts from the best network so far."""


_FIRST = (
    # One climb is there soon even for the widest data, SGS is far ahead of it where networks are
    # sparse, and restarts improve what both left where they are dense.
    Step(HillClimbing(), 1.0),
    Step(SGS(restarts=None), 0.4),
    Step(HillClimbing(restarts=None), 1.0, from_best=True),
)


@dataclass(frozen=True)
class Choice:
    """What to do, and why in words."""

    method: Method
    selection: Selection | None
    """How candidate parent sets are found; None if the method takes scores as they come."""
    first: tuple[Step, ...]
    """Searches over DAGs before, if the candidate sets are not complete by then; the families of
    the networks found join them."""
    share_for_sets: float
    """Of the time, for candidate parent sets."""
    share_for_first: float
    """Of the time that is then left, for the searches over DAGs; the rest goes to the method."""
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
        return Choice(chosen, None, (), 0.0, 0.0, tuple(reasons))
    sets, because = _choose_selection(selection, n)
    reasons.insert(0, f"Candidate parent sets: {sets.name}, {because}.")
    few = n <= _MOST_FOR_SEQUENTIAL
    first: tuple[Step, ...] = ()
    if method == "auto":
        first = _FIRST
        when = "If they are not complete in time" if few else "Before the search"
        reasons.insert(
            1,
            f"{when}: hill climbing and sgs on the data, whose families join the sets, which alone "
            "then miss good ones.",
        )
    shares = _COMPLETE_SHARES if chosen.proves or method != "auto" else _QUICK_SHARES
    return Choice(chosen, sets, first, *shares, tuple(reasons))


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
