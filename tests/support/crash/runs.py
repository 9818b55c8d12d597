"""What is interrupted by power failures: python -m crash.runs NAME FOLDER [named].

Each run writes into one folder, resumes from what it finds there, and returns what must be the same
however often it was interrupted. "named" writes as on systems without nameless files.
"""

from __future__ import annotations

import sys
from pathlib import Path

from random_sets import hard_sets
from resumable import answer, make_problem, solve

import dagwright as dw
from dagwright.files import writing

__all__ = ["OUTPUTS", "RUNS"]

OUTPUTS = ("net.bif", "net.json.gz", "sets.dwps", "sets.jkl.gz", "page.html")


def resume_orders(folder: Path) -> object:
    """Search over orders, with the state after each generation."""
    return _searched("minobs", folder, iterations=5_000)


def resume_walks(folder: Path) -> object:
    """Search over networks, with the state after each round of walks."""
    return _searched("hill-climbing", folder, iterations=500)


def _searched(name: str, folder: Path, iterations: int) -> object:
    keep = dw.Checkpoint(folder / "search.checkpoint", every=0)
    return answer(solve(name, make_problem(name), iterations=iterations, checkpoint=keep))


def learn_from_a_table(folder: Path) -> object:
    """Keep candidate sets and states, and write a network at the end."""
    result = dw.learn(
        make_problem("hill-climbing").data,
        method=dw.MINOBS(generations=4),
        selection=dw.Sequential(max_parents=2),
        time_limit=None,
        checkpoint=dw.Checkpoint(folder / "search.checkpoint", every=0),
    )
    dw.fit(result.dag, result.table).write(folder / "net.bif")
    # The bound was worked on for as long as the search took, so it is not compared.
    return result.dag, result.score, result.stop_reason


def prove_in_layers(folder: Path) -> object:
    """Prove a network the best one, with the layers of the search in files."""
    result = dw.solve(hard_sets(10, 3), dw.BFBnB(dw.SimpleHeuristic(), spill=folder), threads=1)
    return result.dag, result.score, result.bound, result.status, result.counters["expanded"]


def write_outputs(folder: Path) -> None:
    """Write one file of every kind."""
    net = dw.load_network("asia")
    sets = make_problem("minobs")
    net.write(folder / "net.bif")
    net.write(folder / "net.json.gz")
    sets.write(folder / "sets.dwps")
    sets.write(folder / "sets.jkl.gz")
    result = dw.solve(make_problem("hill-climbing"), dw.HillClimbing(), iterations=50)
    dw.write_report(result, folder / "page.html")


RUNS = {
    "orders": resume_orders,
    "walks": resume_walks,
    "learn": learn_from_a_table,
    "layers": prove_in_layers,
    "outputs": write_outputs,
}

if __name__ == "__main__":
    if sys.argv[3:] == ["named"]:
        writing._open_nameless = lambda *_: None
    RUNS[sys.argv[1]](Path(sys.argv[2]))
