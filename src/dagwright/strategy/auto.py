"""Which steps, in which order, for how long: decided here, for `learn` and `plan` alike."""

from __future__ import annotations

from dataclasses import dataclass, field

from dagwright.constraints import Constraints
from dagwright.errors import DagwrightError
from dagwright.parents import Selection, resolve_selection
from dagwright.scores import CustomScore, Score
from dagwright.search import MINOBS, HillClimbing, Method, resolve_method
from dagwright.search.bound_phase import SHARE_FOR_BOUND
from dagwright.strategy.bounding import Bound, BoundBeyond
from dagwright.strategy.exact import Exact
from dagwright.strategy.price import TrialSeconds
from dagwright.strategy.schedule import Schedule, Step, When
from dagwright.strategy.search_step import Search
from dagwright.strategy.trials import Trials
from dagwright.strategy.work import CutNumbers, FindSets, FirstPass, JoinFamilies

__all__ = [
    "Choice",
    "Thresholds",
    "choose",
    "make_schedule",
]

_GENERATIONS = 40
"""Of MINOBS where there is no memory for a proof: as many as come before one."""


@dataclass(frozen=True)
class Thresholds:
    """Where one way of learning takes over from another, and how time or iterations are shared.

    Attributes
    ----------
    exact
        Variables up to which a proof is within reach; beyond, better networks are worth more.
    sequential
        Variables up to which all pairs of parents can be tried; beyond, a search over DAGs finds
        good families sooner than the enumeration of candidate sets (docs/running.md).
    restarts
        Of hill climbing on a score that is a Python function.
    cuts, first_pass
        Shares of the time, or of the iterations, for cutting numbers, and for a first greedy pass.
    sets_for_proof, dags_for_proof
        Shares of the time for candidate sets, and of the rest for searches over DAGs, where
        complete sets would allow a proof.
    sets, dags
        The same where they are out of reach.
    trial, joining
        Of the time for searches over DAGs, for each trial; of the time after them, for joining.
    proof
        Of the time left, for a proof that is tried before a search that proves nothing.
    bound
        Of the time left, for a bound after such a search.
    memory_for_cuts, memory_for_sets, memory_on_scores, memory_over_sets
        Shares of the memory: for cutting numbers, for candidate sets, for a search on scores, whose
        memo has a share of its own, and for one over candidate sets, beside these.
    trials
        Seconds that `plan` tries a step for.
    """

    exact: int = 64
    sequential: int = 100
    restarts: int = 200
    cuts: float = 0.25
    first_pass: float = 0.25
    sets_for_proof: float = 1 / 2
    dags_for_proof: float = 1 / 2
    sets: float = 0.15
    dags: float = 0.8
    trial: float = 0.2
    joining: float = 0.1
    proof: float = 0.5
    bound: float = SHARE_FOR_BOUND
    memory_for_cuts: float = 1 / 2
    memory_for_sets: float = 1 / 4
    memory_on_scores: float = 1 / 4
    memory_over_sets: float = 5 / 8
    trials: TrialSeconds = field(default_factory=TrialSeconds)


@dataclass(frozen=True)
class Choice:
    """The method and the selection that were asked for, or chosen, and why."""

    method: Method
    selection: Selection | None
    """None if the method does not use candidate parent sets."""
    is_free: bool
    """Whether the user left the method open."""
    why_method: str
    why_selection: str = ""
    thresholds: Thresholds = field(default_factory=Thresholds)

    @property
    def entrants(self) -> tuple[Method, ...]:
        """Searches over DAGs that come in between if candidate sets are not complete in time.

        Single edges are far ahead where networks are dense, chains of them where they are sparse
        with many states, and the table does not show which (docs/running.md).
        """
        if not self.is_free or self.selection is None:
            return ()
        single = HillClimbing(restarts=None)
        return single, HillClimbing(restarts=None, neighbourhood="extended")

    @property
    def instead(self) -> tuple[Method, ...] | None:
        """What takes the place of the method if it does not fit; None if the user named it.

        All of it ends by itself, as the method does for which it stands.
        """
        if not self.is_free:
            return None
        if not self.method.proves:
            return ()
        return MINOBS(generations=_GENERATIONS), HillClimbing()

    def limits(self, constraints: Constraints | None) -> Constraints:
        """Return what every network has to respect: also a limit of the selection's."""
        asked = constraints or Constraints()
        return asked if self.selection is None else asked.limit_parents(self.selection.max_parents)


def choose(
    n_variables: int,
    score: Score | CustomScore,
    method: Method | str,
    selection: Selection | str,
    thresholds: Thresholds | None = None,
) -> Choice:
    """Choose what the user left open; `score` is an object or a function, not a name."""
    limits = Thresholds() if thresholds is None else thresholds
    chosen, because = _choose_method(method, score, n_variables, limits)
    why_method = f"Method: {chosen.name}, {because}."
    if chosen.needs != "parent sets":
        if selection != "auto":
            raise DagwrightError(
                f"{chosen.name} does not use candidate parent sets, so selection= does not apply"
            )
        return Choice(chosen, None, method == "auto", why_method, thresholds=limits)
    sets, because = _choose_selection(selection, n_variables, limits)
    why_sets = f"Candidate parent sets: {sets.name}, {because}."
    return Choice(chosen, sets, method == "auto", why_method, why_sets, limits)


def make_schedule(choice: Choice, n_variables: int) -> Schedule:
    """Return the steps of `learn`.

    Numbers are cut first. A method that takes scores as they come then has the rest. One that
    searches over candidate sets gets those first; where they are not complete in time, searches
    over DAGs come in between if the user left the method open, and their families join the sets.
    """
    t, method = choice.thresholds, choice.method
    cut = Step(CutNumbers(), t.cuts, t.memory_for_cuts)
    if choice.selection is None:
        work = Search(method, instead=choice.instead)
        search = Step(work, memory=t.memory_on_scores, reason=choice.why_method)
        return Schedule((cut, search), t.trials)
    quick = choice.is_free and not method.proves
    share_for_sets, share_for_dags = (
        (t.sets, t.dags) if quick else (t.sets_for_proof, t.dags_for_proof)
    )
    is_wide = n_variables > t.sequential
    first = Step(FirstPass(), t.first_pass, when=When.ALWAYS if is_wide else When.SETS_INCOMPLETE)
    sets = Step(
        FindSets(choice.selection),
        share_for_sets,
        t.memory_for_sets,
        reason=choice.why_selection,
    )
    steps = [cut, first, sets] if is_wide else [cut, sets, first]
    if choice.entrants:
        trials = Trials(choice.entrants, t.trial, t.joining)
        when = "Before the search" if is_wide else "If these are not complete in time"
        why = (
            f"{when}: hill climbing on the data, with single edges and with chains of them; the "
            "families it finds join the sets, which alone then miss good ones."
        )
        steps.append(
            Step(trials, share_for_dags, t.memory_on_scores, When.SETS_INCOMPLETE, reason=why)
        )
    steps.append(Step(JoinFamilies()))
    if quick:
        why = "If the candidate sets turn out to be complete: exact first, for a proof."
        prover = Search(Exact(), is_optional=True)
        steps.append(Step(prover, t.proof, t.memory_over_sets, When.SETS_COMPLETE, reason=why))
    whole = 1.0 if method.proves else 1 - t.bound
    memory, why = t.memory_over_sets, choice.why_method
    work = Search(method, instead=choice.instead)
    steps += [
        Step(work, whole, memory, When.SETS_COMPLETE, why),
        Step(work, whole * (1 - t.bound), memory, When.SETS_INCOMPLETE, why),
    ]
    if not method.proves:
        steps.append(Step(Bound(), 1 / 2, memory, When.SETS_INCOMPLETE))
        steps.append(Step(Bound(), memory=memory, when=When.SETS_COMPLETE))
    steps.append(Step(BoundBeyond(), memory=memory))
    return Schedule(tuple(steps), t.trials)


def _choose_method(
    method: Method | str, score: Score | CustomScore, n: int, limits: Thresholds
) -> tuple[Method, str]:
    if method != "auto":
        return resolve_method(method, others=["auto"]), "as asked"
    if not isinstance(score, Score):
        return (
            HillClimbing(restarts=limits.restarts),
            "since a score that is a Python function is too slow for more",
        )
    if n <= limits.exact:
        return Exact(), f"since with at most {limits.exact} variables a proof is within reach"
    return (
        MINOBS(),
        f"since beyond {limits.exact} variables better networks are worth more than a proof; "
        "it is the strongest search over orders",
    )


def _choose_selection(
    selection: Selection | str, n: int, limits: Thresholds
) -> tuple[Selection, str]:
    if selection != "auto":
        return resolve_selection(selection, others=["auto"]), "as asked"
    if n <= limits.sequential:
        return (
            resolve_selection("sequential"),
            "every set that could matter, small ones first, since there are at most "
            f"{limits.sequential} variables",
        )
    return (
        resolve_selection("independence"),
        f"the most promising sets first, since with more than {limits.sequential} variables "
        "there are too many to try all",
    )
