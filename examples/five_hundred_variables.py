"""Five hundred variables under a time limit: what is chosen, how good it is, how near the truth."""

import argparse

import numpy as np

import dagwright as dw


def truth(variables: int, seed: int) -> dw.BayesianNetwork:
    """Make a network at random: each variable depends on up to three of the 30 before it."""
    rng = np.random.default_rng(seed)
    parents = []
    for child in range(variables):
        before = np.arange(max(0, child - 30), child)
        count = min(len(before), int(rng.integers(0, 4)))
        parents.append(rng.choice(before, count, replace=False).tolist())
    dag = dw.Dag.from_parents([f"v{i}" for i in range(variables)], parents)
    states = {name: ["no", "yes"] for name in dag.names}
    cpts = {}
    for name in dag.names:
        chance = rng.uniform(0.05, 0.95, (2,) * len(dag.parents(name)))
        cpts[name] = np.stack([1 - chance, chance], axis=-1)
    return dw.BayesianNetwork(dag, states, cpts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="120 variables in 4 seconds")
    small = parser.parse_args().small

    network = truth(120 if small else 500, seed=1)
    data = network.sample(1000 if small else 5000, seed=1)
    result = dw.learn(data, time_limit=4 if small else 60, callbacks=dw.ProgressDisplay(), seed=0)
    print(result.explain(), end="\n\n")

    compared = dw.compare(result.dag, network.dag)
    print(f"edges found that are there, in either direction: {compared.recall:.0%} of the truth's")
    print(f"score of the truth: {dw.score_network(network.dag, data).total:.1f}")
    print(f"score of the result: {result.score:.1f}")
    dw.write_report(result, "five_hundred.html", title=f"{data.n_variables} variables")
    print("written: five_hundred.html")


if __name__ == "__main__":
    main()
