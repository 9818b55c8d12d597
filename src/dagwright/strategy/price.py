"""What a step is expected to take."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Price", "Quote"]


@dataclass(frozen=True)
class Quote:
    """What a step may take at most: seconds (None for no limit) and bytes."""

    seconds: float | None
    memory: int


@dataclass(frozen=True)
class Price:
    """A stage of the work and its estimate."""

    name: str
    seconds: float | None
    """About; None if unknown."""
    most_seconds: float | None
    """The time limit of this stage; None for none."""
    remark: str
    bytes: int = 0
    """That it needs at least."""
    fits: bool = True
    """Whether that is less than its share of the memory."""
