"""The neighbourhoods by name, and what they hold."""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = ["MOVES", "NeighbourhoodName", "rows_per_variable"]

NeighbourhoodName: TypeAlias = Literal["adr", "adrs", "extended"]

_SINGLE = frozenset({"additions", "removals", "reversals"})
_CHAINS = frozenset({"addition_chains", "swap_chains"})
MOVES = {
    "adr": _SINGLE,
    "adrs": _SINGLE | {"swaps"},
    "extended": _SINGLE | {"swaps"} | _CHAINS,
}
"""The kinds of moves that each neighbourhood has, as counters name them."""


def rows_per_variable(neighbourhood: str, max_parents: int | None, n_variables: int) -> int:
    """Return how many rows of gains a search state holds for a variable, and a restart replaces.

    A swap of each parent takes one. Large families are rare, so a search without a limit is
    taken to have at most eight parents.
    """
    parents = min(n_variables - 1, 8 if max_parents is None else max_parents)
    return 2 if neighbourhood == "adr" else 2 * (1 + parents)
