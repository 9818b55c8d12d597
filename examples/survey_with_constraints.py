"""A survey in a CSV file: say what is known, learn the rest, look at it in a browser."""

import argparse
import csv
from pathlib import Path

import dagwright as dw


def answers(rows: int) -> dw.Dataset:
    """Draw answers from a network made by hand; you would read your own file."""
    dag = dw.Dag(
        ["age", "sex", "education", "income", "smoker", "exercise", "health"],
        [
            ("age", "education"),
            ("education", "income"),
            ("sex", "income"),
            ("education", "smoker"),
            ("age", "exercise"),
            ("smoker", "health"),
            ("exercise", "health"),
        ],
    )
    states = {
        "age": ["young", "middle", "old"],
        "sex": ["female", "male"],
        "education": ["school", "university"],
        "income": ["low", "high"],
        "smoker": ["no", "yes"],
        "exercise": ["rarely", "often"],
        "health": ["poor", "good"],
    }
    cpts = {
        "age": [0.3, 0.45, 0.25],
        "sex": [0.5, 0.5],
        "education": [[0.45, 0.55], [0.6, 0.4], [0.8, 0.2]],
        "income": [[[0.8, 0.2], [0.4, 0.6]], [[0.65, 0.35], [0.25, 0.75]]],
        "smoker": [[0.65, 0.35], [0.85, 0.15]],
        "exercise": [[0.35, 0.65], [0.55, 0.45], [0.75, 0.25]],
        "health": [[[0.35, 0.65], [0.15, 0.85]], [[0.65, 0.35], [0.4, 0.6]]],
    }
    # Parents come in the order of the names, so income's first axis is sex.
    return dw.BayesianNetwork(dag, states, cpts).sample(rows, seed=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a quick run")
    small = parser.parse_args().small

    path = Path("survey.csv")
    columns = answers(400 if small else 5000).to_frame("dict")
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *zip(*columns.values(), strict=True)])

    data = dw.read_data(path)
    # Smoking does not change a person's age: earlier tiers are never below later ones.
    constraints = dw.Constraints(
        tiers=[["age", "sex"], ["education", "income"], ["smoker", "exercise", "health"]],
        required=[("smoker", "health")],
        forbidden=[("income", "education")],
        max_parents=3,
    )
    print(dw.plan(data, constraints=constraints).explain(), end="\n\n")
    result = dw.learn(data, constraints=constraints, callbacks=dw.ProgressDisplay())
    print(result.explain(), end="\n\n")

    network = dw.fit(result.dag, data, pseudo_count=1)
    for (parent, child), strength in network.edge_strengths(data).items():
        print(f"{parent:>10} -> {child:<10} {strength:8.1f}")

    network.write("survey.bif")
    dw.write_report(result, "survey.html", title="A survey with constraints")
    print("\nwritten: survey.csv, survey.bif and survey.html, to be opened in a browser")


if __name__ == "__main__":
    main()
