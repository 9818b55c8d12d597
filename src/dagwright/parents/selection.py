"""What the three selections share, and how users name one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.parameters import Parameters, core_options, parameter
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

    def options(self, seconds: float | None) -> _core.SelectionOptions:
        """Return its options in the terms of the core, with the seconds for each variable."""
        return core_options(
            _core.SelectionOptions,
            self,
            kind=self.name,
            seconds_per_variable=seconds,
            # What it has no parameter for is unused.
            max_open=getattr(self, "max_open", 1),
            subsets_first=getattr(self, "subsets_first", False),
        )


SELECTIONS: Registry[Selection] = Registry("selection", Selection, "Sequential(max_parents=4)")
"""The selections by name."""

resolve_selection = SELECTIONS.resolve
