"""From the method of a plan to the object that searches."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from dagwright.errors import DagwrightError
from dagwright.experiments.plan import Spec
from dagwright.search import METHODS, Method
from dagwright.search.exact.heuristic import HEURISTICS

__all__ = ["find_unknown_method", "make_method"]

# Keys of a method's table that are about the run, not about the method.
_ABOUT_THE_RUN = {"name", "method", "climbs", "time_of", "filter", "alpha"}


def find_unknown_method(spec: Spec) -> str | None:
    """Return why a method cannot run in this version, or None if it can."""
    name = spec.get("method")
    return None if name is None or name in METHODS else f"this version has no method {name!r}"


def make_method(spec: Spec) -> Method:
    """Return the method of a table such as {method = "obs", restarts = 1, initial = "fas"}.

    Parameters
    ----------
    spec
        `method` is a name of `dagwright.METHODS`; `heuristic` a table {kind = "static", ...};
        `search` a table like this one; all other keys are parameters of the method, and the word
        "none" stands for None.
    """
    kind = METHODS[spec["method"]]
    options = {key: _make_option(key, spec[key]) for key in spec.keys() - _ABOUT_THE_RUN}
    known: set[str] = {field.name for field in fields(kind)} if is_dataclass(kind) else set()
    for key in sorted(options.keys() - known):
        raise DagwrightError(f"method {spec['name']}: {spec['method']} has no parameter {key!r}")
    return kind(**options)


def _make_option(key: str, value: Any) -> Any:
    if key == "heuristic":
        options = {k: tuple(v) if isinstance(v, list) else v for k, v in value.items()}
        return HEURISTICS.find(str(options.pop("kind")))(**options)
    if key == "search":
        return make_method({"name": key, **value})
    if value == "none":  # TOML has no word for it
        return None
    return tuple(value) if isinstance(value, list) else value
