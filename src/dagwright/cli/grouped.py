"""Options that several commands share, as the fields of a dataclass."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import wraps
from typing import Any, get_type_hints

__all__ = ["Command", "takes"]

Command = Callable[..., None]


def takes(group: type, argument: str, *without: str) -> Callable[[Command], Command]:
    """Give a command the options that are the fields of a dataclass; it gets them as one argument.

    Parameters
    ----------
    group
        A dataclass whose fields are annotated as typer wants it.
    argument
        The parameter of the command that takes an object of it; the options stand in its place.
    without
        Fields that are not options of this command; they have their defaults.
    """
    hints = get_type_hints(group, include_extras=True)
    shared = [each for each in fields(group) if each.name not in without]

    def with_options(command: Command) -> Command:
        signature = inspect.signature(command, eval_str=True)
        options = [
            inspect.Parameter(
                each.name,
                signature.parameters[argument].kind,
                default=inspect.Parameter.empty if each.default is MISSING else each.default,
                annotation=hints[each.name],
            )
            for each in shared
        ]

        @wraps(command)
        def run(**arguments: Any) -> None:
            given = {each.name: arguments.pop(each.name) for each in shared}
            command(**arguments, **{argument: group(**given)})

        parameters = [
            each
            for own in signature.parameters.values()
            for each in (options if own.name == argument else [own])
        ]
        run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        return run

    return with_options
