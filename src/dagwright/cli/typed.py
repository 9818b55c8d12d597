"""The command that was typed: its options, and itself with some of them changed."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from dagwright.errors import DagwrightError, More

__all__ = ["Typed", "typed_command"]

_OTHERWISE = {
    "memory_limit": "memory",
    "time_limit": "time",
    "cuts": "cut",
    "required": "require",
    "forbidden": "forbid",
    "tiers": "tier",
    "roots": "root",
    "leaves": "leaf",
    "seconds_per_variable": "time_per_variable",
    "format": "form",
}
"""Parameters of the library that the command line calls otherwise."""


_BEGINNING, _END = r"(?<![^\s,=:>])", r"(?=$|[\s,=]|->)"
"""Of a name among others, in an edge or in an assignment."""


class Typed:
    """What was typed behind ``dagwright``, and what the options of that command are called.

    Parameters
    ----------
    command
        The command, of typer; None if there is none of that name.
    path
        The words that name it.
    rest
        What follows them.
    """

    def __init__(self, command: Any, path: Sequence[str], rest: Sequence[str]) -> None:
        self._path = list(path)
        self._rest = list(rest)
        options = [each for each in getattr(command, "params", ()) if each.opts[0].startswith("-")]
        self._options = {each.name: each for each in options}
        self._by_flag = {flag: o for o in options for flag in (*o.opts, *o.secondary_opts)}

    def words(self, parameter: str, value: object) -> list[str] | None:
        """Return how a parameter with a value is typed, None if this command cannot say it.

        What is off unless it is typed is not typed to be off.
        """
        option = self._option(parameter)
        if option is None:
            return None
        flag = max(option.opts, key=len)
        if option.is_flag:
            return [flag] if value else list(option.secondary_opts)
        if value is None:  # as if it were not typed
            return []
        values = value if isinstance(value, list | tuple) else [value]
        return [word for each in values for word in (flag, str(each))]

    def flag(self, parameter: str) -> str | None:
        """Return the option of a parameter, None if this command has none."""
        option = self._option(parameter)
        return None if option is None else max(option.opts, key=len)

    def value(self, name: str) -> str:
        """Return the last value that was typed for an option or argument, empty if unclear."""
        typed = [words for each, words in self._parts() if each == name]
        if not typed:
            return ""
        flag, *rest = typed[-1]
        return rest[0] if rest else flag.partition("=")[2]

    def with_cure(self, error: DagwrightError) -> str | None:
        """Return the command as an error says that it would do, ready to be pasted.

        None if it says nothing, or if this command has not all that it speaks of.
        """
        said = {name: self.words(name, value) for name, value in error.remedy.items()}
        if not (said or error.meant) or None in said.values():
            return None
        replaced = {
            self._option(name).name
            for name, value in error.remedy.items()
            if not isinstance(value, More)
        }
        parts = [(name, words) for name, words in self._parts() if name not in replaced]
        kept = _put_right(parts, error.meant)
        if kept is None:
            return None
        more = [word for words in said.values() for word in words or ()]
        at = kept.index("--") if "--" in kept else len(kept)  # behind it nothing is an option
        return shlex.join(["dagwright", *self._path, *kept[:at], *more, *kept[at:]])

    def _option(self, parameter: str) -> Any:
        return self._options.get(_OTHERWISE.get(parameter, parameter))

    def _parts(self) -> Iterator[tuple[str | None, list[str]]]:
        """Yield the words behind the command, those of an option together and with its name."""
        words = iter(self._rest)
        for word in words:
            flag, is_joined, _ = word.partition("=")
            option = self._by_flag.get(flag)
            if word == "--":
                yield None, [word, *words]
            elif option is None:
                yield None, [word]
            elif option.is_flag or is_joined:
                yield option.name, [word]
            else:
                yield option.name, [word, *(value for value in [next(words, None)] if value)]


def _put_right(
    parts: Sequence[tuple[str | None, list[str]]], meant: Mapping[str, str]
) -> list[str] | None:
    """Return the words of a command with others for some of them; None if these are not in it.

    A word may stand in a list, an edge or behind an equals sign, and a suffix behind the name of a
    file. A file of the same name as a column is left alone if an option names the column.
    """
    if not meant:
        return [word for _, words in parts for word in words]
    longest_first = sorted(meant, key=len, reverse=True)
    words = (
        ("" if word.startswith(".") else _BEGINNING) + re.escape(word) for word in longest_first
    )
    pattern = re.compile(rf"(?:{'|'.join(words)}){_END}")
    found: set[str] = set()

    def right(said: re.Match[str]) -> str:
        found.add(said[0])
        return meant[said[0]]

    for may_be_any in (False, True):
        parts = [
            (name, [pattern.sub(right, word) for word in words] if name or may_be_any else words)
            for name, words in parts
        ]
        if found == set(meant):
            return [word for _, words in parts for word in words]
    return None


def typed_command() -> Typed:
    """Return what this process was started with."""
    return _typed(tuple(sys.argv[1:]))


@lru_cache(maxsize=1)
def _typed(words: tuple[str, ...]) -> Typed:
    from dagwright.cli.app import whole_command  # noqa: PLC0415 - imports what imports this

    command = whole_command()
    at = 0
    while hasattr(command, "commands") and at < len(words) and words[at] in command.commands:
        command = command.commands[words[at]]
        at += 1
    return Typed(command, words[:at], words[at:])
