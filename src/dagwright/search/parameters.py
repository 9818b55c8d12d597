"""Checks of method parameters, made when the method is constructed."""

from __future__ import annotations

from dagwright.errors import DagwrightError

__all__ = ["check_choice", "check_count", "check_flag", "check_fraction"]


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


def check_choice(method: object, parameter: str, choices: tuple[str | None, ...]) -> None:
    """Refuse a parameter that is not one of some words (or None, if that is among them)."""
    value = getattr(method, parameter)
    if value not in choices:
        raise DagwrightError(
            f"{type(method).__name__}({parameter}={value!r}): "
            f"give one of {', '.join(map(str, choices))}"
        )


def check_flag(method: object, parameter: str) -> None:
    """Refuse a parameter that is neither True nor False."""
    value = getattr(method, parameter)
    if not isinstance(value, bool):
        raise DagwrightError(f"{type(method).__name__}({parameter}={value!r}): give True or False")


def check_fraction(method: object, parameter: str) -> None:
    """Refuse a parameter that is not a number from 0 to 1."""
    value = getattr(method, parameter)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise DagwrightError(
            f"{type(method).__name__}({parameter}={value!r}): give a number from 0 to 1"
        )
