"""What a call was asked for beyond its defaults, so that it can be made again."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["asked_for"]

# They decide where and how work is done, not what comes of it; the table knows its own options.
_WITHOUT_EFFECT = frozenset({"threads", "executor", "callbacks", "checkpoint", "options"})


def asked_for(function: Callable[..., Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of a function's arguments that change its result and are not the defaults.

    Examples
    --------
    >>> import dagwright as dw
    >>> asked_for(dw.learn, {"data": "x.csv", "seed": 3, "method": "auto", "threads": 2})
    {'seed': 3}
    """
    found = {}
    for name, parameter in inspect.signature(function).parameters.items():
        usual = parameter.default
        if usual is inspect.Parameter.empty or name in _WITHOUT_EFFECT or name not in arguments:
            continue
        value = arguments[name]
        # An array, of an order to start from, cannot be compared with None.
        if value is not usual and (usual is None or value != usual):
            found[name] = value
    return found
