"""What counts as a neighbour: level, conditions and reliability of the tests of max-min."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from dagwright.errors import DagwrightError

__all__ = ["DegreesRule", "NeighbourRules", "check_degrees", "check_rows_per_cell"]

DegreesRule: TypeAlias = Literal["occurring", "effective"]
"""How degrees of freedom are counted; see `independence_test`."""


@dataclass(frozen=True)
class NeighbourRules:
    """The parameters that `mmpc`, `MMHC` and `Curriculum` share."""

    alpha: float = 0.05
    max_given: int | None = None
    symmetric: bool = True
    rows_per_cell: float = 5.0
    degrees: DegreesRule = "occurring"

    def __post_init__(self) -> None:
        if not _is_number(self.alpha) or not 0 < self.alpha < 1:
            raise DagwrightError(f"alpha={self.alpha!r}: give a number between 0 and 1")
        limit = self.max_given
        is_count = isinstance(limit, int) and not isinstance(limit, bool) and limit >= 0
        if limit is not None and not is_count:
            raise DagwrightError(f"max_given={limit!r}: give a whole number from 0, or None")
        if not isinstance(self.symmetric, bool):
            raise DagwrightError(f"symmetric={self.symmetric!r}: give True or False")
        check_rows_per_cell(self.rows_per_cell)
        check_degrees(self.degrees)


def check_rows_per_cell(rows: object) -> None:
    """Refuse all but numbers from 0."""
    if not _is_number(rows) or not 0 <= float(rows) < math.inf:  # type: ignore[arg-type]
        raise DagwrightError(f"rows_per_cell={rows!r}: give a number from 0")


def check_degrees(rule: object) -> None:
    """Refuse all but the rules that there are."""
    if rule not in get_args(DegreesRule):
        choices = ", ".join(map(repr, get_args(DegreesRule)))
        raise DagwrightError(f"degrees={rule!r}: give one of {choices}")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
