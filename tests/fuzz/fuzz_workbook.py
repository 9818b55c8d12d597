"""Workbooks, through python-calamine."""

from __future__ import annotations

import io
import zipfile

from tests.fuzz.reading import read
from tests.support.workbooks import ods, xlsx

ROWS = [
    ["Title"],
    [],
    ["name", "age", "ok"],
    ["Ada", 36, True],
    ["Bob", 40.5, None],
    ["Total", 2, None],
]


def _stored(content: bytes) -> bytes:
    """Return the same archive without compression, so that changes reach the text in it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    return out.getvalue()


SEEDS = [
    _stored(xlsx({"a": ROWS, "b": [["x"], [1]]})),
    _stored(ods([["a", "b"], [1, "x"], [2, "y"]])),
]


def target(content: bytes) -> None:
    """Read the input as a workbook."""
    read(content, "t.xlsx")
