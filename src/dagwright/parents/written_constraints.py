"""Constraints as they were said: their parameters, files, and what contradicts itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

from dagwright.errors import ConstraintError, FormatError
from dagwright.files import read_text, write_whole
from dagwright.parents.constraint_words import (
    Edge,
    check_limit,
    make_edges,
    make_names,
    make_tiers,
    make_within,
)
from dagwright.parents.constraints_toml import words_from_toml, words_to_toml
from dagwright.parents.merge import combined_words
from dagwright.parents.name_patterns import has_wildcards
from dagwright.parents.resolve_names import wishes_of
from dagwright.parents.wishes import Wish, find_contradiction

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


def _as_lists(value: Any) -> Any:
    return [_as_lists(item) for item in value] if isinstance(value, tuple) else value
