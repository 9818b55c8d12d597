"""What counts as a neighbour: level, conditions and reliability of the tests of max-min."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from dagwright.parameters import Parameters, parameter

__all__ = ["DegreesRule", "NeighbourRules"]

DegreesRule: TypeAlias = Literal["occurring", "effective"]
"""How degrees of freedom are counted; see `independence_test`."""


@dataclass(frozen=True, kw_only=True)
class NeighbourRules(Parameters):
    """The parameters that `mmpc`, `MMHC` and `Curriculum` share."""

    called: ClassVar[str] = ""  # a function's parameters need no class before them

    alpha: float = parameter(
        0.05, above=0, below=1, help="Level of the tests: a larger p-value counts as independence."
    )
    max_given: int | None = parameter(
        None,
        at_least=0,
        help="The most variables that a test conditions on; None for no limit but that of the "
        "rows.",
    )
    symmetric: bool = parameter(
        True, help="Whether both of two neighbours must find each other, or either."
    )
    rows_per_cell: float = parameter(
        5.0, at_least=0, help="Rows that a test needs per cell of its table to count: see `mmpc`."
    )
    degrees: DegreesRule = parameter(
        "occurring", help="How degrees of freedom are counted: see `independence_test`."
    )
