"""A warning where cuts are used that were only made for the time being."""

from __future__ import annotations

from collections.abc import Collection

from dagwright.data.dataset import Dataset
from dagwright.errors import warn_user
from dagwright.words import quoted

__all__ = ["warn_of_provisional_cuts"]

_NAMED = 5


def warn_of_provisional_cuts(table: Dataset, variables: Collection[str]) -> None:
    """Warn if variables are cut provisionally: `learn` cuts them again, elsewhere.

    Parameters
    ----------
    table
        The table that is used.
    variables
        Those of the network.
    """
    known = set(variables)
    open_ = [name for name in table.provisional if name in known]
    if open_:
        more = f" and {len(open_) - _NAMED} more" if len(open_) > _NAMED else ""
        warn_user(
            f"provisional cuts of {quoted(open_[:_NAMED])}{more}: learn cuts numbers again, and "
            "only its result knows where: decide as it did (like=), or say where to cut (cuts=)"
        )
