"""How to get a result again: the call, and with which versions."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Mapping
from dataclasses import fields, is_dataclass

import numpy as np

from dagwright import _core
from dagwright.constraints import Constraints
from dagwright.data import Dataset, Source
from dagwright.graph import Dag
from dagwright.moved import MOVED
from dagwright.parents import ParentSets
from dagwright.scores import SCORES, LocalScores
from dagwright.search import Result
from dagwright.search.explanation import describe_repetition
from dagwright.words import plural

__all__ = ["call_of", "versions"]

_CUTS = "cuts"
"""What `learn` calls the time in which it cut numbers."""
_LATER = ("score", "method", "seed")  # written in their own places


def call_of(result: Result, command: str | None, data: Dataset | None) -> str:
    """Return the command line, if there was one, and lines of Python that do the same.

    What cannot be written, such as a table that did not come from a file, is a line ``data = ...``
    with a comment that says what belongs there.
    """
    lines = [] if command is None else [f"$ {command}", ""]
    lines.append("import dagwright as dw")
    scoring = None if result.scoring is None else _name(result.scoring) or _written(result.scoring)
    if scoring is not None and scoring.isidentifier():
        lines.append(f"{scoring} = ...  # the same function (data, child, parents) -> float")
    learned = bool(result.reasons)
    if learned or isinstance(result.problem, LocalScores):
        lines.append(_table(data, _cut_by(result, data)))
    if learned:
        arguments = ["data"] + ([] if scoring is None else [f"score={scoring}"])
        if "method" in result.asked:
            arguments.append(f"method={_written(result.asked['method'])}")
    else:
        lines.append(_problem(result, scoring))
        arguments = ["problem", _written(result.method)]
    for name, value in result.asked.items():
        empty = isinstance(value, Constraints) and value == Constraints()
        if name not in _LATER and not empty:
            arguments.append(f"{name}={_written(value)}")
    arguments.append(f"seed={result.seed}")
    lines.append(f"result = dw.{'learn' if learned else 'solve'}({', '.join(arguments)})")
    if data is not None and _cut_by(result, data) == "call":
        lines.append(
            f"# numbers are cut again while learning: {_fingerprint(data)} of result.table"
        )
    if not result.reproducible:
        lines.append(f"# {describe_repetition(result)}")
    return "\n".join(lines)


def versions() -> str:
    """Return what was used, in one line."""
    return (
        f"dagwright {_core.version}, Python {platform.python_version()}, numpy {np.__version__}, "
        f"{platform.system()} {platform.machine()}"
    )


def _cut_by(result: Result, data: Dataset | None) -> str:
    """Return when cuts were found by learning: in this 'call', 'before' it, or 'never'."""
    found = data is not None and any(n.cuts.made_by == "learner" for n in data.numbers.values())
    if not found:
        return "never"
    return "call" if any(timing.name == _CUTS for timing in result.timings) else "before"


def _table(data: Dataset | None, cut: str) -> str:
    if data is None:
        return "data = ...  # the same table"
    size = f"{plural(data.n_rows, 'row')}, {plural(data.n_variables, 'variable')}"
    if cut != "call" or data.source is None:
        size += f", {_fingerprint(data)}"
    if data.source is None:
        return f"data = ...  # the same table, which did not come from a file: {size}"
    source = data.source
    if cut == "before":
        learned = {n: c for n, c in data.numbers.items() if c.cuts.made_by == "learner"}
        source = _with_cuts(source, {name: list(c.cuts.values) for name, c in learned.items()})
    return f"data = {source.code()}  # {size}"


def _fingerprint(data: Dataset) -> str:
    return f"fingerprint {data.fingerprint}"


def _with_cuts(source: Source, cuts: Mapping[str, list[float]]) -> Source:
    """Return the call with cuts that were found by an earlier one."""
    if source.function == "select" and isinstance(source.argument, Source):
        return Source("select", _with_cuts(source.argument, cuts), source.options)
    options = {**source.options, "cuts": {**source.options.get("cuts", {}), **cuts}}
    return Source(source.function, source.argument, options)


def _problem(result: Result, scoring: str | None) -> str:
    problem = result.problem
    if isinstance(problem, LocalScores) and scoring is not None:
        return f"problem = dw.LocalScores(data, {scoring})"
    if isinstance(problem, ParentSets):
        sizes = f"{plural(problem.n_sets, 'set')} of {plural(problem.n_variables, 'variable')}"
        return f"problem = ...  # the same candidate parent sets: {sizes}"
    return "problem = ...  # the same LocalScores or ParentSets"


def _name(scoring: object) -> str | None:
    """Return a name for a score of the user's own, None for one that can be written."""
    if type(scoring) in SCORES.values():
        return None
    name = str(getattr(scoring, "__name__", "score"))
    return name if name.isidentifier() else "score"


def _written(value: object) -> str:
    """Return an object as it would be written, without parameters that have their defaults.

    Examples
    --------
    >>> import dagwright as dw
    >>> _written(dw.HillClimbing(restarts=9)), _written(dw.BIC())
    ('dw.HillClimbing(restarts=9)', 'dw.BIC()')
    """
    if is_dataclass(value) and not isinstance(value, type):
        usual = type(value)()
        given = {field.name: getattr(value, field.name) for field in fields(value)}
        parts = [f"{k}={_written(v)}" for k, v in given.items() if v != getattr(usual, k)]
        name = type(value).__name__
        place = f"{MOVED[name]}." if name in MOVED else ""
        return f"dw.{place}{name}({', '.join(parts)})"
    if isinstance(value, Dag):
        return f"dw.Dag({list(value.names)!r}, {list(value.edges)!r})"
    if isinstance(value, Mapping | list | tuple):
        return _collection(value)
    if isinstance(value, os.PathLike):
        return repr(os.fspath(value))
    plain = value.tolist() if isinstance(value, np.generic | np.ndarray) else value
    infinite = isinstance(plain, float) and not math.isfinite(plain)
    return f"float('{plain}')" if infinite else repr(plain)


def _collection(value: Mapping[object, object] | list[object] | tuple[object, ...]) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_written(key)}: {_written(item)}" for key, item in value.items())
        return f"{{{inner}}}"
    inner = ", ".join(map(_written, value))
    return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
