"""What the command line says about edges: the same options for every command that searches."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Annotated, Any

import typer

import dagwright as dw
from dagwright.cli.grouped import Command, takes
from dagwright.cli.lists import check_edge, match_edge, match_names

__all__ = ["ConstraintTexts", "Knowledge", "takes_constraints"]

_PANEL = "Constraints"


def _option(words: str, *declarations: str, **more: Any) -> Any:
    return typer.Option(*declarations, help=words, rich_help_panel=_PANEL, **more)


Texts = list[str] | None


@dataclass(frozen=True)
class ConstraintTexts:
    """What was typed about edges; which names it means is known once the table is read."""

    max_parents: Annotated[
        int | None, _option("The most parents a variable may have.", min=0, metavar="NUMBER")
    ] = None
    root: Annotated[
        Texts,
        _option(
            "Variables that nothing points to: age,sex. In all names, * is a wildcard: demo_*.",
            metavar="NAMES",
        ),
    ] = None
    leaf: Annotated[Texts, _option("Variables that point to nothing.", metavar="NAMES")] = None
    require: Annotated[
        Texts, _option("An edge that must be there: 'parent->child'. Repeat.", metavar="EDGE")
    ] = None
    forbid: Annotated[
        Texts,
        _option(
            "An edge that must not: 'parent->child', '*->age', 'lab_*->*'. Repeat.", metavar="EDGE"
        ),
    ] = None
    tier: Annotated[
        Texts,
        _option(
            "Names with commas between; no edge leads to an earlier tier. Repeat; '*' is all that "
            "are in no other tier.",
            metavar="NAMES",
        ),
    ] = None
    forbid_within: Annotated[
        bool, _option("No edges between variables of the same tier either.", "--forbid-within")
    ] = False
    constraints: Annotated[
        str | None,
        _option("Constraints from a file (.toml), besides those of options.", metavar="FILE"),
    ] = None

    def read(self) -> Knowledge:
        """Read the file and check what does not depend on names, before a long table is read."""
        for option, texts in (("--require", self.require), ("--forbid", self.forbid)):
            for text in texts or ():
                check_edge(option, text)
        file = None if self.constraints is None else dw.Constraints.read(self.constraints)
        return Knowledge(self, file or dw.Constraints())


@dataclass(frozen=True)
class Knowledge:
    """What was typed, and what is in the file."""

    texts: ConstraintTexts
    file: dw.Constraints

    def about(self, names: Collection[str]) -> dw.Constraints:
        """Return the constraints on a table with columns of these names, patterns as they are."""
        texts = self.texts
        typed = dw.Constraints(
            required=[match_edge("--require", text, names) for text in texts.require or ()],
            forbidden=[match_edge("--forbid", text, names) for text in texts.forbid or ()],
            tiers=[_listed("--tier", text, names) for text in texts.tier or ()],
            roots=[name for text in texts.root or () for name in _listed("--root", text, names)],
            leaves=[name for text in texts.leaf or () for name in _listed("--leaf", text, names)],
            max_parents=texts.max_parents,
        )
        both = self.file.combine(typed)
        if not texts.forbid_within:
            return both
        return both.combine(dw.Constraints(tiers=both.tiers, forbid_within=True))


def takes_constraints(*without: str) -> Callable[[Command], Command]:
    """Give a command the options of `ConstraintTexts`; it gets them as one argument `known`."""
    return takes(ConstraintTexts, "known", *without)


def _listed(option: str, text: str, names: Collection[str]) -> list[str]:
    found = match_names([text], names)
    if not found:
        raise dw.ConstraintError(f"{option} {text!r} names no variable")
    return found
