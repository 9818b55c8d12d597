"""Which search, over which candidate parent sets: decided here, for `learn` and `plan` alike."""

from __future__ import annotations

from dataclasses import dataclass

from dagwright.data import Dataset
from dagwright.errors import DagwrightError
from dagwright.parents import Selection, resolve_selection
from dagwright.race import Race
from dagwright.running import check_time_limit
from dagwright.scores import CustomScore, Score
from dagwright.search import MINOBS, Exact, HillClimbing, Method, resolve_method

__all__ = [
    "MEMORY_ON_SCORES",
    "MEMORY_OVER_SETS",
    "SHARE_FOR_CUTS",
    "SHARE_FOR_PASS",
    "SHARE_FOR_PROVER",
    "Choice",
    "choose",
    "has_many",
    "least_limit",
]

MEMORY_ON_SCORES, MEMORY_OVER_SETS = 1 / 4, 5 / 8
"""Of the memory, for the search itself; scores and their memo take half, sets a quarter."""

_LEAST_SECONDS = 0.3
"""Any smaller limit means this: in less, nothing is found that would be worth a look."""

_AUTO_RESTARTS = 200
_MOST_FOR_EXACT = 64
"""Variables; beyond, better networks are worth more than a proof."""
_MOST_FOR_SEQUENTIAL = 100
"""Variables; beyond, all pairs of parents are too many to begin with, and a search over DAGs finds
good families sooner than the enumeration of candidate sets (docs/running.md)."""

SHARE_FOR_CUTS = 0.25
"""Of the time, at most, for cutting numbers so that the intervals follow the network."""
SHARE_FOR_PASS = 0.25
"""Of the time, at most, for a first greedy pass."""
SHARE_FOR_PROVER = 0.5
"""Of the time left, where a proof is tried before a search that proves nothing."""
_COMPLETE_SHARES = 1 / 2, 1 / 2
"""Of the time for sets, and of the rest for searches over DAGs: complete sets allow a proof."""
_QUICK_SHARES = 0.15, 0.8
"""The same where complete sets are out of reach."""


# Single edges are far ahead where networks are dense, chains of them where they are sparse with
# many states, and nobody can tell by looking at the table (docs/running.md).
_RACE = Race(
    (HillClimbing(restarts=None), HillClimbing(restarts=None, neighbourhood="extended")),
    share_for_trial=0.2,
    share_for_joining=0.1,
)


@dataclass(frozen=True)
class Choice:
    """What to do, and why in words."""

    method: Method
    selection: Selection | None
    """How candidate parent sets are found; None if the method takes scores as they come."""
    race: Race | None
    """Searches over DAGs before, if the candidate sets are not complete by then; the families of
    the networks found join them."""
    share_for_sets: float
    """Of the time, for candidate parent sets."""
    share_for_race: float
    """Of the time that is then left, for the searches over DAGs; the rest goes to the method."""
    reasons: tuple[str, ...]
    """Why this method and these sets."""
    reason_for_race: str = ""
    """Why searches over DAGs come in between, if they do."""
    prover: Method | None = None
    """What is tried first where the candidate sets turn out to be complete."""

    def explain(self, *, searches_dags: bool) -> tuple[str, ...]:
        """Return all reasons, in the order of the work."""
        if not searches_dags or not self.reason_for_race:
            return self.reasons
        return (self.reasons[0], self.reason_for_race, *self.reasons[1:])


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
        return Choice(chosen, None, None, 0.0, 0.0, tuple(reasons))
    sets, because = _choose_selection(selection, n)
    reasons.insert(0, f"Candidate parent sets: {sets.name}, {because}.")
    few = n <= _MOST_FOR_SEQUENTIAL
    race, why = None, ""
    if method == "auto":
        race = _RACE
        when = "If these are not complete in time" if few else "Before the search"
        why = (
            f"{when}: hill climbing on the data, with single edges and with chains of them; the "
            "families it finds join the sets, which alone then miss good ones."
        )
    shares = _COMPLETE_SHARES if chosen.proves or method != "auto" else _QUICK_SHARES
    prover = Exact() if method == "auto" and not chosen.proves else None
    if prover is not None:
        reasons.append(
            f"If the candidate sets turn out to be complete: {prover.name} first, for a proof."
        )
    return Choice(chosen, sets, race, *shares, tuple(reasons), why, prover)


def has_many(data: Dataset) -> bool:
    """Tell whether there are too many variables for sets of all pairs to come first."""
    return data.n_variables > _MOST_FOR_SEQUENTIAL


def least_limit(time_limit: float | None) -> float | None:
    """Return the seconds that a user's limit stands for."""
    check_time_limit(time_limit)
    return None if time_limit is None else max(_LEAST_SECONDS, time_limit)


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
