"""Tables as people publish them, by the first command that a user would type.

    python -m benchmarks.real_tables [--limit N] [--peers] [-o FILE] [--records FILE]

Every file of DAGWRIGHT_DATA/tables by ``dagwright learn FILE --time 2 -o NETWORK`` and nothing
else: was it opened, were its columns treated as an analyst would (``columns.csv`` says how), are
the names right, how much processor time did it take, of which there are 60 seconds. With `--peers`
pgmpy, pyAgrum, PyBNesian and causal-learn get the same files, each table in a process of its own;
what is in the records already is not measured again. The rules were chosen on the files at even
positions of the sorted list; both halves are reported.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

import dagwright as dw
from benchmarks.column_labels import LabelledTable, judge_columns, read_labels
from benchmarks.peers import version_of
from benchmarks.peers.opening import OPENERS
from benchmarks.real_tables_page import write_page
from benchmarks.tables import ROOT, data_folder

PROGRAM = str(Path(sysconfig.get_path("scripts")) / "dagwright")
SECONDS = 60  # of processor time for each table
PATIENCE = 30  # times as long on the clock, for a machine that is busy
RECORDS = ROOT / "build" / "benchmarks" / "real_tables.jsonl"
Record = dict[str, Any]


def open_with_dagwright(table: LabelledTable, folder: Path) -> Record:
    """Run the command and judge what it wrote."""
    out = folder / f"{table.path.name}.bif"
    run = _run([PROGRAM, "learn", str(table.path), "--time", "2", "-o", str(out)])
    if "error" in run:
        return {"error": run["error"].replace(f"{table.path.parent}{os.sep}", "")}
    network = dw.read_network(out)
    return {
        "seconds": run["seconds"],
        "names": list(network.names),
        "edges": len(network.dag.edges),
        "wrong": judge_columns(table, network),
    }


def open_with_peer(package: str, table: LabelledTable) -> Record:
    """Run another package in a process of its own."""
    # One thread, so that processor time is what it would take on a machine of its own.
    alone = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    module = [sys.executable, "-W", "ignore", "-m", "benchmarks.peers.opening"]
    run = _run([*module, package, str(table.path)], **alone)
    if "error" in run:
        lines = [line for line in run["error"].splitlines() if any(map(str.isalpha, line))]
        return {"error": (lines or ["no message"])[-1]}
    return {"seconds": run["seconds"], **json.loads(run["output"].strip().splitlines()[-1])}


def _run(command: list[str], **more: str) -> Record:
    """Return what a program printed and its processor time, which it has 60 seconds of.

    The clock would judge what else the machine is doing; it only ends what sleeps forever.
    """
    limited = ["bash", "-c", f'ulimit -t {SECONDS}; exec "$@"', "bash", *command]
    began = _seconds_of_children()
    try:
        run = subprocess.run(
            limited,
            check=False,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=SECONDS * PATIENCE,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **more},
        )
    except subprocess.TimeoutExpired:
        return {"error": f"no answer in {SECONDS * PATIENCE} s on the clock"}
    if run.returncode in (-signal.SIGTERM, -signal.SIGINT):
        sys.exit("interrupted from outside: that says nothing about the table")
    seconds = _seconds_of_children() - began
    if run.returncode < 0 and seconds >= 0.9 * SECONDS:  # two clocks: they differ by some ticks
        return {"error": f"over {SECONDS} s"}
    if run.returncode:
        return {"error": run.stderr.strip() or f"exit code {run.returncode}"}
    return {"seconds": seconds, "output": run.stdout}


def _seconds_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


class Records:
    """Lines of JSON, so that a run of hours can be interrupted and continued."""

    def __init__(self, file: Path) -> None:
        self._file = file
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        self._known = {_key(record): record for record in map(json.loads, lines)}

    def find(self, package: str, version: str | None, table: str) -> Record | None:
        return self._known.get((package, version, table))

    def add(self, record: Record) -> None:
        self._known[_key(record)] = record
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _key(record: Record) -> tuple[str, str | None, str]:
    return record["package"], record["version"], record["table"]


def measure(tables: list[LabelledTable], packages: list[str], records: Records) -> list[Record]:
    """Return one record for each package and table."""
    done = []
    with tempfile.TemporaryDirectory() as folder:
        for package in packages:
            version = version_of(package)
            for position, table in enumerate(tables):
                key = {"package": package, "version": version, "table": table.path.name}
                if package == "dagwright":
                    record = {**key, **open_with_dagwright(table, Path(folder))}
                    records.add(record)
                else:
                    record = records.find(**key)
                    if record is None:
                        record = {**key, **open_with_peer(package, table)}
                        records.add(record)
                done.append({**record, "half": "even" if position % 2 == 0 else "odd"})
                _say(record)
    return done


def _say(record: Record) -> None:
    what = (
        f"not opened: {' '.join(record['error'].split())[:150]}" if "error" in record else "opened"
    )
    print(f"{record['package']:12} {record['table']}: {what}", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N files")
    parser.add_argument("--peers", action="store_true", help="other packages as well")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the page there")
    parser.add_argument("--records", type=Path, default=RECORDS, metavar="FILE")
    options = parser.parse_args()
    folder = data_folder()
    if folder is None or not (folder / "tables" / "columns.csv").exists():
        sys.exit("no tables: DAGWRIGHT_DATA must be a folder that holds tables/columns.csv")
    tables = read_labels(folder / "tables")[: options.limit]
    packages = ["dagwright"]
    if options.peers:
        packages += [package for package in OPENERS if version_of(package) is not None]
    page = write_page(tables, measure(tables, packages, Records(options.records)))
    if options.output is None:
        print(page)
    else:
        options.output.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
