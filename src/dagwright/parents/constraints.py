"""What the user knows of the structure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import permutations
from os import PathLike
from typing import TYPE_CHECKING, Any

from dagwright.errors import ConstraintError, FormatError
from dagwright.files import read_text, write_whole
from dagwright.graph import Dag
from dagwright.graph.names import list_names
from dagwright.parents.constraint_words import (
    Edge,
    check_limit,
    make_edges,
    make_names,
    make_tiers,
    make_within,
)
from dagwright.parents.constraints_toml import words_from_toml, words_to_toml
from dagwright.parents.edge_levels import EdgeLevels
from dagwright.parents.merge import combined_words, implies_edges, merged_words
from dagwright.parents.name_patterns import NameReader, has_wildcards
from dagwright.parents.resolve_names import plain_words, wishes_of
from dagwright.parents.wishes import Wish, find_contradiction

if TYPE_CHECKING:
    from dagwright.data.columns.column import Column

__all__ = ["Constraints"]


@dataclass(frozen=True, repr=False)
class Constraints:
    """Knowledge that every network found must respect.

    A name may be a pattern as in a shell (``lab_*``, ``item?``, ``[ab]_score``), which stands for
    all variables that it matches; the name of a column is never read as a pattern.

    Parameters
    ----------
    required
        Edges (parent, child) that must be there: of patterns, from each variable that the first
        one matches to each that the second one matches, except from a variable to itself.
    forbidden
        Edges (parent, child) that must not.
    tiers
        Groups of variables in order: no edge leads from a later group to an earlier one.
        Variables in no group are free; ``"*"`` stands for all that are in no other group. A
        variable that is named belongs where it is named, whatever patterns match it.
    max_parents
        The most parents that a variable may have.
    roots
        Variables that nothing points to.
    leaves
        Variables that point to nothing.
    forbid_within
        Whether edges between variables of the same tier are forbidden too; or the places of the
        tiers for which they are, from 0.

    Raises
    ------
    ConstraintError
        As soon as they contradict each other; the message names the fewest that do. Names that
        the data does not know, and patterns that match none of them, are refused when the search
        begins, before any work.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.Constraints(roots=["age", "sex"], tiers=[["age", "sex"], ["*"]], max_parents=3)
    Constraints(tiers=(('age', 'sex'), ('*',)), max_parents=3, roots=('age', 'sex'))
    >>> dw.Constraints(required=[("a", "b")], forbidden=[("a", "b")])
    Traceback (most recent call last):
    dagwright.errors.ConstraintError: a -> b is required and also forbidden
    """

    required: tuple[Edge, ...] = ()
    forbidden: tuple[Edge, ...] = ()
    tiers: tuple[tuple[str, ...], ...] = ()
    max_parents: int | None = None
    roots: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    forbid_within: tuple[int, ...] = ()

    def __init__(
        self,
        required: Iterable[Edge] = (),
        forbidden: Iterable[Edge] = (),
        tiers: Iterable[Iterable[str]] = (),
        max_parents: int | None = None,
        *,
        roots: Iterable[str] = (),
        leaves: Iterable[str] = (),
        forbid_within: bool | Collection[int] = False,
    ) -> None:
        check_limit(max_parents)
        checked = make_tiers(tiers)
        for name, value in {
            "required": make_edges(required, "required"),
            "forbidden": make_edges(forbidden, "forbidden"),
            "tiers": checked,
            "max_parents": max_parents,
            "roots": make_names(roots, "roots"),
            "leaves": make_names(leaves, "leaves"),
            "forbid_within": make_within(forbid_within, len(checked)),
        }.items():
            object.__setattr__(self, name, value)
        if self.is_resolved:
            self._check(wishes_of(self, lambda text: (text,), self.tiers))
        else:
            # What is named plainly means the same in every table, so it is checked at once.
            Constraints(**self._plain_part())

    @cached_property
    def is_resolved(self) -> bool:
        """Whether every name is one of a variable, and none is a pattern; see `resolve`.

        Examples
        --------
        >>> import dagwright as dw
        >>> known = dw.Constraints(roots=["demo_*"])
        >>> known.is_resolved, known.resolve(["demo_age", "lab"]).is_resolved
        (False, True)
        """
        return not any(map(has_wildcards, self._names()))

    def _names(self) -> Iterable[str]:
        yield from (name for edge in (*self.required, *self.forbidden) for name in edge)
        yield from (name for tier in self.tiers for name in tier)
        yield from self.roots
        yield from self.leaves

    def _plain_part(self) -> dict[str, Any]:
        def plain(names: Iterable[str]) -> list[str]:
            return [name for name in names if not has_wildcards(name)]

        return {
            "required": [edge for edge in self.required if len(plain(edge)) == 2],
            "forbidden": [edge for edge in self.forbidden if len(plain(edge)) == 2],
            "tiers": [plain(tier) for tier in self.tiers],
            "roots": plain(self.roots),
            "leaves": plain(self.leaves),
            "forbid_within": self.forbid_within,
            "max_parents": self.max_parents,
        }

    def _check(self, wishes: Sequence[Wish]) -> None:
        found = find_contradiction(wishes)
        if found is not None:
            raise ConstraintError(found.words)

    def _with(self, **changes: Any) -> Constraints:
        """Return the same with other values of some parameters, and names read as before."""
        words = {field.name: getattr(self, field.name) for field in fields(self)} | changes
        return Constraints._of_names(words) if self.is_resolved else Constraints(**words)

    @classmethod
    def _of_names(cls, words: Mapping[str, Any]) -> Constraints:
        """Return constraints in which all names are those of variables, whatever they look like."""
        made = cls.__new__(cls)
        made.__dict__["is_resolved"] = True
        cls.__init__(made, **words)
        return made

    def resolve(
        self, names: Sequence[str], columns: Mapping[str, Column] | None = None
    ) -> Constraints:
        """Return what these constraints mean for some variables, without patterns.

        Parameters
        ----------
        names
            The variables.
        columns
            The columns of the table, of which some are not variables: the message says why.

        Raises
        ------
        ConstraintError
            If a name or a pattern means no variable, or if they contradict each other.

        Examples
        --------
        >>> import dagwright as dw
        >>> known = dw.Constraints(forbidden=[("lab_*", "age")], roots=["s?x"])
        >>> known.resolve(["age", "sex", "lab_1", "lab_2"])
        Constraints(forbidden=(('lab_1', 'age'), ('lab_2', 'age')), roots=('sex',))
        >>> known.resolve(["age", "sec", "lab_1"])
        Traceback (most recent call last):
        dagwright.errors.ConstraintError: unknown variables in the constraints: s?x (which matches none) (did you mean 'sec'?)
        """
        reader = NameReader(names, columns)
        if self.is_resolved:
            for name in self._names():
                reader.read(name)
            reader.check()
            return self
        words = plain_words(self, reader)
        self._check(wishes_of(self, reader.read, words["tiers"]))
        return Constraints._of_names(words)

    @cached_property
    def _levels(self) -> EdgeLevels:
        return EdgeLevels.of(self.tiers, self.forbid_within, self.roots, self.leaves)

    @cached_property
    def _forbidden_pairs(self) -> frozenset[Edge]:
        return frozenset(self.forbidden)

    def check_resolved(self) -> None:
        """Raise ConstraintError if there are patterns, of which nothing follows by themselves."""
        if not self.is_resolved:
            raise ConstraintError("these constraints have patterns: resolve(names) them first")

    def forbids(self, parent: str, child: str) -> bool:
        """Tell whether an edge is ruled out, by itself or by tiers, roots and leaves.

        Examples
        --------
        >>> import dagwright as dw
        >>> constraints = dw.Constraints(tiers=[["age"], ["job"]], leaves=["ill"])
        >>> constraints.forbids("job", "age"), constraints.forbids("age", "job")
        (True, False)
        >>> constraints.forbids("ill", "job")
        True
        """
        self.check_resolved()
        return self._levels.forbid(parent, child) or (parent, child) in self._forbidden_pairs

    def forbids_all(self, parents: Collection[str], children: Collection[str]) -> bool:
        """Tell whether tiers, roots and leaves rule out every edge from some variables to others.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints(tiers=[["age"], ["job", "car"]]).forbids_all(["job", "car"], ["age"])
        True
        """
        self.check_resolved()
        return self._levels.forbid_all(parents, children)

    def levels(self, names: Sequence[str]) -> tuple[list[int], list[int]]:
        """Return two numbers for each variable: an edge from a greater to a smaller is ruled out.

        The first are those of parents, the second those of children; both are empty if there are
        no tiers, roots and leaves. What the core takes: the edges that these forbid would be the
        square of the variables.
        """
        self.check_resolved()
        return self._levels.numbers(names)

    def warnings(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return what of these constraints does less than it seems to, among these variables.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints(tiers=[["age"]]).warnings(["age", "smoker"])[0]  # doctest: +ELLIPSIS
        "a single tier constrains nothing, for variables in no tier are free: put all others, '*'..."
        """
        tiers = [tier for tier in self.tiers if tier]
        if len(tiers) != 1 or self.tiers_bind:
            return ()
        first = set(tiers[0])
        if first >= set(names):
            return ("a single tier constrains nothing: all variables are in it",)
        listed = list_names(name for name in names if name in first)
        return (
            "a single tier constrains nothing, for variables in no tier are free: put all others, "
            f"'*', into a second one (tiers=), or, if nothing may point to {listed}, make them "
            "roots instead (roots=)",
        )

    def limit_parents(self, limit: int | None) -> Constraints:
        """Return these constraints with the smaller of the two limits on parents."""
        if limit is None or (self.max_parents is not None and self.max_parents <= limit):
            return self
        return self._with(max_parents=limit)

    def without_limit(self) -> Constraints:
        """Return what these constraints say about edges, without the limit on parents."""
        return self if self.max_parents is None else self._with(max_parents=None)

    def require(self, edges: Iterable[Edge]) -> Constraints:
        """Return these constraints with more required edges.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints(max_parents=2).require([("a", "b")])
        Constraints(required=(('a', 'b'),), max_parents=2)
        """
        return self._with(required=(*self.required, *edges))

    @property
    def binds(self) -> bool:
        """Whether any edge is demanded or ruled out."""
        return bool(self.required or self.forbidden or self.roots or self.leaves) or self.tiers_bind

    @property
    def tiers_bind(self) -> bool:
        """Whether the tiers rule out any edge."""
        apart = sum(map(bool, self.tiers)) > 1
        return apart or any(len(self.tiers[place]) > 1 for place in self.forbid_within)

    def merge(self, other: Constraints) -> Constraints:
        """Return constraints that hold iff these and the others do.

        Raises
        ------
        ConstraintError
            If they contradict each other, or if both have tiers, different ones, and patterns.

        Examples
        --------
        >>> import dagwright as dw
        >>> both = dw.Constraints(max_parents=3).merge(dw.Constraints(forbidden=[("a", "b")]))
        >>> both.max_parents, both.forbidden
        (3, (('a', 'b'),))
        """
        if not (self.is_resolved and other.is_resolved):
            return self.combine(other)
        if not other.binds or self.implies_edges_of(other):
            return self.limit_parents(other.max_parents)
        if not self.binds or other.implies_edges_of(self):
            return other.limit_parents(self.max_parents)
        return Constraints._of_names(merged_words(self, other))

    def combine(self, other: Constraints) -> Constraints:
        """Return both as they were written, patterns included; `merge` also takes two orders.

        Raises
        ------
        ConstraintError
            If they contradict each other, or if both have tiers, different ones.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints(roots=["demo_*"]).combine(dw.Constraints(roots=["age"]))
        Constraints(roots=('demo_*', 'age'))
        """
        words = combined_words(self, other)
        resolved = self.is_resolved and other.is_resolved
        return Constraints._of_names(words) if resolved else Constraints(**words)

    def implies_edges_of(self, other: Constraints) -> bool:
        """Tell whether a network that respects these respects what the others say about edges.

        True is certain; False may also mean that other variables could matter, for instance.
        """
        return implies_edges(self, other)

    def to_json(self) -> dict[str, Any]:
        """Return the constraints as plain values, without what is not set.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints(required=[("a", "b")], max_parents=2).to_json()
        {'required': [['a', 'b']], 'max_parents': 2}
        """
        return {name: _as_lists(value) for name, value in self._given().items()}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Constraints:
        """Undo `to_json` of constraints without patterns: all names are those of variables.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints.from_json({"required": [["a*", "b"]]}).is_resolved
        True
        """
        return cls._of_names(content)

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Constraints:
        """Return the constraints of a TOML file.

        Raises
        ------
        FormatError
            If the file cannot be read or is not of this form; the message names line or key.
        ConstraintError
            If the constraints contradict each other.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> import dagwright as dw
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "knowledge.toml"
        >>> _ = path.write_text('required = ["smoke -> lung"]\\nroots = ["age", "demo_*"]')
        >>> dw.Constraints.read(path)
        Constraints(required=(('smoke', 'lung'),), roots=('age', 'demo_*'))
        """
        try:
            return cls(**words_from_toml(read_text(path)))
        except ConstraintError as error:
            raise ConstraintError(f"{path}: {error}") from None
        except FormatError as error:
            # What cannot be read at all names the file itself.
            text = str(error)
            raise FormatError(text if text.startswith(str(path)) else f"{path}: {text}") from None

    def write(self, path: str | PathLike[str]) -> None:
        """Write a TOML file that `Constraints.read` reads.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> import dagwright as dw
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "knowledge.toml"
        >>> known = dw.Constraints(tiers=[["age", "sex"], ["*"]], forbid_within=[0])
        >>> known.write(path)
        >>> dw.Constraints.read(path) == known
        True
        """
        write_whole(path, self.to_toml())

    def to_toml(self) -> str:
        """Return what `write` writes.

        Examples
        --------
        >>> import dagwright as dw
        >>> print(dw.Constraints(required=[("a", "b")], roots=["a"]).to_toml())
        required = [
            "a -> b",
        ]
        roots = [
            "a",
        ]
        <BLANKLINE>
        """
        return words_to_toml(self._given())

    def _given(self) -> dict[str, Any]:
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in given.items() if value is not None and value != ()}

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self._given().items())
        return f"Constraints({given})"

    def forbidden_edges(self, names: Iterable[str]) -> set[Edge]:
        """Return every edge between some variables that is forbidden, by whatever.

        Examples
        --------
        >>> import dagwright as dw
        >>> sorted(dw.Constraints(roots=["a"]).forbidden_edges(["a", "b", "c"]))
        [('b', 'a'), ('c', 'a')]
        """
        return {edge for edge in permutations(names, 2) if self.forbids(*edge)}

    def violations(self, dag: Dag) -> list[str]:
        """Return what a network does against these constraints, in words; empty if nothing."""
        if not self.is_resolved:
            return self.resolve(dag.names).violations(dag)
        edges = set(dag.edges)
        found = [f"{_arrow(edge)} is required" for edge in self.required if edge not in edges]
        found += [f"{_arrow(edge)} is forbidden" for edge in sorted(edges) if self.forbids(*edge)]
        if self.max_parents is not None:
            for name in dag.names:
                count = len(dag.parents(name))
                if count > self.max_parents:
                    found.append(
                        f"{name!r} has {count} parents, at most {self.max_parents} allowed"
                    )
        return found


def _arrow(edge: Edge) -> str:
    return f"{edge[0]} -> {edge[1]}"


def _as_lists(value: Any) -> Any:
    return [_as_lists(item) for item in value] if isinstance(value, tuple) else value
