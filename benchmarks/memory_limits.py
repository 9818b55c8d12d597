"""By how much the process grows under a memory limit: each method and limit in a new process.

Run it as ``python -m benchmarks.memory_limits [TABLE [SECONDS]]``. Growth is the peak of the
resident size beyond what the process held after it had read the table and learned from a tiny one,
which loads the libraries.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import dagwright as dw

LIMITS = ("1M", "5M", "20M", "50M")
TINY = {"rain": [0, 1] * 30, "wet": [0, 1] * 29 + [1, 1]}


def measure(table: str, method: str, limit: str, seconds: float) -> dict[str, object]:
    """Learn in this process; return by how many bytes it grew, and how the work ended."""
    data = dw.read_data(table) if Path(table).exists() else dw.load_dataset(table)
    dw.learn(TINY, method=method, time_limit=1)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins again
    before = _status("VmRSS")
    try:
        result = dw.learn(data, method=method, memory_limit=limit, time_limit=seconds)
        end = f"{result.method.name}, {result.stop_reason}"
    except dw.ResourceError as error:
        end = f"refused: {error}"
    return {"growth": _status("VmHWM") - before, "end": end}


def _status(field: str) -> int:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) * 1024
    raise KeyError(field)


def main(table: str = "wdbc", seconds: str = "3") -> None:
    """Print a table of all methods and limits."""
    print("| method | " + " | ".join(LIMITS) + " |")
    print("|---|" + "---|" * len(LIMITS))
    for method in ("auto", *dw.METHODS):
        cells = []
        for limit in LIMITS:
            command = [sys.executable, "-m", "benchmarks.memory_limits", "--one"]
            command += [table, method, limit, seconds]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            found = json.loads(done.stdout)
            cells.append(f"{found['growth'] / 2**20:.1f} MB ({found['end'].split(':')[0]})")
        print(f"| {method} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        name, way, most, time = sys.argv[2:]
        print(json.dumps(measure(name, way, most, float(time))))
    else:
        main(*sys.argv[1:])
