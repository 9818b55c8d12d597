"""Files of SPSS and Stata, through pyreadstat. The first byte chooses the kind of file."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pandas as pd
import pyreadstat
from tests.fuzz.reading import read

NAMES = ("t.sav", "t.zsav", "t.dta", "t.por", "t.bin")
FRAME = pd.DataFrame({"sex": [1.0, 2.0, 9.0], "age": [31.0, 45.5, None], "town": ["Ulm", "", "x"]})
LABELS = {"sex": {1: "male", 2: "female", 9: "refused"}}


def _written() -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(Path(folder) / name) for name in NAMES]
        more = {"variable_value_labels": LABELS, "missing_ranges": {"sex": [9]}}
        pyreadstat.write_sav(FRAME, paths[0], **more)
        pyreadstat.write_sav(FRAME, paths[1], compress=True, **more)
        pyreadstat.write_dta(FRAME, paths[2], variable_value_labels=LABELS)
        pyreadstat.write_por(FRAME, paths[3])
        return [Path(path).read_bytes() for path in paths[:4]]


SEEDS = [bytes([kind]) + content for kind, content in enumerate(_written())]


def target(content: bytes) -> None:
    """Read the rest of the input as such a file."""
    if content:
        read(content[1:], NAMES[content[0] % len(NAMES)])
