"""How to get a result again: the call, and with which versions."""

from __future__ import annotations

import platform
from dataclasses import fields, is_dataclass

import numpy as np

from dagwright import _core
from dagwright.data import Dataset
from dagwright.parents import Constraints
from dagwright.search import Result
from dagwright.search.explanation import describe_repetition

__all__ = ["call_of", "versions"]


def call_of(result: Result, command: str | None, data: Dataset | None) -> str:
    """Return the command line, if there was one, and the call in Python."""
    lines = [] if command is None else [f"$ {command}", ""]
    lines.append("import dagwright as dw")
    if result.reasons:
        lines.append('data = dw.read_data("...")' + _rows(data))
        arguments = ["data"]
    else:
        lines.append("problem = ...  # the same LocalScores or ParentSets")
        arguments = ["problem"]
    if result.scoring is not None and result.reasons:
        arguments.append(f"score={_written(result.scoring)}")
    asked = [reason for reason in result.reasons if reason.endswith("as asked.")]
    if not result.reasons:
        arguments.append(_written(result.method))
    elif any(reason.startswith("Method") for reason in asked):
        arguments.append(f"method={_written(result.method)}")
    if result.constraints != Constraints():
        arguments.append(f"constraints={_written(result.constraints)}")
    arguments.append(f"seed={result.seed}")
    name = "learn" if result.reasons else "solve"
    lines.append(f"result = dw.{name}({', '.join(arguments)})")
    lines += [f"# {reason}" for reason in asked if not reason.startswith("Method")]
    if not result.reproducible:
        lines.append(f"# {describe_repetition(result)}")
    return "\n".join(lines)


def versions() -> str:
    """Return what was used, in one line."""
    return (
        f"dagwright {_core.version}, Python {platform.python_version()}, numpy {np.__version__}, "
        f"{platform.system()} {platform.machine()}"
    )


def _rows(data: Dataset | None) -> str:
    if data is None:
        return ""
    return f"  # {data.n_rows} rows, {data.n_variables} variables, fingerprint {data.fingerprint}"


def _written(value: object) -> str:
    """Return an object as it would be written, without parameters that have their defaults.

    Examples
    --------
    >>> import dagwright as dw
    >>> _written(dw.HillClimbing(restarts=9)), _written(dw.BIC())
    ('dw.HillClimbing(restarts=9)', 'dw.BIC()')
    """
    if not is_dataclass(value) or isinstance(value, type):
        return getattr(value, "__name__", repr(value))
    usual = type(value)()
    parts = []
    for field in fields(value):
        current = getattr(value, field.name)
        if current != getattr(usual, field.name):
            inner = _written(current) if is_dataclass(current) else repr(current)
            parts.append(f"{field.name}={inner}")
    return f"dw.{type(value).__name__}({', '.join(parts)})"
