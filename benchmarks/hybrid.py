"""MMPC, MMHC and curriculum learning: accuracy, speed, and speed beside other packages.

python -m benchmarks.hybrid recall      neighbours found in asia, child and alarm, 50 000 rows
python -m benchmarks.hybrid segments    a family with segments beside one with one more parent
python -m benchmarks.hybrid times       processor seconds of MMHC and the curriculum
python -m benchmarks.hybrid mildew      the curriculum where variables have many states
python -m benchmarks.hybrid peers       max-min beside pgmpy's and causal-learn's PC

``recall`` says for each true pair that is missing which test separated it. ``times`` takes the
smallest of three rounds, methods in turn, on one thread. ``peers`` runs each package in a process
of its own.
"""

from __future__ import annotations

import argparse
import itertools
import json
import resource
import signal
import statistics
import subprocess
import sys
import time
import warnings

import numpy as np

import dagwright as dw
from benchmarks.tables import ROOT, data_folder
from dagwright import _core
from dagwright.data.core_table import core_table

SEEDS = range(5)
PEER_LIMIT = 600  # processor seconds
PEER_CASES = (("alarm", 10_000), ("andes", 5000))
PEERS = ("dagwright", "pgmpy", "causal-learn")


def load(network: str) -> dw.BayesianNetwork:
    return dw.read_network(data_folder() / "networks" / f"{network}.bif.gz")


def pairs_of(near: dict[str, tuple[str, ...]]) -> set[frozenset[str]]:
    return {frozenset((one, other)) for one in near for other in near[one]}


def show_recall() -> None:
    for network in ("asia", "child", "alarm"):
        truth = load(network)
        true = {frozenset(edge) for edge in truth.dag.edges}
        precision, recall = [], []
        for seed in SEEDS:
            data = truth.sample(50_000, seed=seed)
            found = pairs_of(dw.mmpc(data))
            precision.append(len(found & true) / len(found))
            recall.append(len(found & true) / len(true))
            for pair in sorted(map(sorted, true - found)):
                print(f"  {network}, sample {seed}: {explain(truth, data, *pair)}")
            for pair in sorted(map(sorted, found - true)):
                print(f"  {network}, sample {seed}: {' - '.join(pair)} is extra")
        means = statistics.mean(precision), statistics.mean(recall)
        print(f"{network}: precision {means[0]:.3f}, recall {means[1]:.3f}", flush=True)


def explain(truth: dw.BayesianNetwork, data: dw.Dataset, one: str, other: str) -> str:
    """Name a set of true neighbours of either end that a test takes for a separation."""
    for target, partner in ((one, other), (other, one)):
        near = [*truth.dag.parents(target), *truth.dag.children(target)]
        near.remove(partner)
        for size in range(len(near) + 1):
            for given in itertools.combinations(near, size):
                test = dw.independence_test(data, one, other, given)
                if not test.reliable or test.p_value > 0.05:
                    why = f"p = {test.p_value:.2g}" if test.reliable else "too few rows"
                    return (
                        f"{one} - {other} is missing: {why} given {', '.join(given) or 'nothing'}"
                    )
    return f"{one} - {other} is missing: separated by variables that are not neighbours"


def seconds_of(work, rounds: int = 30) -> float:
    """The smallest processor time of a round."""
    taken = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)


def score_families(wider: _core.Table, third: str) -> None:
    """Score additions to two parents and a third: none, an ordinary one, or the segment."""
    scores = _core.LocalScores(wider, _core.ScoreKind.bdeu, 10.0, 0, most_tabulated=256)
    segment = wider.n_variables - 1
    for child in range(0, segment, 4):
        one, two, ordinary, *others = (v for v in range(segment) if v != child)
        more = {"none": [], "ordinary": [ordinary], "segment": [segment]}[third]
        scores.score_additions(child, [one, two, *more], others[:7])


def show_segments() -> None:
    """Cost of families by the number of segments."""
    for network, rows in itertools.product(("alarm", "hailfinder"), (10_000,)):
        table = core_table(load(network).sample(rows, seed=0))
        rng = np.random.default_rng(0)
        for segments in (2, 4, 10, 100, 1000, 5000):
            codes = rng.integers(0, segments, table.stored_rows).astype(np.uint32)
            codes[:segments] = np.arange(segments)
            wider = table.with_column(codes, segments)
            taken = {
                third: seconds_of(lambda wider=wider, third=third: score_families(wider, third))
                for third in ("none", "ordinary", "segment")
            }
            shown = ", ".join(f"{third} {1e3 * value:.2f} ms" for third, value in taken.items())
            ratio = taken["segment"] / taken["ordinary"]
            print(
                f"{network}, {rows} rows, {segments} segments; third parent: {shown}; "
                f"segment : ordinary {ratio:.2f}",
                flush=True,
            )


def processor_seconds(data: dw.Dataset, method: dw.Method) -> tuple[float, dw.Result]:
    began = time.process_time()
    result = dw.solve(dw.LocalScores(data, dw.BDeu(ess=10)), method, seed=0, threads=1)
    return time.process_time() - began, result


def show_times() -> None:
    for network, rows in itertools.product(("alarm", "hailfinder", "andes"), (5000, 10_000)):
        data = load(network).sample(rows, seed=0)
        best = {"MMPC": [], "MMHC": [], "curriculum": []}
        for _ in range(3):
            began = time.process_time()
            dw.mmpc(data, threads=1)
            best["MMPC"].append(time.process_time() - began)
            best["MMHC"].append(processor_seconds(data, dw.MMHC())[0])
            best["curriculum"].append(processor_seconds(data, dw.Curriculum())[0])
        shown = {name: min(taken) for name, taken in best.items()}
        ratio = shown["curriculum"] / shown["MMHC"]
        words = ", ".join(f"{name} {value:.2f} s" for name, value in shown.items())
        print(f"{network}, {rows} rows: {words}; curriculum : MMHC {ratio:.2f}", flush=True)


def show_mildew() -> None:
    data = load("mildew").sample(5000, seed=0)
    for method in (dw.MMHC(), dw.Curriculum()):
        seconds, result = processor_seconds(data, method)
        print(f"mildew, 5000 rows, {method.name}: {seconds:.2f} s, BDeu {result.score:.2f}")


def run_peer(peer: str, network: str, rows: int) -> dict[str, float]:
    """Find neighbours with one package; in a process of its own."""
    truth = load(network)
    data = truth.sample(rows, seed=0)
    true = {frozenset(edge) for edge in truth.dag.edges}
    began, began_cpu = time.perf_counter(), time.process_time()
    found = {"dagwright": _dagwright, "pgmpy": _pgmpy, "causal-learn": _causal_learn}[peer](data)
    return {
        "wall": time.perf_counter() - began,
        "cpu": time.process_time() - began_cpu,
        "pairs": len(found),
        "true": len(found & true),
    }


def _dagwright(data: dw.Dataset) -> set[frozenset[str]]:
    return pairs_of(dw.mmpc(data, threads=1))


def _pgmpy(data: dw.Dataset) -> set[frozenset[str]]:
    from pgmpy.estimators import MmhcEstimator

    estimator = MmhcEstimator(data.to_frame().astype(str))
    return {frozenset(edge) for edge in estimator.mmpc(0.05).edges()}


def _causal_learn(data: dw.Dataset) -> set[frozenset[str]]:
    """Its skeleton by PC with G2 tests: it has no MMPC."""
    from causallearn.search.ConstraintBased.PC import pc

    codes = np.column_stack([column.astype(np.int64) for column in data.codes])
    graph = pc(codes, 0.05, "gsq", node_names=list(data.names), show_progress=False)
    edges = graph.G.get_graph_edges()
    return {frozenset((e.get_node1().get_name(), e.get_node2().get_name())) for e in edges}


def show_peers(limit: int) -> None:
    for (network, rows), peer in itertools.product(PEER_CASES, PEERS):
        command = [sys.executable, "-W", "ignore", "-m", "benchmarks.hybrid", "peer"]
        command += ["--peer", peer, "--network", network, "--rows", str(rows)]
        done = subprocess.run(
            command,
            check=False,
            capture_output=True,
            text=True,
            cwd=ROOT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5)),
        )
        if done.returncode == -signal.SIGXCPU:
            shown = f"over {limit} processor s"
        elif done.returncode:
            shown = f"failed: {done.stderr.strip().splitlines()[-1]}"
        else:
            found = json.loads(done.stdout.strip().splitlines()[-1])
            shown = (
                f"{found['cpu']:.2f} processor s, {found['wall']:.2f} wall s, "
                f"{found['pairs']} pairs, {found['true']} true"
            )
        print(f"{network}, {rows} rows, {peer}: {shown}", flush=True)


def main() -> None:
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["recall", "segments", "times", "mildew", "peers", "peer"])
    parser.add_argument("--peer", choices=PEERS)
    parser.add_argument("--network")
    parser.add_argument("--rows", type=int)
    parser.add_argument("--limit", type=int, default=PEER_LIMIT)
    options = parser.parse_args()
    if options.what == "peer":
        print(json.dumps(run_peer(options.peer, options.network, options.rows)))
    elif options.what == "peers":
        show_peers(options.limit)
    else:
        {
            "recall": show_recall,
            "segments": show_segments,
            "times": show_times,
            "mildew": show_mildew,
        }[options.what]()


if __name__ == "__main__":
    main()
