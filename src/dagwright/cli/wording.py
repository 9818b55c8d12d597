"""Messages of the library in the words of the command that was typed."""

from __future__ import annotations

import ast
import re
import shlex

from dagwright.cli.signals import named_ender
from dagwright.cli.typed import Typed, typed_command
from dagwright.errors import DagwrightError

__all__ = ["as_options", "error_lines"]

_VALUE = r"True\b|False\b|None\b|'[^'\n]*'|\"[^\"\n]*\"|\[[^\]\n]*\]|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
_SAID = rf"(?P<name>[a-z]+(?:_[a-z]+)*)=(?P<value>{_VALUE})?"
_MENTION = re.compile(
    # What is an option already,
    r"--[a-z][\w-]* [^\s:;]+"
    # and names and values of the user, which are in quotes, stay what they are.
    r"|(?<!\w)(?:'[^'\n]*'|\"[^\"\n]*\")(?![\w=])"
    rf"|(?P<hint> \({_SAID.replace('?P<name>', '?P<hinted>').replace('?P<value>', '?P<with>')}\))"
    rf"|(?<![\w'\"=./\\-])(?P<kind>[A-Z]\w*\()?{_SAID}(?(kind)\))(?![\w=/\\]|\.\w)"
)
_OR_NONE = re.compile(r",? or None(?: for [\w ]+)?(?=[;:,.)]|$)")
"""On the command line an option is left out instead."""
_TWICE = re.compile(r"(--[\w-]+)(?:,| or| and) \1\b(?! \w)")
"""Of parameters that are the same option."""


def as_options(text: str, typed: Typed | None = None) -> str:
    """Return a message that speaks of parameters so that it speaks of options.

    Messages write parameters as calls do: ``name=`` or ``name=value``. What the command has no
    option for is said in words, or left out where it is no more than a hint in parentheses.

    Examples
    --------
    >>> from dagwright.cli.app import whole_command
    >>> learn = Typed(whole_command().commands["learn"], ["learn"], ["a.csv"])
    >>> as_options("leave it out (exclude=), or allow them (max_states=)", learn)
    'leave it out (--exclude), or allow them (--max-states)'
    >>> as_options("missing='guess': choose another", learn), as_options("header=False", learn)
    ('--missing guess: choose another', '--no-header')
    >>> as_options("HillClimbing(restarts=0): give a whole number from 1, or None", learn)
    '--restarts 0: give a whole number from 1'
    >>> as_options("a smaller max_given=, or fewer rows (executor=)", learn)
    'a smaller max given, or fewer rows'
    """
    command = typed or typed_command()

    def translate(said: re.Match[str]) -> str:
        if said["hint"]:
            words = _words(said["hinted"], said["with"], command)
            return "" if words is None else f" ({words})"
        if not said["name"]:
            return said[0]
        words = _words(said["name"], said["value"], command)
        return _in_words(said["name"], said["value"]) if words is None else words

    return _TWICE.sub(r"\1", _OR_NONE.sub("", _MENTION.sub(translate, named_ender(text))))


def error_lines(error: DagwrightError) -> tuple[list[str], str | None]:
    """Return an error in the words of the command line, and a command that would do, if any."""
    typed = typed_command()
    lines = [as_options(line, typed) for line in error.message.split("\n")]
    return lines, typed.with_cure(error)


def _words(name: str, value: str | None, command: Typed) -> str | None:
    if value is None:
        return command.flag(name)
    words = command.words(name, ast.literal_eval(value))
    if words is None:
        return None
    return shlex.join(words) or f"no {command.flag(name)}"


def _in_words(name: str, value: str | None) -> str:
    return " ".join([name.replace("_", " "), *([value] if value else [])])
