"""Tables 2 and S1 and Figure 3 of Zhao, Chen, Tu and Tian (2017), by default at reduced size.

``python -m benchmarks.curriculum_tables [--networks ...] [--rows ...] [--samples 2]``: samples of
our own, BDeu with ess 10, measured on 5 000 other rows. The paper has ten networks, 100 to 50 000
rows and 5 samples. Each number is the mean over networks and samples of the method's value divided
by that of the curriculum; in brackets the networks on which the mean of the curriculum is better :
worse.
Samples on which the curriculum's SHD is 0 have no ratio and are left out of that mean.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np

import dagwright as dw
from benchmarks.tables import data_folder

NETWORKS = (
    "alarm",
    "andes",
    "asia",
    "child",
    "hailfinder",
    "hepar2",
    "insurance",
    "sachs",
    "water",
    "win95pts",
)
ROWS = (100, 500, 1000, 5000)
TEST_ROWS = 5000
TEST_SEED = 10_000
ESS = 10
CLIMB = dw.HillClimbing()
TABU = dw.TabuSearch(neighbourhood="adr", max_parents=None)
METHODS = {
    "curriculum": dw.Curriculum(),
    "MMHC": dw.MMHC(),
    "MMHC, climbing": dw.MMHC(search=CLIMB),
    "curriculum, tabu": dw.Curriculum(search=TABU),
    "curriculum, ignoring": dw.Curriculum(unselected="ignore"),
}
SAME_TIME = "tabu, same time"
# Of MMHC to the curriculum, in the paper, with networks won by the curriculum : by MMHC.
PAPER = {
    "bdeu": ("0.89 0:10", "1.06 10:0", "1.02 9:1", "1.01 8:2", "1.02 10:0", "1.01 8:2"),
    "bic": ("0.88 0:10", "1.07 9:1", "1.02 9:1", "1.02 6:4", "1.02 8:2", "1.01 8:2"),
    "kl_term": ("1.71 0:10", "0.82 10:0", "0.96 9:1", "0.96 7:2", "0.97 9:0", "0.97 9:0"),
    "shd": ("1.06 7:3", "1.26 9:1", "1.29 7:3", "1.07 7:2", "1.21 8:1", "1.24 6:3"),
}
PAPER_ROWS = (100, 500, 1000, 5000, 10_000, 50_000)


@dataclass(frozen=True)
class Measured:
    bdeu: float
    bic: float
    kl_term: float
    shd: int
    seconds: float
    course: int


def measure(
    truth: dw.BayesianNetwork, train: dw.Dataset, test: dw.Dataset, method: dw.Method, limit: float
) -> Measured:
    began = time.perf_counter()
    scores = dw.LocalScores(train, dw.BDeu(ess=ESS))
    result = dw.solve(scores, method, seed=0, time_limit=limit)
    seconds = time.perf_counter() - began
    held = dw.held_out(result.dag, test, ess=ESS)
    return Measured(
        held.bdeu,
        held.bic,
        held.kl_term,
        dw.compare(result.dag, truth.dag).shd_cpdag,
        seconds,
        result.counters.get("best_course", 0),
    )


def measure_sample(truth: dw.BayesianNetwork, rows: int, seed: int) -> dict[str, Measured]:
    train, test = truth.sample(rows, seed=seed), truth.sample(TEST_ROWS, seed=TEST_SEED)
    found = {name: measure(truth, train, test, m, 3600) for name, m in METHODS.items()}
    endless = dw.TabuSearch(neighbourhood="adr", max_parents=None, restarts=None)
    found[SAME_TIME] = measure(truth, train, test, endless, found["curriculum"].seconds)
    return found


def better(metric: str, one: float, other: float) -> bool:
    return one < other - 1e-9 if metric == "shd" else one > other + 1e-9


def table_row(samples: dict[str, list[dict[str, Measured]]], method: str, metric: str) -> str:
    ratios, wins, losses = [], 0, 0
    for found in samples.values():
        pairs = [
            (getattr(one[method], metric), getattr(one["curriculum"], metric)) for one in found
        ]
        ratios += [value / base for value, base in pairs if base]
        theirs = statistics.mean(value for value, _ in pairs)
        ours = statistics.mean(base for _, base in pairs)
        wins += better(metric, ours, theirs)
        losses += better(metric, theirs, ours)
    return f"{statistics.mean(ratios):.2f} ({wins}:{losses})"


def show_table_2(rows: int, samples: dict[str, list[dict[str, Measured]]]) -> None:
    print(f"\n{rows} rows ({', '.join(samples)})")
    at = PAPER_ROWS.index(rows) if rows in PAPER_ROWS else None
    for metric, figures in PAPER.items():
        print(f"  {metric:8}", end="")
        for method in (*METHODS, SAME_TIME):
            if method != "curriculum":
                print(f" {method}: {table_row(samples, method, metric)};", end="")
        print(f" paper's MMHC: {figures[at] if at is not None else 'none'}", flush=True)
    courses = Counter(one["curriculum"].course for found in samples.values() for one in found)
    print(f"  best course (0: no curriculum): {dict(sorted(courses.items()))}")
    for name, found in samples.items():
        seconds = {m: statistics.mean(one[m].seconds for one in found) for m in found[0]}
        shown = ", ".join(f"{method} {value:.2f}" for method, value in seconds.items())
        print(f"  {name:10} seconds: {shown}", flush=True)


def complete(stage: dw.Stage, truth: dw.Dag, rank: dict[str, int]) -> dw.Dag:
    """The stage's network with all other edges in the order of `rank`, as in Figure 3."""
    learned = set(stage.dag.names)
    position = {name: p for p, name in enumerate(stage.dag.topological_order())}
    names = sorted(truth.names, key=lambda name: rank[name])
    edges = list(stage.dag.edges)
    # The learned variables keep their own order, where the drawn one has places for them.
    places = iter(sorted(learned, key=position.__getitem__))
    order = [next(places) if name in learned else name for name in names]
    for i, one in enumerate(order):
        for other in order[i + 1 :]:
            if not {one, other} <= learned:
                edges.append((one, other))
    return dw.Dag(truth.names, edges)


def show_figure_3(network: str, rows: int) -> None:
    truth = load(network)
    scores = dw.LocalScores(truth.sample(rows, seed=0), dw.BDeu(ess=ESS))
    result = dw.solve(scores, dw.Curriculum(steps=(1,)), seed=0)
    drawn = np.random.default_rng(0).permutation(len(truth.names))
    rank = dict(zip(truth.names, drawn.tolist(), strict=True))
    shown = []
    for stage in result.stages:
        distance = dw.compare(complete(stage, truth.dag, rank), truth.dag).shd_cpdag
        shown.append(f"{len(stage.variables)}:{distance}")
    print(f"\nFigure 3, {network}, {rows} rows, variables:SHD  {' '.join(shown)}")


def load(network: str) -> dw.BayesianNetwork:
    return dw.read_network(data_folder() / "networks" / f"{network}.bif.gz")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--networks", nargs="+", default=list(NETWORKS))
    parser.add_argument("--rows", nargs="+", type=int, default=list(ROWS))
    parser.add_argument("--samples", type=int, default=2)
    parser.add_argument("--no-figure", action="store_true", help="leave Figure 3 out")
    options = parser.parse_args()
    for rows in options.rows:
        samples = {}
        for network in options.networks:
            truth = load(network)
            samples[network] = [
                measure_sample(truth, rows, seed) for seed in range(options.samples)
            ]
        show_table_2(rows, samples)
    if not options.no_figure:
        for network in ("alarm", "hailfinder"):
            show_figure_3(network, 5000)


if __name__ == "__main__":
    main()
