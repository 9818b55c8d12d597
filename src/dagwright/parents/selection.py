"""What the three selections share, and how users name one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright.parameters import Parameters, parameter
from dagwright.parents.pruning import Pruning
from dagwright.registry import Registry

__all__ = ["SELECTIONS", "Selection", "resolve_selection"]


@dataclass(frozen=True)
class Selection(Parameters):
    """A way to choose which sets of parents are scored."""

    name: ClassVar[str]

    max_parents: int | None = parameter(
        None, at_least=0, help="The most parents of a set; None for no limit but the proven ones."
    )
    seconds_per_variable: float | None = parameter(
        None,
        at_least=0,
        help="The most time for one variable; None for a fair share of the whole time.",
    )
    max_evaluations: int | None = parameter(
        None,
        at_least=1,
        help="The most sets scored for one variable: a limit that gives the same lists every time.",
    )
    pruning: Pruning = parameter(Pruning(), help="The rules in force.")

    def core_options(self) -> tuple[int, bool]:
        """Return the size of the open list and whether subsets are scored first."""
        return getattr(self, "max_open", 1), getattr(self, "subsets_first", False)


SELECTIONS: Registry[Selection] = Registry("selection", Selection, "Sequential(max_parents=4)")
"""The selections by name."""

resolve_selection = SELECTIONS.resolve
