"""What is wrong with the words that were typed, in plain words: typer's are about types."""

from __future__ import annotations

import re
from typing import Any

from dagwright.cli.typed import typed_command
from dagwright.errors import DagwrightError
from dagwright.suggestions import did_you_mean, meant_by

__all__ = ["usage_error"]

_EXPECTED = [
    (re.compile(r"valid integer|int_parsing|unable to parse.*integer"), "give a whole number"),
    (re.compile(r"valid number|valid float"), "give a number"),
    (re.compile(r"greater than or equal to (\S+)"), r"give a number from \1"),
    (re.compile(r"less than or equal to (\S+)"), r"give a number up to \1"),
    (re.compile(r"is not one of (.*?)\.?$"), r"choose one of \1"),
]
_SURPLUS = re.compile(r"unexpected extra arguments?(?:\(s\))? \((.*)\)")
_NO_COMMAND = re.compile(r"No such command ['\"](.*?)['\"]")


def usage_error(error: Any) -> DagwrightError:
    """Return an error of typer's as one of ours.

    Its classes are known by their names only: typer has its own copy of click or takes the
    installed one.
    """
    message: str = error.format_message()
    context: Any = getattr(error, "ctx", None)
    command: Any = getattr(context, "command", None)
    kind = type(error).__name__
    unknown, surplus = _NO_COMMAND.search(message), _SURPLUS.search(message)
    if kind == "NoSuchOption":
        flags = [flag for each in command.get_params(context) for flag in _flags(each)]
        return _unknown("option", error.option_name, flags)
    if unknown is not None and hasattr(command, "commands"):
        return _unknown("command", unknown[1], list(command.commands))
    if kind == "MissingParameter" and error.param is not None:
        flags = sorted(_flags(error.param), key=len)
        name = flags[-1] if flags else error.param.metavar or error.param.name
        return DagwrightError(f"{name} is missing")
    if surplus is not None:
        return DagwrightError(f"too many arguments: what is {surplus[1]}?")
    if kind == "BadParameter":
        return DagwrightError(_about_value(error))
    return DagwrightError(message)


def _flags(option: Any) -> list[str]:
    return [flag for flag in (*option.opts, *option.secondary_opts) if flag.startswith("-")]


def _unknown(what: str, word: str, known: list[str]) -> DagwrightError:
    return DagwrightError(
        f"no {what} is called {word}{did_you_mean(word, known)}", meant=meant_by([word], known)
    )


def _about_value(error: Any) -> str:
    """Return what an option or argument expects."""
    option: Any = getattr(error, "param", None)
    for pattern, words in _EXPECTED if option is not None else ():
        found = pattern.search(error.message)
        if found is not None:
            said = [max(option.opts, key=len), typed_command().value(option.name)]
            return f"{' '.join(filter(None, said))}: {found.expand(words)}"
    message: str = error.format_message()
    return message
