"""Reading a CSV file: dagwright against pandas' C reader followed by factorize, in one run.

    python -m benchmarks.reading [--rows 1000000] [--columns 50] [--repeats 5] [--alone]
                                 [--kinds numbers ...] [--beside PYTHON]

Both sides end with codes and labels for every column. They take turns, each in a process of its
own, so that neither profits from the other's memory; the file is in the page cache for both.
`--alone` leaves pandas out, for tables that it has no room for. `--beside` takes the Python of an
environment that has version 0.1.0, which is then run with ``discretize="quantile"`` in turn.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

LABELS = {
    "digits": lambda j: [str(i) for i in range(2 + j % 4)],
    "words": lambda j: [f"state{i}" for i in range(2 + j % 6)],
    "mixed": lambda j: (
        [str(i) for i in range(2 + j % 9)] if j % 2 else ["no", "yes", "don't know", "refused"]
    ),
    "numbers": lambda j: [f"state{i}" for i in range(2 + j % 6)],  # every other column
}

DAGWRIGHT = """
import time, sys, resource, dagwright as dw
began = time.perf_counter()
data = dw.read_data(sys.argv[1])
seconds = time.perf_counter() - began
"""

EARLIER = DAGWRIGHT.replace("sys.argv[1])", "sys.argv[1], discretize='quantile')")

PANDAS = """
import time, sys, resource, pandas as pd
began = time.perf_counter()
frame = pd.read_csv(sys.argv[1], engine="c")
codes = [frame[name].factorize() for name in frame]
seconds = time.perf_counter() - began
"""

REPORT = "print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"


def write_table(path: Path, kind: str, rows: int, columns: int) -> None:
    """Write a random table, 100 000 rows at a time."""
    random = np.random.default_rng(1)
    with path.open("w") as out:
        out.write(",".join(f"column{j}" for j in range(columns)) + "\n")
        for start in range(0, rows, 100_000):
            size = min(100_000, rows - start)
            cells = []
            for j in range(columns):
                if kind == "numbers" and j % 2:
                    cells.append(_numbers(random, size, whole=j % 4 == 1))
                    continue
                labels = np.array(LABELS[kind](j), dtype=object)
                cells.append(labels[random.integers(len(labels), size=size)])
            out.writelines(",".join(row) + "\n" for row in zip(*cells, strict=True))


def _numbers(random: np.random.Generator, size: int, whole: bool) -> list[str]:
    if whole:
        return [str(value) for value in random.integers(5000, size=size)]
    return [f"{value:.4f}" for value in random.normal(size=size)]


def measure(code: str, path: Path, python: str = sys.executable) -> tuple[float, float]:
    """Return seconds and peak megabytes of one run in a new process."""
    command = [python, "-c", code + REPORT, str(path)]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(out[0]), float(out[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=50)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--kinds", nargs="+", choices=LABELS, default=list(LABELS))
    parser.add_argument("--beside")
    options = parser.parse_args()
    for kind in options.kinds:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.csv"
            write_table(path, kind, options.rows, options.columns)
            ours, theirs, earlier = [], [], []
            for _ in range(options.repeats):
                ours.append(measure(DAGWRIGHT, path))
                theirs += [] if options.alone else [measure(PANDAS, path)]
                earlier += [measure(EARLIER, path, options.beside)] if options.beside else []
            size = path.stat().st_size / 1e6
        print(f"{kind}: {options.rows:,} x {options.columns}, {size:.0f} MB")
        for name, runs in (("dagwright", ours), ("pandas", theirs), ("0.1.0", earlier)):
            if not runs:
                continue
            seconds = [run[0] for run in runs]
            print(
                f"  {name:10} median {statistics.median(seconds):.3f} s, "
                f"best {min(seconds):.3f} s, peak {max(run[1] for run in runs):.0f} MB"
            )


if __name__ == "__main__":
    main()
