"""How far time limits are exceeded, from 30 to 20 000 variables and 10^2 to 10^7 rows.

    python -m benchmarks.overshoot [--quick] [--sizes 30x100 ...] [--methods auto ...]
                                   [--limits 0.3 1 5] [--threads 1] [--command-line]
                                   [--records FILE]

Each measurement is a process of its own: `learn` on a table that is there, or with
`--command-line` the whole program on a file. "Over" is wall time beyond what is allowed; "late" the
processor seconds that the process spends after the limit, which, unlike wall time, do not count
what else the machine is doing. The goal is at most 0.3 s and 2 % of the limit.

For the command line "over" is all that the user waits beyond the limit: starting Python, reading,
which cannot be cut short, and writing included; its parts are shown beside it. "Late" is the
processor seconds of the whole process beyond the limit.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

import dagwright as dw

SIZES = {
    "all": [
        *[(30, rows) for rows in (10**2, 10**4, 10**6, 10**7)],
        *[(100, rows) for rows in (10**2, 10**4, 10**6, 2 * 10**6)],
        *[(1_000, rows) for rows in (10**2, 10**4, 10**5, 2 * 10**5)],
        *[(5_000, rows) for rows in (10**2, 10**4, 4 * 10**4)],
        *[(20_000, rows) for rows in (10**2, 10**3, 10**4)],
    ],
    "quick": [(30, 100), (30, 10**6), (1_000, 10**4), (5_000, 10**3), (20_000, 100)],
}
METHODS = ["auto", "exact", "ilp", "minobs", "hill-climbing", "tabu", "lagd", "ges", "mmhc"]
METHODS += ["curriculum", "sgs", "asobs"]
LIMITS = [0.3, 1.0, 5.0]
GIVE_UP = 240  # seconds beyond the limit


@dataclass(frozen=True)
class Measured:
    """One run: seconds beyond the limit, and processor seconds after it; or why there are none."""

    what: str
    variables: int
    rows: int
    limit: float
    over: float = float("inf")
    late: float = float("inf")
    remark: str = ""

    @property
    def exceeds(self) -> bool:
        """Whether it misses the goal."""
        return self.over > 0.3 + 0.02 * self.limit


def make_codes(variables: int, rows: int) -> list[np.ndarray]:
    """Return columns of 2 to 4 states, each a noisy copy of one of the 20 before it."""
    random = np.random.default_rng([variables, rows])
    columns: list[np.ndarray] = []
    for v in range(variables):
        arity = 2 + v % 3
        fresh = random.integers(arity, size=rows, dtype=np.uint8)
        if v:
            source = columns[int(random.integers(max(0, v - 20), v))]
            fresh = np.where(random.random(rows, dtype=np.float32) < 0.6, source % arity, fresh)
        fresh[:arity] = np.arange(arity)
        columns.append(fresh)
    return columns


def make_table(variables: int, rows: int) -> dw.Dataset:
    names = [f"v{i}" for i in range(variables)]
    states = [list(range(2 + v % 3)) for v in range(variables)]
    return dw.Dataset(names, states, make_codes(variables, rows))


def processor_seconds(process: int) -> float:
    """Return the processor seconds of another process, by its clock (Linux)."""
    return time.clock_gettime((~process << 3) | 2)


def run_learn(table: dw.Dataset, method: str, limit: float, threads: int, to: Connection) -> None:
    to.send("begin")
    began = time.perf_counter()
    try:
        result = dw.learn(table, method=method, time_limit=limit, threads=threads)
        wall, processor = time.perf_counter() - began, time.process_time()
        edges = f"{result.dag.n_edges} edges, {result.stop_reason.value}"
        to.send((wall, processor, edges))
    except dw.DagwrightError as error:
        to.send((time.perf_counter() - began, time.process_time(), f"{type(error).__name__}"))
        print(f"{method}: {error}", file=sys.stderr)


def measure_learn(table: dw.Dataset, method: str, limit: float, threads: int) -> Measured:
    """Run `learn` in a copy of this process."""
    what = (method, table.n_variables, table.n_rows, limit)
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=run_learn, args=(table, method, limit, threads, there))
    process.start()
    there.close()
    assert process.pid is not None
    try:
        here.recv()
        ended_early = here.poll(limit)
        at_limit = None if ended_early else processor_seconds(process.pid)
        if not here.poll(GIVE_UP):
            process.kill()
            return Measured(*what, remark=f"ended after {GIVE_UP} s more")
        wall, processor, edges = here.recv()
        late = 0.0 if at_limit is None else max(0.0, processor - at_limit)
        return Measured(*what, over=max(0.0, wall - limit), late=late, remark=edges)
    except EOFError:
        return Measured(*what, remark="the process died")
    finally:
        process.join()
        here.close()


def write_file(path: Path, variables: int, rows: int) -> None:
    """Write the table as a CSV file."""
    columns = make_codes(variables, rows)
    with path.open("w") as out:
        out.write(",".join(f"v{i}" for i in range(variables)) + "\n")
        step = max(1, 10**7 // variables)
        for first in range(0, rows, step):
            block = np.column_stack([column[first : first + step] for column in columns])
            text = np.full((len(block), 2 * variables), ord(","), dtype=np.uint8)
            text[:, ::2] = block + ord("0")
            text[:, -1] = ord("\n")
            out.write(text.tobytes().decode("ascii"))


def measure_command(path: Path, size: tuple[int, int], limit: float, threads: int) -> Measured:
    """Run ``dagwright learn FILE --time LIMIT`` and take its own account of its parts."""
    program = Path(sys.executable).with_name("dagwright")
    output = path.with_suffix(".bif")
    command = [program, "learn", path, "--time", str(limit), "--threads", str(threads), "--json"]
    command += ["-o", output]
    what = ("dagwright learn", *size, limit)
    began = time.perf_counter()
    before = os.times()
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=limit + GIVE_UP
        )
    except subprocess.TimeoutExpired:
        return Measured(*what, remark=f"ended after {GIVE_UP} s more")
    whole = time.perf_counter() - began
    after = os.times()
    processor = after.children_user + after.children_system
    processor -= before.children_user + before.children_system
    if done.returncode:
        return Measured(*what, remark=done.stderr.strip()[-80:])
    record = json.loads(done.stdout)
    searched = record["seconds"]
    reading = record["timings"][0]["seconds"]
    rest = whole - searched
    remark = f"reading {reading:.1f} s, start, writing and what no step timed {rest:.1f} s"
    return Measured(*what, max(0.0, whole - limit), max(0.0, processor - limit), remark)


def measure_all(asked: argparse.Namespace, sizes: Iterable[tuple[int, int]]) -> Iterator[Measured]:
    for variables, rows in sizes:
        if asked.command_line:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "table.csv"
                write_file(path, variables, rows)
                for limit in asked.limits:
                    yield measure_command(path, (variables, rows), limit, asked.threads)
            continue
        table = make_table(variables, rows)
        for method in asked.methods:
            for limit in asked.limits:
                yield measure_learn(table, method, limit, asked.threads)


def print_table(found: Iterable[Measured]) -> None:
    """Print all, worst first, as Markdown."""
    print("| | variables | rows | limit | over | late, processor | goal | |")
    print("|---|---|---|---|---|---|---|---|")
    for m in sorted(found, key=lambda m: m.over - 0.02 * m.limit, reverse=True):
        goal = "missed" if m.exceeds else "met"
        print(
            f"| {m.what} | {m.variables:,} | {m.rows:,} | {m.limit:g} s | {m.over:.2f} s "
            f"| {m.late:.2f} s | {goal} | {m.remark} |"
        )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="five sizes, limits 0.3 and 1")
    parser.add_argument("--sizes", nargs="+", metavar="VARIABLESxROWS")
    parser.add_argument("--methods", nargs="+", default=METHODS)
    parser.add_argument("--limits", nargs="+", type=float)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--command-line", action="store_true")
    parser.add_argument("--records", type=Path, help="append each measurement as JSON")
    asked = parser.parse_args()
    asked.limits = asked.limits or (LIMITS[:2] if asked.quick else LIMITS)
    return asked


def main() -> None:
    asked = parse_arguments()
    sizes = SIZES["quick" if asked.quick else "all"]
    if asked.sizes:
        sizes = [(int(a), int(b)) for a, b in (size.split("x") for size in asked.sizes)]
    found = []
    for measured in measure_all(asked, sizes):
        found.append(measured)
        if asked.records is not None:
            with asked.records.open("a") as out:
                out.write(json.dumps(asdict(measured)) + "\n")
        print(f"{measured}", file=sys.stderr, flush=True)
    print_table(found)
    missed = sum(m.exceeds for m in found)
    print(f"\n{missed} of {len(found)} miss the goal.")


if __name__ == "__main__":
    main()
