"""Constraints as they were said: their parameters, files, and what contradicts itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

from dagwright.constraints.constraints_toml import as_keys, words_from_toml, words_to_toml
from dagwright.constraints.merge import combined_words
from dagwright.constraints.name_patterns import has_wildcards
from dagwright.constraints.resolve_names import wishes_of
from dagwright.constraints.wishes import Edge, Wish, find_contradiction
from dagwright.errors import ConstraintError, FormatError
from dagwright.files import read_text, write_whole

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["WrittenConstraints"]


@dataclass(frozen=True, init=False, repr=False)
class WrittenConstraints:
    """What `Constraints` are made of, patterns included, whatever they mean for networks."""

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
        _check_limit(max_parents)
        checked = _make_tiers(tiers)
        for name, value in {
            "required": _make_edges(required, "required"),
            "forbidden": _make_edges(forbidden, "forbidden"),
            "tiers": checked,
            "max_parents": max_parents,
            "roots": _make_names(roots, "roots"),
            "leaves": _make_names(leaves, "leaves"),
            "forbid_within": _make_within(forbid_within, len(checked)),
        }.items():
            object.__setattr__(self, name, value)
        if not self.required:
            return  # nothing else contradicts anything
        if self.is_resolved:
            self._check(wishes_of(self, lambda text: (text,), self.tiers))
        else:
            # What is named plainly means the same in every table, so it is checked at once.
            type(self)(**self._plain_part())

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

    def _with(self, **changes: Any) -> Self:
        """Return the same with other values of some parameters, and names read as before."""
        words = {field.name: getattr(self, field.name) for field in fields(self)} | changes
        return self._of_names(words) if self.is_resolved else type(self)(**words)

    @classmethod
    def _of_names(cls, words: Mapping[str, Any]) -> Self:
        """Return constraints in which all names are those of variables, whatever they look like."""
        made = cls.__new__(cls)
        made.__dict__["is_resolved"] = True
        cls.__init__(made, **words)
        return made

    def combine(self, other: Self) -> Self:
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
        return self._of_names(words) if resolved else type(self)(**words)

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
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """Undo `to_json` of constraints without patterns: all names are those of variables.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Constraints.from_json({"required": [["a*", "b"]]}).is_resolved
        True
        """
        return cls._of_names(content)

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Self:
        r"""Return the constraints of a TOML file.

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
        >>> _ = path.write_text('required = ["smoke -> lung"]\nroots = ["age", "demo_*"]')
        >>> dw.Constraints.read(path)
        Constraints(required=(('smoke', 'lung'),), roots=('age', 'demo_*'))
        """
        try:
            return cls(**words_from_toml(read_text(path)))
        except ConstraintError as error:
            raise ConstraintError(f"{path}: {as_keys(error.message)}") from None
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


def _as_lists(value: Any) -> Any:
    return [_as_lists(item) for item in value] if isinstance(value, tuple) else value


def _make_edges(edges: Iterable[Edge], what: str) -> tuple[Edge, ...]:
    """Return each edge once."""
    if isinstance(edges, str) or not isinstance(edges, Iterable):
        raise ConstraintError(f"{what} is {edges!r}: give pairs of names (parent, child)")
    checked: dict[Edge, None] = {}
    for edge in edges:
        pair = not isinstance(edge, str) and hasattr(edge, "__len__") and len(edge) == 2
        if not pair or not all(isinstance(name, str) for name in edge):
            raise ConstraintError(f"{what} holds {edge!r}: give pairs of names (parent, child)")
        parent, child = edge
        if parent == child and not has_wildcards(parent):
            raise ConstraintError(
                f"{what} holds {parent} -> {child}: a variable is never its own parent"
            )
        checked[parent, child] = None
    return tuple(checked)


def _make_names(names: Iterable[str], what: str) -> tuple[str, ...]:
    """Return each name once."""
    # The string "ab" would pass as the two variables a and b.
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ConstraintError(f"{what} is {names!r}: give a list of names")
    checked = dict.fromkeys(names)
    for name in checked:
        if not isinstance(name, str):
            raise ConstraintError(f"{what} holds {name!r}: give a list of names")
    return tuple(checked)


def _make_tiers(tiers: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Return the tiers, in which no name is twice."""
    if isinstance(tiers, str) or not isinstance(tiers, Iterable):
        raise ConstraintError(f"tiers is {tiers!r}: give lists of names")
    checked = []
    seen: set[str] = set()
    for tier in tiers:
        if isinstance(tier, str) or not isinstance(tier, Iterable):
            raise ConstraintError(f"tiers holds {tier!r}: give lists of names")
        names = tuple(tier)
        if not all(isinstance(name, str) for name in names):
            raise ConstraintError(f"tiers holds {names!r}: give lists of names")
        for name in names:
            if name in seen:
                raise ConstraintError(f"{name!r} is in the tiers twice")
            seen.add(name)
        checked.append(names)
    return tuple(checked)


def _make_within(tiers: Collection[int] | bool, n_tiers: int) -> tuple[int, ...]:
    """Return the places of the tiers that have no edges inside."""
    if tiers is False:
        return ()
    if n_tiers == 0 and (tiers is True or tiers):
        raise ConstraintError("forbid_within= is about tiers: give some (tiers=)")
    if tiers is True:
        return tuple(range(n_tiers))
    if isinstance(tiers, str) or not isinstance(tiers, Iterable):
        raise ConstraintError(f"forbid_within={tiers!r}: give True, False or places of tiers")
    places = list(tiers)
    for place in places:
        if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < n_tiers:
            raise ConstraintError(
                f"forbid_within={place!r}: give places of tiers, from 0 to {n_tiers - 1}"
            )
    return tuple(sorted(set(places)))


def _check_limit(limit: int | None) -> None:
    """Refuse what is not a limit on parents."""
    if limit is None:
        return
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise ConstraintError(f"max_parents={limit!r}: give a whole number from 0, or None")
    if limit > 2**63 - 1:
        raise ConstraintError(f"max_parents={limit}: more than the core can count to; give None")
