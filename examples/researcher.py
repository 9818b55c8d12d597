"""The researcher: candidate parent sets, several methods on the same sets, proofs, and records."""

import argparse
import json
from pathlib import Path

import dagwright as dw


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="at most 2 parents per variable")
    small = parser.parse_args().small

    # 569 tumours, 30 measurements and a diagnosis; the lists are what GOBNILP and BLIP read too.
    data = dw.load_dataset("wdbc")
    scores = dw.LocalScores(data, dw.BIC())
    sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2 if small else 4))
    sets.write("wdbc.jkl")
    print(f"{sets.n_sets:,} candidate sets, complete: {sets.scope}")

    # Heuristics under a budget that any machine repeats, then a proof.
    methods = [dw.INOBS(restarts=20), dw.MINOBS(), dw.Exact()]
    with Path("records.jsonl").open("w", encoding="utf-8") as records:
        for method in methods:
            limit = None if isinstance(method, dw.Exact) else 2000
            result = dw.solve(sets, method, iterations=limit, seed=1)
            record = {
                "method": repr(method),
                "score": result.score,
                "bound": result.bound,
                "status": result.status.value,
                "reproducible": result.reproducible,
                "seconds": round(result.seconds, 3),
                "counters": dict(result.counters),
            }
            print(json.dumps(record), file=records)
            print(
                f"{result.method.name:8} {result.score:12.4f} {result.status.value:9} "
                f"{result.seconds:6.2f} s"
            )

    # The last one is a proof. Add the score up again without the core, and hold others against it.
    others = [dw.learn(data, method="hill-climbing", constraints=dw.Constraints(max_parents=2)).dag]
    print("added up again from plain counts:", round(dw.verify(result, data, networks=others), 4))
    cpdag = result.cpdag()
    print(f"{len(cpdag.directed)} arrows are compelled, {len(cpdag.undirected)} could be turned")
    print("the tables of the papers: dagwright experiment list, and docs/experiments.md")


if __name__ == "__main__":
    main()
