"""How close a score must be to its bound to count as proved: the only place that says so."""

from __future__ import annotations

__all__ = ["is_proved", "proof_tolerance"]

_ABSOLUTE = 1e-6
_RELATIVE = 1e-9


def proof_tolerance(score: float) -> float:
    """Return the nats below a bound within which a score is proved optimal.

    Bounds include everything that was rounded on the way to them, so this is not an allowance for
    errors: it says which differences between networks do not matter.

    Examples
    --------
    >>> from dagwright.search.tolerance import proof_tolerance
    >>> proof_tolerance(-10.0), proof_tolerance(-1e6)
    (1e-06, 0.001)
    """
    return max(_ABSOLUTE, _RELATIVE * abs(score))


def is_proved(score: float, bound: float) -> bool:
    """Tell whether no network can score more than the tolerance above this score.

    Examples
    --------
    >>> from dagwright.search.tolerance import is_proved
    >>> is_proved(-18.0, -17.9999999), is_proved(-18.0, -17.9)
    (True, False)
    """
    return bound - score <= proof_tolerance(score)
