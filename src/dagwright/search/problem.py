"""What a search is about, and which methods take it: local scores, or lists of candidate sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeGuard, TypeVar

from dagwright import _core
from dagwright.constraints import Constraints, Scope, ScopedBound
from dagwright.data import Dataset
from dagwright.errors import ConstraintError, DagwrightError
from dagwright.graph import Dag
from dagwright.parents import ParentSets
from dagwright.scores import CustomScore, LocalScores, Score
from dagwright.search.method import Method, Needs, Run
from dagwright.words import list_names

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "MethodFor",
    "Problem",
    "Question",
    "candidate_sets",
    "check_start",
    "fitting",
    "make_start",
]

_Taken_contra = TypeVar("_Taken_contra", contravariant=True)
_Given = TypeVar("_Given", bound="Problem")

# What a method says in `needs` is checked by this and nowhere else.
_KINDS: dict[Needs, type] = {"scores": object, "data": LocalScores, "parent sets": ParentSets}


class Problem(Protocol):
    """What a search over DAGs asks of its problem.

    `LocalScores` and `ParentSets` are problems, and so is the stage of a curriculum.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""

    @property
    def score(self) -> Score | CustomScore | None:
        """What families are scored with, if known."""

    @property
    def oracle(self) -> _core.ScoreOracle:
        """Where the core gets scores from."""

    @property
    def oracle_bytes(self) -> int:
        """The memory that the oracle takes besides the problem."""

    def rule_out(self, rules: _core.Rules) -> None:
        """Rule out edges that no network of the problem has."""

    def add_up(self, dag: Dag) -> float:
        """Return the score of a network."""


class Question(Problem, Protocol):
    """What `solve` asks of its problem besides: what is known, and where to begin."""

    @property
    def data(self) -> Dataset | None:
        """The table, if it is known."""

    @property
    def constraints(self) -> Constraints:
        """What all networks of the problem respect."""

    @property
    def scope(self) -> Scope:
        """The class of networks that a bound on the problem covers."""

    @property
    def relaxed_score(self) -> float:
        """A score that no network exceeds: what the variables could reach each alone."""

    @property
    def counters(self) -> Mapping[str, int]:
        """What scoring has cost so far."""

    @property
    def identity(self) -> str:
        """What tells the problem from others, for a reader."""

    def bounds(self, proved: float | None = None) -> tuple[ScopedBound, ...]:
        """Return all that is known of its networks, given what a search has proved of them."""

    def restrict(self, constraints: Constraints) -> Self:
        """Return the problem without what the constraints rule out, as far as it lists it."""

    def least_network(self, constraints: Constraints) -> Dag:
        """Return the network of the edges that are required."""

    def network_from(self, start: Dag | Sequence[str]) -> Dag:
        """Return the network that a search begins with, from a network or an order."""


class MethodFor(Method, Protocol[_Taken_contra]):
    """A method that is known to take problems of a kind."""

    def estimate_bytes(self, problem: _Taken_contra) -> int:
        """Return the memory that it needs besides the problem, at most."""

    def run(self, problem: _Taken_contra, run: Run) -> None:
        """Search until done or stopped, and offer the best network found to `Run.known`."""


def fitting(method: Method, problem: _Given) -> MethodFor[_Given]:
    """Return the method, or refuse one that needs another kind of problem."""
    if _takes(method, problem):
        return method
    if method.needs == "data":
        raise DagwrightError(
            f"{method.name} needs the data; it cannot run on candidate parent sets: "
            "give solve the LocalScores"
        )
    raise DagwrightError(
        f"{method.name} searches over candidate parent sets: solve(find_parent_sets(scores), "
        "...), or let learn find them"
    )


def _takes(method: Method, problem: _Given) -> TypeGuard[MethodFor[_Given]]:
    return isinstance(problem, _KINDS[method.needs])


def candidate_sets(problem: Problem) -> ParentSets | None:
    """Return the problem, if it lists candidate sets."""
    return problem if isinstance(problem, ParentSets) else None


def make_start(
    problem: Question, start: Dag | Sequence[str] | None, constraints: Constraints
) -> tuple[Dag, tuple[int, ...] | None]:
    """Return a network that respects everything, and the order to start from if one was given.

    With candidate sets the network is the best one of the start's order: the families of a given
    network need not be in the lists.
    """
    start = check_start(problem.names, start, constraints)
    if start is None:
        return problem.least_network(constraints), None
    order = start.topological_order() if isinstance(start, Dag) else start
    index = {name: position for position, name in enumerate(problem.names)}
    return problem.network_from(start), tuple(index[name] for name in order)


def check_start(
    names: Sequence[str], start: Dag | Sequence[str] | None, constraints: Constraints
) -> Dag | tuple[str, ...] | None:
    """Return what to start from, or refuse what no search could."""
    if start is None:
        return None
    if isinstance(start, Dag):
        return _checked_dag(names, start, constraints)
    return _checked_order(names, start, constraints)


def _checked_order(
    names: Sequence[str], start: Sequence[str], constraints: Constraints
) -> tuple[str, ...]:
    order = () if isinstance(start, str) or not isinstance(start, Iterable) else tuple(start)
    if Counter(order) != Counter(names):
        raise DagwrightError("start must be a Dag, or an order that names every variable once")
    place = {name: position for position, name in enumerate(order)}
    for parent, child in constraints.required:
        if place[parent] > place[child]:
            raise ConstraintError(f"the order has {child!r} before a parent that it must have")
    return order


def _checked_dag(names: Sequence[str], start: Dag, constraints: Constraints) -> Dag:
    differing = set(start.names) ^ set(names)
    if differing:
        raise DagwrightError(
            f"start= and data differ in their variables: {list_names(sorted(differing))}"
        )
    violations = constraints.violations(start)
    if violations:
        raise ConstraintError(f"the start violates the constraints: {'; '.join(violations[:5])}")
    return start.reorder(names)
