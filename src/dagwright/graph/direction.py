"""What fixes the direction of an edge."""

from __future__ import annotations

from enum import Enum

__all__ = ["Direction"]


class Direction(str, Enum):
    """What fixes the direction of an edge.

    Examples
    --------
    >>> import dagwright as dw
    >>> [str(direction) for direction in dw.Direction]
    ['data', 'constraints', 'either']
    >>> dw.Direction.CONSTRAINTS.words
    'compelled by your constraints'
    """

    DATA = "data"
    CONSTRAINTS = "constraints"
    EITHER = "either"

    @property
    def words(self) -> str:
        """The same for a person to read."""
        return _WORDS[self.value]

    def __str__(self) -> str:
        return self.value


_WORDS = {
    "data": "compelled by the data",
    "constraints": "compelled by your constraints",
    "either": "either way",
}
