"""Checks of method parameters, made when the method is constructed."""

from __future__ import annotations

import math

from dagwright.errors import DagwrightError

__all__ = [
    "check_choice",
    "check_count",
    "check_flag",
    "check_fraction",
    "check_from_zero",
    "check_level",
    "check_positive",
]


def check_choice(method: object, parameter: str, choices: tuple[str | None, ...]) -> None:
    """Refuse a parameter that is none of the choices."""
    value = getattr(method, parameter)
    if not any(value is choice or value == choice for choice in choices):
        raise DagwrightError(
            f"{type(method).__name__}({parameter}={value!r}): "
            f"give one of {', '.join(map(repr, choices))}"
        )


def check_flag(method: object, parameter: str) -> None:
    """Refuse a parameter that is neither True nor False."""
    value = getattr(method, parameter)
    if not isinstance(value, bool):
        raise DagwrightError(f"{type(method).__name__}({parameter}={value!r}): give True or False")


def check_count(method: object, parameter: str, smallest: int, *, optional: bool = True) -> None:
    """Refuse all but whole numbers from `smallest` on and, if optional, None."""
    value = getattr(method, parameter)
    if value is None and optional:
        return
    if isinstance(value, bool) or not isinstance(value, int) or value < smallest:
        raise DagwrightError(
            f"{type(method).__name__}({parameter}={value!r}): "
            f"give a whole number from {smallest}{', or None' if optional else ''}"
        )


def check_fraction(method: object, parameter: str) -> None:
    """Refuse a parameter that is not a number from 0 to 1."""
    value = getattr(method, parameter)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise DagwrightError(
            f"{type(method).__name__}({parameter}={value!r}): give a number from 0 to 1"
        )


def check_level(method: object, parameter: str) -> None:
    """Refuse a parameter that is not a number between 0 and 1."""
    value = getattr(method, parameter)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1:
        raise DagwrightError(
            f"{type(method).__name__}({parameter}={value!r}): give a number between 0 and 1"
        )


def check_from_zero(parameters: object, parameter: str) -> None:
    """Refuse a parameter that is neither 0 nor a finite number above it."""
    if getattr(parameters, parameter) != 0:
        check_positive(parameters, parameter)


def check_positive(parameters: object, parameter: str) -> None:
    """Refuse a parameter that is not a finite number above 0."""
    value = getattr(parameters, parameter)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 < value < math.inf:
        raise DagwrightError(
            f"{type(parameters).__name__}({parameter}={value!r}): give a number above 0"
        )
