"""How much of the gap `bound` closes, and how soon `ilp` and `exact` prove the optimum.

    python -m benchmarks.bounds --time 60 alarm flag wdbc

Reads the tables of the folder DAGWRIGHT_DATA/uci, lists all parent sets for BIC, and prints one
line per table. Processor time is shown too: it does not suffer from what else the machine does.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import dagwright as dw
from benchmarks.tables import data_folder

TABLES = [
    *("hailfinder100", "lung-cancer", "insurance1000", "horse", "alarm"),
    *("flag", "parkinsons", "autos", "soybean", "wdbc"),
]


def timed(work: Callable[[], Any]) -> tuple[Any, float, float]:
    wall, processor = time.perf_counter(), time.process_time()
    made = work()
    return made, time.perf_counter() - wall, time.process_time() - processor


def measure(name: str, limit: float) -> str:
    folder = data_folder()
    if folder is None:
        raise SystemExit("no data folder: set DAGWRIGHT_DATA")
    data = dw.read_data(folder / "uci" / f"{name}.csv", header=False, as_is=True)
    sets = dw.find_parent_sets(dw.LocalScores(data, dw.BIC()), dw.Sequential(), time_limit=None)
    proved, wall, processor = timed(lambda: dw.bound(sets, time_limit=limit))
    ilp, ilp_wall, ilp_processor = timed(lambda: dw.solve(sets, "ilp", time_limit=limit))
    exact, exact_wall, exact_processor = timed(lambda: dw.solve(sets, "exact", time_limit=limit))
    relaxed, best = sets.relaxed().score, max(ilp.score, exact.score)
    closed = (relaxed - float(proved)) / (relaxed - best)
    return (
        f"| {name} | {sets.n_variables} | {sets.n_sets} | {closed:.2%} | {wall:.2f} "
        f"({processor:.2f}) | {told(ilp, ilp_wall, ilp_processor)} "
        f"| {told(exact, exact_wall, exact_processor)} |"
    )


def told(result: dw.Result, wall: float, processor: float) -> str:
    proof = "" if result.status == "optimal" else f", gap {result.gap:.3%}"
    return f"{wall:.2f} ({processor:.2f}), {result.counters.get('nodes', 0)} nodes{proof}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", nargs="*", default=TABLES)
    parser.add_argument("--time", type=float, default=60.0, help="seconds for each, at most")
    chosen = parser.parse_args()
    print("| table | variables | sets | gap closed | bound, s (processor) | ilp | exact |")
    print("|---|---|---|---|---|---|---|")
    for name in chosen.tables:
        print(measure(name, chosen.time), flush=True)


if __name__ == "__main__":
    main()
