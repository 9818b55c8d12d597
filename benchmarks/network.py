"""Networks against pgmpy and pyAgrum: rows sampled per second, seconds to read a BIF file.

python -m benchmarks.network [rows] [folder of .bif.gz files]

All sides in one run on one machine, the median of several rounds. pgmpy gets a tenth of the rows,
since it takes that long; rates are compared.
"""

from __future__ import annotations

import gzip
import logging
import statistics
import sys
import tempfile
import time
import warnings
from pathlib import Path

import dagwright as dw

ROUNDS = 5


def median_seconds(work, rounds=ROUNDS):
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds)


def sampling(rows):
    import pyagrum
    from pgmpy.sampling import BayesianModelSampling

    net = dw.load_network("alarm")
    sampler = BayesianModelSampling(net.to_pgmpy())
    model = net.to_pyagrum()  # must stay alive: the generator only points to it
    generator = pyagrum.BNDatabaseGenerator(model)
    rates = {
        "dagwright": rows / median_seconds(lambda: net.sample(rows, seed=1)),
        "dagwright, 1 thread": rows / median_seconds(lambda: net.sample(rows, seed=1, threads=1)),
        "pyAgrum": rows / median_seconds(lambda: generator.drawSamples(rows), 3),
        "pgmpy": rows
        / 10
        / median_seconds(lambda: sampler.forward_sample(rows // 10, show_progress=False), 3),
    }
    print(f"sampling {rows:,} rows from alarm")
    for name, rate in rates.items():
        print(f"  {name:20} {rate:14,.0f} rows/s   {rates['dagwright'] / rate:8.1f} x")


def reading(folder):
    import pyagrum
    from pgmpy.readwrite import BIFReader

    print("reading BIF, seconds (dagwright: median of 5; others once)")
    for name in ("alarm", "hailfinder", "pathfinder", "munin1", "diabetes", "munin", "mildew"):
        packed = Path(folder) / f"{name}.bif.gz"
        if not packed.exists():
            continue
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / f"{name}.bif"
            path.write_bytes(gzip.decompress(packed.read_bytes()))
            ours = median_seconds(lambda path=path: dw.read_network(path))
            theirs = median_seconds(lambda path=path: pyagrum.loadBN(str(path)), 1)
            if path.stat().st_size < 300_000:
                slow = (
                    f"{median_seconds(lambda path=path: BIFReader(str(path)).get_model(), 1):.2f}"
                )
            else:
                slow = "not run"
            print(f"  {name:12} dagwright {ours:.3f}   pyAgrum {theirs:.3f}   pgmpy {slow}")


def main():
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    sampling(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
    if len(sys.argv) > 2:
        reading(sys.argv[2])


if __name__ == "__main__":
    main()
