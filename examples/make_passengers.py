"""Write a list of passengers that looks like the well-known one of the Titanic; all is made up.

891 rows: an age that is often missing, a fare, a deck that is missing for most, and three pairs of
columns that say the same in other words: survived and alive, pclass and class, embarked and
embark_town. Then:

    dagwright learn passengers.csv
"""

import argparse
import csv
import random
from pathlib import Path

HEADER = [
    "survived",
    "pclass",
    "sex",
    "age",
    "sibsp",
    "parch",
    "fare",
    "embarked",
    "class",
    "who",
    "adult_male",
    "deck",
    "embark_town",
    "alive",
    "alone",
]
CLASSES = {1: "First", 2: "Second", 3: "Third"}
TOWNS = {"S": "Southampton", "C": "Cherbourg", "Q": "Queenstown", "": ""}
FARES = {1: 60.0, 2: 20.0, 3: 10.0}
DECKS = {1: "ABCDE", 2: "DEF", 3: "EFG"}
CHILD = 16


def main(path: Path | str = "passengers.csv", rows: int = 891, seed: int = 1) -> Path:
    """Write the list; the same arguments give the same bytes."""
    draw = random.Random(seed)
    path = Path(path)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, HEADER, lineterminator="\n")
        table.writeheader()
        for _ in range(rows):
            table.writerow(_passenger(draw))
    return path


def _passenger(draw: random.Random) -> dict[str, object]:
    pclass = draw.choices([1, 2, 3], [24, 21, 55])[0]
    sex = draw.choices(["male", "female"], [65, 35])[0]
    age = max(0.5, draw.gauss(44 - 6 * pclass, 13))
    age = round(age * 2) / 2 if age < CHILD else float(round(age))
    who = "child" if age < CHILD else "man" if sex == "male" else "woman"
    siblings = draw.choices([0, 1, 2, 3, 4], [68, 22, 4, 3, 3])[0]
    parents = draw.choices([0, 1, 2], [30, 40, 30] if who == "child" else [85, 10, 5])[0]
    fare = FARES[pclass] * (1 + 0.4 * (siblings + parents)) * draw.lognormvariate(0, 0.35)
    harbour = draw.choices(["S", "C", "Q", ""], [720, 190 if pclass < 3 else 90, 80, 3])[0]
    chance = {"man": 0.15, "child": 0.5, "woman": 0.75}[who] + {1: 0.18, 2: 0.0, 3: -0.1}[pclass]
    survived = draw.random() < chance
    deck_known = draw.random() < {1: 0.8, 2: 0.08, 3: 0.02}[pclass]
    return {
        "survived": int(survived),
        "pclass": pclass,
        "sex": sex,
        "age": "" if draw.random() < (0.15 if pclass < 3 else 0.25) else age,
        "sibsp": siblings,
        "parch": parents,
        "fare": f"{fare:.4f}",
        "embarked": harbour,
        "class": CLASSES[pclass],
        "who": who,
        "adult_male": who == "man",
        "deck": draw.choice(DECKS[pclass]) if deck_known else "",
        "embark_town": TOWNS[harbour],
        "alive": "yes" if survived else "no",
        "alone": siblings + parents == 0,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", nargs="?", default="passengers.csv")
    parser.add_argument("--rows", type=int, default=891)
    parser.add_argument("--small", action="store_true", help="fewer rows")
    options = parser.parse_args()
    print("written:", main(options.path, 300 if options.small else options.rows))
