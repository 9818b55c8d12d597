"""What a call was asked for beyond its defaults, so that it can be made again."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, Signature

__all__ = ["asked_for"]

# They decide where and how work is done, not what comes of it; the table knows its own options.
_WITHOUT_EFFECT = frozenset({"threads", "executor", "callbacks", "checkpoint", "options"})


def asked_for(call: Signature, arguments: Mapping[str, object]) -> dict[str, object]:
    """Return those arguments of a call that change its result and are not the defaults.

    Examples
    --------
    >>> import inspect
    >>> import dagwright as dw
    >>> arguments = {"data": "x.csv", "seed": 3, "method": "auto", "threads": 2}
    >>> asked_for(inspect.signature(dw.learn), arguments)
    {'seed': 3}
    """
    found = {}
    for name, parameter in call.parameters.items():
        usual = parameter.default
        if usual is Parameter.empty or name in _WITHOUT_EFFECT or name not in arguments:
            continue
        value = arguments[name]
        # An array, of an order to start from, cannot be compared with None.
        if value is not usual and (usual is None or value != usual):
            found[name] = value
    return found
