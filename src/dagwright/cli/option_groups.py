"""Options that belong together: one dataclass declares them for every command that takes them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any, get_type_hints

__all__ = ["takes_options"]

Command = Callable[..., None]


def takes_options(group: type, argument: str, *without: str) -> Callable[[Command], Command]:
    """Give a command the options of a group; it gets them as one argument.

    Parameters
    ----------
    group
        A dataclass whose fields are annotated as options.
    argument
        The name of the command's parameter for it.
    without
        Those that it does not take, because the word means something else there.
    """
    hints = get_type_hints(group, include_extras=True)
    options = [
        inspect.Parameter(
            each.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=each.default,
            annotation=hints[each.name],
        )
        for each in fields(group)
        if each.name not in without
    ]

    def with_options(command: Command) -> Command:
        signature = inspect.signature(command, eval_str=True)
        own = [p for p in signature.parameters.values() if p.name != argument]

        @wraps(command)
        def run(**arguments: Any) -> None:
            given = {each.name: arguments.pop(each.name) for each in options}
            command(**arguments, **{argument: group(**given)})

        parameters = [*own, *options]
        run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        return run

    return with_options
