"""The tables of parameters in docs/, made of what the classes declare.

A page marks where one belongs, and of which classes; ``python tests/support/parameter_tables.py``
writes all of them.
"""

from __future__ import annotations

import re
from functools import reduce
from pathlib import Path

import dagwright as dw
from dagwright.parameters import default_of, parameters_of, values_of

PAGES = sorted((Path(__file__).parents[2] / "docs").glob("*.md"))
_BLOCK = re.compile(
    r"<!-- parameters of (?P<names>[\w., ]+) -->\n.*?<!-- end of parameters -->", re.DOTALL
)
_MATH = re.compile(r":math:`([^`]+)`")


def with_tables(page: str) -> str:
    """Return a page with its tables as they should be."""
    return _BLOCK.sub(_block, page)


def _block(marked: re.Match[str]) -> str:
    begin = f"<!-- parameters of {marked['names']} -->"
    table = _table(re.split(r",\s*", marked["names"]))
    return "\n".join([begin, "", *table, "", "<!-- end of parameters -->"])


def _table(names: list[str]) -> list[str]:
    several = len(names) > 1
    head = [*(["of"] if several else []), "parameter", "default", "values", "meaning"]
    lines = [_line(head), _line(["---"] * len(head)).replace(" ", "")]
    for name in names:
        kind = reduce(getattr, name.split("."), dw)
        for at, (each, declared) in enumerate(parameters_of(kind).items()):
            values = "" if declared.resolve else values_of(kind, each)
            row = [f"`{each}`", f"`{default_of(kind, each)!r}`", values, _markdown(declared.help)]
            first = f"`{name.split('.')[-1]}`" if at == 0 else ""
            lines.append(_line([first, *row] if several else row))
    return lines


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _markdown(text: str) -> str:
    return _MATH.sub(r"$\1$", text).replace("``", "`").replace("|", r"\|")


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")
