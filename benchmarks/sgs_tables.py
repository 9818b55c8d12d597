"""Tables 2 to 6 and Figure 5 of Vandel, Mangin and de Givry (2012), by default at reduced size.

``python -m benchmarks.sgs_tables [--networks alarm insurance hailfinder pigs] [--samples 100]``:
samples of 500 and 5 000 rows of our own, BDeu with ess 1, at most 5 parents, 10 restarts, from the
empty graph. The paper has 100 samples (30 for Table 6) of these four networks. With few samples no
Wilcoxon test can be significant at its level, so Table 2 shows wins, and Table 3 wins minus losses.
"""

from __future__ import annotations

import argparse
import itertools
import time
from dataclasses import replace

import numpy as np

import dagwright as dw
from benchmarks.tables import data_folder

METHODS = {
    "SGS3": dw.SGS("extended"),
    "SGS2": dw.SGS("adrs"),
    "SGS1": dw.SGS("adr"),
    "LAGD": dw.LAGD(),
    "GES": dw.GES(),
}
STARTS = 30  # random networks that the climbs of Figure 5 share
SIZES = (500, 5000)
TIE = 1e-9  # relative: equivalent networks differ by rounding


def skeleton(dag: dw.Dag) -> set[frozenset[str]]:
    return {frozenset(edge) for edge in dag.edges}


def load(network: str) -> dw.BayesianNetwork:
    """Return an embedded network, or one of those in the folder of data."""
    if network in ("alarm", "insurance"):
        return dw.load_network(network)
    return dw.read_network(data_folder() / "networks" / f"{network}.bif.gz")


def learn_all(
    networks: list[str], samples: int
) -> dict[tuple[str, int], dict[str, list[dw.Result]]]:
    results = {}
    for network, rows in itertools.product(networks, SIZES):
        truth = load(network)
        found: dict[str, list[dw.Result]] = {name: [] for name in METHODS}
        for sample in range(samples):
            scores = dw.LocalScores(truth.sample(rows, seed=sample), dw.BDeu(ess=1))
            for name, method in METHODS.items():
                found[name].append(dw.solve(scores, method, seed=sample))
        results[network, rows] = found
    return results


def show_tables_2_and_3(results: dict[tuple[str, int], dict[str, list[dw.Result]]]) -> None:
    print("\nTable 2: samples on which the first scores more : less than the second")
    print("pair".ljust(14), *(f"{network}-{rows}".rjust(15) for network, rows in results))
    networks = list(dict.fromkeys(network for network, _ in results))
    balance = {(network, name): 0 for network in networks for name in METHODS}
    for one, other in itertools.combinations(METHODS, 2):
        cells = []
        for (network, _), found in results.items():
            pairs = list(zip(found[one], found[other], strict=True))
            more = sum(a.score > b.score + TIE * abs(b.score) for a, b in pairs)
            less = sum(b.score > a.score + TIE * abs(a.score) for a, b in pairs)
            balance[network, one] += more - less
            balance[network, other] += less - more
            cells.append(f"{more} : {less}".rjust(15))
        print(f"{one} vs {other}".ljust(14), *cells)
    print("\nTable 3: wins minus losses, both sizes together")
    print("".ljust(6), *(network.rjust(10) for network in networks))
    for name in METHODS:
        print(name.ljust(6), *(str(balance[n, name]).rjust(10) for n in networks))
    print("\nMean scores")
    for name in METHODS:
        means = (np.mean([r.score for r in found[name]]) for found in results.values())
        print(name.ljust(6), *(f"{mean:15.2f}" for mean in means))


def show_table_4(results: dict[tuple[str, int], dict[str, list[dw.Result]]]) -> None:
    print("\nTable 4: spurious and missing edges of the skeleton, means")
    for name in METHODS:
        cells = []
        for (network, _), found in results.items():
            true = skeleton(load(network).dag)
            learnt = [skeleton(result.dag) for result in found[name]]
            spurious = np.mean([len(edges - true) for edges in learnt])
            missing = np.mean([len(true - edges) for edges in learnt])
            cells.append(f"+{spurious:.1f} -{missing:.1f}".rjust(15))
        print(name.ljust(6), *cells)


def show_table_5(samples: int) -> None:
    print("\nTable 5: one greedy search, alarm, 500 rows; medians of the samples")
    print("".ljust(6), *(word.rjust(12) for word in ("score", "iterations", "scores", "ms")))
    for name, method in METHODS.items():
        once = method if name == "GES" else replace(method, restarts=1)
        rows = []
        for sample in range(samples):
            data = dw.load_network("alarm").sample(500, seed=sample)
            began = time.process_time()
            result = dw.solve(dw.LocalScores(data, dw.BDeu(ess=1)), once, seed=sample, threads=1)
            spent = 1000 * (time.process_time() - began)
            counters = result.counters
            rows.append((result.score, counters["iterations"], counters["distinct_scores"], spent))
        print(name.ljust(6), *(f"{value:12.1f}" for value in np.median(rows, axis=0)))


def show_table_6(samples: int, restarts: int) -> None:
    kinds = ("additions", "removals", "reversals", "swaps", "addition_chains", "swap_chains")
    print(f"\nTable 6: moves of a climb, alarm, 500 rows, {samples} samples x {restarts} climbs")
    columns = list(itertools.product(("empty", "random"), ("adr", "adrs", "extended")))
    usage = {}
    longest = {"empty": 0, "random": 0}
    for start, neighbourhood in columns:
        totals = np.zeros(len(kinds))
        for sample in range(samples):
            scores = dw.LocalScores(dw.load_network("alarm").sample(500, seed=sample), dw.BDeu(1))
            method = dw.SGS(neighbourhood, restarts=restarts, start=start)  # type: ignore[arg-type]
            counters = dw.solve(scores, method, seed=sample).counters
            totals += [counters.get(kind, 0) for kind in kinds]
            longest[start] = max(longest[start], counters["longest_chain"])
        usage[start, neighbourhood] = totals / (samples * restarts)
    print("".ljust(16), *(f"{start} {n}".rjust(15) for start, n in columns))
    for row, kind in enumerate(kinds):
        print(kind.ljust(16), *(f"{usage[column][row]:15.1f}" for column in columns))
    print("longest chain:", longest)


def show_figure_5(rows: int = 500) -> None:
    print(f"\nFigure 5: one climb from each of {STARTS} random networks, alarm, {rows} rows")
    print(
        "".ljust(6),
        *(word.rjust(12) for word in ("least", "quartile", "median", "quartile", "most")),
    )
    scores = dw.LocalScores(dw.load_network("alarm").sample(rows, seed=0), dw.BDeu(ess=1))
    for name, neighbourhood in (("SGS1", "adr"), ("SGS2", "adrs"), ("SGS3", "extended")):
        method = dw.SGS(neighbourhood, restarts=1, start="random")  # type: ignore[arg-type]
        found = [dw.solve(scores, method, seed=seed).score for seed in range(STARTS)]
        print(
            name.ljust(6), *(f"{value:12.2f}" for value in np.percentile(found, range(0, 101, 25)))
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sgs_tables", description=__doc__)
    parser.add_argument("--networks", nargs="+", default=["alarm", "insurance"])
    parser.add_argument("--samples", type=int, default=5)
    parser.add_argument("--restarts", type=int, default=50, help="climbs a sample in Table 6")
    options = parser.parse_args()
    results = learn_all(options.networks, options.samples)
    show_tables_2_and_3(results)
    show_table_4(results)
    show_table_5(options.samples)
    show_table_6(options.samples, options.restarts)
    show_figure_5()


if __name__ == "__main__":
    main()
