"""`Scope`: the class of networks that a bound or a proof is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from dagwright.constraints.constraints import Constraints
from dagwright.errors import DagwrightError
from dagwright.graph import Dag

__all__ = ["CandidateLists", "Scope", "ScopedBound"]


class CandidateLists(Protocol):
    """What a class of networks needs to know of candidate sets: `ParentSets` does."""

    @property
    def digest(self) -> str:
        """What identifies the lists."""

    @property
    def largest_size(self) -> int:
        """The size of the largest set."""

    def find(self, child: str, parents: Iterable[str]) -> object | None:
        """Return the set of a variable with exactly these members, None if it is not listed."""


@dataclass(frozen=True, eq=False)
class Scope:
    """A class of networks: all of them, or those that limit, constraints and lists leave.

    A proof says "no network of this class scores higher", so the class is part of the proof.
    ``str()`` gives it in words.

    Parameters
    ----------
    max_parents
        The most parents per variable; None for no limit.
    constraints
        What the networks respect, without patterns (see `Constraints.resolve`). A limit on parents
        among them counts as `max_parents`.
    candidate_sets
        The lists that every family is taken from; None if any family will do. A scope travels
        (pickle, JSON) with the digest of its lists instead, `ParentSets.digest`.
    given_cuts
        Whether numbers were cut into intervals: the class is then that of networks over the table
        as it was cut, and says nothing of other cuts.

    Examples
    --------
    >>> import dagwright as dw
    >>> print(dw.Scope())
    all networks
    >>> narrow = dw.Scope(max_parents=2, constraints=dw.Constraints(forbidden=[("a", "b")]))
    >>> print(narrow)
    networks with at most 2 parents per variable that respect the constraints
    >>> narrow.contains(dw.Dag(["a", "b"], [("b", "a")]))
    True
    >>> dw.Scope().includes(narrow), narrow.includes(dw.Scope())
    (True, False)
    """

    max_parents: int | None = None
    constraints: Constraints = field(default_factory=Constraints)
    candidate_sets: CandidateLists | str | None = None
    given_cuts: bool = False

    def __post_init__(self) -> None:
        own = Constraints(max_parents=self.max_parents).max_parents  # which are checked
        given = [limit for limit in (own, self.constraints.max_parents) if limit is not None]
        object.__setattr__(self, "max_parents", min(given, default=None))
        self.constraints.check_resolved()
        object.__setattr__(self, "constraints", self.constraints.without_limit())

    @property
    def digest(self) -> str | None:
        """What identifies the lists; None if there are none."""
        lists = self.candidate_sets
        return lists if lists is None or isinstance(lists, str) else lists.digest

    def narrow(self, constraints: Constraints) -> Scope:
        """Return the networks of this class that respect further constraints.

        Examples
        --------
        >>> import dagwright as dw
        >>> print(dw.Scope().narrow(dw.Constraints(max_parents=1)))
        networks with at most 1 parent per variable
        """
        merged = self.constraints.merge(constraints)
        return Scope(self.max_parents, merged, self.candidate_sets, self.given_cuts)

    def under_cuts(self) -> Scope:
        """Return the same class over a table whose numbers were cut.

        Examples
        --------
        >>> import dagwright as dw
        >>> print(dw.Scope().under_cuts())
        all networks given the cuts
        """
        return Scope(self.max_parents, self.constraints, self.candidate_sets, given_cuts=True)

    def contains(self, dag: Dag) -> bool:
        """Tell whether a network belongs to this class.

        Raises
        ------
        DagwrightError
            If the class is that of lists which did not travel with it.
        """
        return not self.objections(dag)

    def objections(self, dag: Dag) -> list[str]:
        """Say why a network does not belong to this class; empty if it does."""
        found = self.constraints.violations(dag) + Constraints(
            max_parents=self.max_parents
        ).violations(dag)
        lists = self.candidate_sets
        if lists is None:
            return found
        if isinstance(lists, str):
            raise DagwrightError("this scope was pickled without its candidate sets")
        for child in dag.names:
            if lists.find(child, dag.parents(child)) is None:
                members = ", ".join(dag.parents(child)) or "no parents"
                found.append(f"{members} is not a candidate set of {child!r}")
        return found

    def includes(self, other: Scope) -> bool:
        """Tell whether every network of the other class is known to belong to this one.

        False does not prove the opposite: lists are compared as a whole, for instance.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Scope(max_parents=3).includes(dw.Scope(max_parents=2))
        True
        """
        return (
            self._limit_includes(other)
            and other.constraints.implies_edges_of(self.constraints)
            and self._lists_include(other)
            and other.given_cuts >= self.given_cuts
        )

    def _limit_includes(self, other: Scope) -> bool:
        if self.max_parents is None:
            return True
        if other.max_parents is not None and other.max_parents <= self.max_parents:
            return True
        lists = other.candidate_sets
        if lists is None or isinstance(lists, str):
            return False
        return lists.largest_size <= self.max_parents

    def _lists_include(self, other: Scope) -> bool:
        mine, theirs = self.candidate_sets, other.candidate_sets
        if mine is None or mine is theirs:
            return True
        return theirs is not None and self.digest == other.digest

    def to_json(self) -> dict[str, Any]:
        """Return the class as plain values; lists are represented by their digest.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Scope(max_parents=2).to_json()
        {'text': 'networks with at most 2 parents per variable', 'max_parents': 2}
        """
        content: dict[str, Any] = {"text": str(self), "max_parents": self.max_parents}
        if self.constraints.binds:
            content["constraints"] = self.constraints.to_json()
        if self.digest is not None:
            content["candidate_sets"] = self.digest
        if self.given_cuts:
            content["given_cuts"] = True
        return content

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Scope:
        """Undo `to_json`; lists are known by their digest only.

        Examples
        --------
        >>> import dagwright as dw
        >>> scope = dw.Scope(max_parents=2, constraints=dw.Constraints(required=[("a", "b")]))
        >>> dw.Scope.from_json(scope.to_json()) == scope
        True
        """
        try:
            constraints = Constraints.from_json(content.get("constraints", {}))
            lists, cut = content.get("candidate_sets"), content.get("given_cuts", False)
            return cls(content["max_parents"], constraints, lists, cut)
        except (KeyError, TypeError) as error:
            raise DagwrightError(f"this is not a scope: {error}") from None

    def __str__(self) -> str:
        words = ["networks"]
        if self.candidate_sets is not None:
            words.append("of these candidate sets")
        if self.max_parents is not None:
            parents = "1 parent" if self.max_parents == 1 else f"{self.max_parents} parents"
            words.append(f"with at most {parents} per variable")
        if len(words) == 1:
            words.insert(0, "all")
        if self.constraints.binds:
            words.append("that respect the constraints")
        if self.given_cuts:
            words.append("given the cuts")
        return " ".join(words)

    def __eq__(self, other: object) -> bool:
        """Tell whether both are known to be the same class."""
        if not isinstance(other, Scope):
            return NotImplemented
        return self.includes(other) and other.includes(self)

    def __hash__(self) -> int:
        # A limit that the lists keep to anyway makes no other class.
        return hash(self.max_parents) if self.candidate_sets is None else hash("lists")

    def __getstate__(self) -> dict[str, Any]:
        # Lists may be large.
        return {**self.__dict__, "candidate_sets": self.digest}


class ScopedBound(NamedTuple):
    """No network of the class `scope` scores above `score`.

    Examples
    --------
    >>> import dagwright as dw
    >>> result = dw.learn(dw.load_dataset("wdbc"), method="hill-climbing")
    >>> print(result.bounds[0].scope)
    all networks
    """

    score: float
    scope: Scope
