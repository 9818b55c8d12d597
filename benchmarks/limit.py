"""What the machine allows: peak counting rates, and the bound on local scores they imply."""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from benchmarks.tables import ROOT

SOURCE = Path(__file__).with_name("peak.cpp")
PROGRAM = ROOT / "build" / "benchmarks" / "peak"
ROWS_PER_VECTOR = 256


@dataclass(frozen=True)
class Peak:
    """Rates that no counting on one core of this machine exceeds, measured."""

    vectors: float  # AND and population count of 256 rows, a second
    histogram_rows: float
    memory_bytes: float

    def seconds_of(self, arities: list[int], stored_rows: int) -> float:
        """Return the least time to count a family of these arities, its last parent last.

        By bitmaps that is cells * (arity - 1) * rows / 256 vectors, by histogram one addition per
        row; the cheaper counts. Building the cells of the others is left out: a batch shares it.
        """
        cells = math.prod(arities[:-1])
        vectors = cells * (arities[-1] - 1) * stored_rows / ROWS_PER_VECTOR
        return min(vectors / self.vectors, stored_rows / self.histogram_rows)


def measure_peak() -> Peak | None:
    """Compile (once) and run the micro-benchmark; None where that is impossible."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    if not PROGRAM.exists() or PROGRAM.stat().st_mtime < SOURCE.stat().st_mtime:
        PROGRAM.parent.mkdir(parents=True, exist_ok=True)
        command = [
            compiler,
            "-std=c++20",
            "-O3",
            "-mavx2",
            "-mpopcnt",
            str(SOURCE),
            "-o",
            str(PROGRAM),
        ]
        if subprocess.run(command, check=False).returncode != 0:
            return None
    done = subprocess.run([PROGRAM], check=False, capture_output=True, text=True)
    return Peak(**json.loads(done.stdout)) if done.returncode == 0 else None
