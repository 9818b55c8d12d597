"""``python -m benchmarks.auto``: what `learn` chooses, beside single methods at the same time.

Every method gets the same seconds on the same table, one after the other in one run. The last line
of a table says how far `auto` is below the best of the others.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
from collections.abc import Callable
from pathlib import Path

import dagwright as dw
from benchmarks.tables import data_folder

ROWS = 5000
NETWORKS = ("win95pts", "hepar2", "andes", "diabetes", "pigs", "link", "munin")
TABLES = ("plants", "baudio", "accidents", "dna", "msweb", "c20ng")
METHODS: dict[str, Callable[[dw.Dataset, float], dw.Result]] = {
    "auto": lambda data, seconds: dw.learn(data, time_limit=seconds),
    "minobs": lambda data, seconds: dw.learn(data, method="minobs", time_limit=seconds),
    "hill-climbing": lambda data, seconds: dw.learn(
        data, method=dw.HillClimbing(restarts=None), time_limit=seconds
    ),
    "with chains": lambda data, seconds: dw.learn(
        data,
        method=dw.HillClimbing(restarts=None, neighbourhood="extended"),
        time_limit=seconds,
    ),
    "sgs": lambda data, seconds: dw.learn(data, method=dw.SGS(restarts=None), time_limit=seconds),
}


def load(folder: Path, name: str) -> dw.Dataset:
    """Return a sample of a network, or all three parts of a table."""
    if name in NETWORKS:
        network = dw.read_network(folder / "networks" / f"{name}.bif.gz")
        return network.sample(ROWS, seed=1)
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as whole:
        for part in ("train", "valid", "test"):
            path = folder / "debd" / f"{name}.{part}.data.gz"
            whole.write(gzip.decompress(path.read_bytes()).decode())
        whole.flush()
        return dw.read_data(whole.name, header=False, as_is=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[*NETWORKS, *TABLES])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--methods", nargs="*", default=list(METHODS), choices=list(METHODS))
    options = parser.parse_args()
    folder = data_folder()
    if folder is None:
        parser.error("no data folder: set DAGWRIGHT_DATA")
    for name in options.names:
        data = load(folder, name)
        print(f"\n{name}: {data.n_variables} variables, {data.n_rows} rows", flush=True)
        scores = {}
        for method in options.methods:
            result = METHODS[method](data, options.seconds)
            scores[method] = result.score
            spent = sum(stage.seconds for stage in result.timings)
            print(f"  {method:14} {result.score:16.2f} {spent:8.1f} s", flush=True)
        others = [score for method, score in scores.items() if method != "auto"]
        if "auto" in scores and others:
            behind = (max(others) - scores["auto"]) / abs(max(others))
            print(f"  auto is {behind:.4%} below the best single method", flush=True)


if __name__ == "__main__":
    main()
