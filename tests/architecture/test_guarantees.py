"""A promise without a test is none: every test that docs/guarantees.md names exists."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py::\w+)`", PAGE)))
PROMISES = [
    line for line in PAGE.splitlines() if line.startswith("| ") and line != "| promise | test |"
]


def test_every_promise_names_a_test():
    assert PROMISES
    assert [line for line in PROMISES if "`tests/" not in line] == []
    assert all(f"`{path}`" in PAGE for path in re.findall(r"tests/[\w/]+\.py::\w+", PAGE))


def test_every_test_that_the_page_names_exists():
    assert [named for named in NAMED if not is_a_test(*named.split("::"))] == []


def is_a_test(path, name):
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return name in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
