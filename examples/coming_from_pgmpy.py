"""Coming from pgmpy or bnlearn: their objects and files in, ours out, and back."""

import argparse
from pathlib import Path

from pgmpy.inference import VariableElimination
from pgmpy.models import DiscreteBayesianNetwork

import dagwright as dw


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a quick run")
    small = parser.parse_args().small

    # A data frame as you have it. pgmpy takes every column for a category, so say the same here.
    frame = dw.load_network("asia").sample(1000 if small else 20000, seed=1).to_frame("pandas")
    result = dw.learn(frame, as_is=True, time_limit=5 if small else 60)
    print(result.explain(), end="\n\n")

    # pgmpy learns nothing here, but asks the network that was found.
    model = dw.fit(result, pseudo_count=1).to_pgmpy()
    assert isinstance(model, DiscreteBayesianNetwork)
    answer = VariableElimination(model).query(["bronc"], evidence={"smoke": "yes", "dysp": "yes"})
    print("bronchitis of a smoker who is short of breath, by pgmpy:")
    print(answer, end="\n\n")

    # A model of pgmpy, whose edges may come from an expert: is it as good as the best?
    ours = dw.BayesianNetwork.from_pgmpy(model)
    guessed = dw.Dag(frame.columns, [("smoke", "lung"), ("smoke", "bronc"), ("bronc", "dysp")])
    score = dw.score_network(guessed, result.table).total
    print(f"the expert's network is {result.score - score:.1f} nats below the best")

    # bnlearn's model strings and BIF files: written here, read there, and the other way round.
    dw.write_structure(ours.dag, "asia.modelstring")
    ours.write("asia.bif")
    print("for R: model2network('" + Path("asia.modelstring").read_text("utf-8").strip() + "')")
    assert dw.read_structure("asia.modelstring") == ours.dag
    assert dw.read_network("asia.bif").dag == ours.dag
    print("and read.bif('asia.bif')")


if __name__ == "__main__":
    main()
