"""A griffe extension: our docstrings, which are reStructuredText, as the Markdown of the site."""

from __future__ import annotations

import inspect
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import griffe

sys.path.insert(0, str(Path(__file__).parent))
from site_hooks import math

from dagwright.parameters import default_of, parameters_of

_MATH_BLOCK = re.compile(r"^\.\. math::\s*(.+(?:\n[ \t]+\S.*)*)", re.MULTILINE)
_MATH_ROLE = re.compile(r":math:`([^`]+)`")
_CITATION = re.compile(r"\[(\d+)\]_")
_REFERENCE = re.compile(r"^\.\. \[(\d+)\]\s*((?:.+)(?:\n[ \t]+\S.*)*)", re.MULTILINE)
_LITERAL = re.compile(r"::\n\n((?:    .*\n|\n)+)")


class Markup(griffe.Extension):
    """Translates what the docstrings use: formulas, references, literal blocks.

    And shows parameters that are declared in fields as if they were written out.
    """

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        """List the parameters of a class that declares them in its fields, with their defaults."""
        made = getattr(import_module(cls.module.path), cls.name, None)
        declared = parameters_of(made)
        if declared and cls.docstring is not None:
            cls.docstring.value = as_markdown(inspect.getdoc(made))
        for name in declared.keys() & cls.members.keys():
            cls.members[name].value = repr(default_of(made, name))

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Translate; griffe calls it for every module, class, function and attribute."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(docstring: str) -> str:
    """Return the docstring in Markdown."""
    text = _MATH_BLOCK.sub(lambda found: math(found[1], "block"), docstring)
    text = _MATH_ROLE.sub(lambda found: math(found[1]), text)
    text = _CITATION.sub(r"\\[\1\\]", text)
    text = _REFERENCE.sub(lambda found: f"{found[1]}. {' '.join(found[2].split())}", text)
    return _LITERAL.sub(r":\n\n\1", text)
