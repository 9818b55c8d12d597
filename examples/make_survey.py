"""Write a survey as a German spreadsheet exports it: it was not prepared for analysis.

A byte order mark, semicolons, CRLF, decimal commas, umlauts, an ID, age in whole years, a date,
remarks, and 5 % of the answers missing. Disease (Krankheit) depends on age (Alter) and smoking
(Raucher), blood pressure (Blutdruck) on age and BMI, coughing (Husten) on smoking. Then:

    dagwright learn umfrage.csv
"""

import argparse
import csv
import datetime
import random
from pathlib import Path

HEADER = [
    "ID",
    "Alter",
    "Geschlecht",
    "Bildung",
    "Einkommen",
    "Raucher",
    "Sport",
    "BMI",
    "Blutdruck",
    "Krankheit",
    "Husten",
    "Datum",
    "Bemerkung",
]
ANSWERS = slice(1, 11)  # the columns in which cells may be missing
MISSING = 0.05
REMARKS = (
    ("Die Befragte", "Der Befragte", "Die Person", "Die Auskunftsperson"),
    ("kam früh", "kam spät", "war müde", "hatte es eilig", "sprach leise", "fragte häufig nach"),
    ("und bat um Rückruf", "und möchte das Ergebnis", "und war gut gelaunt", "und fror"),
)


def main(path: Path | str = "umfrage.csv", rows: int = 600, seed: int = 1) -> Path:
    """Write the survey; the same arguments give the same bytes."""
    draw = random.Random(seed)
    path = Path(path)
    # The signature that spreadsheets put before UTF-8, and their line ends.
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file, delimiter=";", lineterminator="\r\n")
        table.writerow(HEADER)
        table.writerows(_with_holes(_respondent(i, draw), draw) for i in range(rows))
    return path


def _respondent(i: int, draw: random.Random) -> list[str]:
    age = draw.randint(18, 89)
    education = _choose(draw, {"Hauptschule": 3, "Realschule": 4, "Abitur": 2, "Universität": 2})
    wealthy = education in ("Abitur", "Universität")
    income = _choose(draw, {"niedrig": 2, "mittel": 3, "hoch": 4 if wealthy else 1})
    smoker = draw.random() < (0.2 if wealthy else 0.4)
    sport = draw.random() < (0.7 if age < 45 else 0.35)
    bmi = draw.gauss(23.5 if sport else 27.5, 2.5)
    pressure = round(draw.gauss(92 + 0.35 * age + 0.6 * bmi, 9))
    disease = draw.random() < 0.04 + 0.6 * max(0.0, (age - 35) / 54) + (0.3 if smoker else 0.0)
    cough = draw.random() < (0.7 if smoker else 0.15)
    day = datetime.date(2024, 3, 1) + datetime.timedelta(days=draw.randrange(200))
    return [
        f"P{i + 1:05}",
        str(age),
        _choose(draw, {"männlich": 1, "weiblich": 1}),
        education,
        income,
        _yes_or_no(smoker),
        _yes_or_no(sport),
        f"{bmi:.1f}".replace(".", ","),
        str(pressure),
        _yes_or_no(disease),
        _yes_or_no(cough),
        f"{day:%d.%m.%Y}",
        f"{' '.join(map(draw.choice, REMARKS))}, {draw.randint(1, 60)} Minuten",
    ]


def _with_holes(cells: list[str], draw: random.Random) -> list[str]:
    cells[ANSWERS] = ["" if draw.random() < MISSING else cell for cell in cells[ANSWERS]]
    return cells


def _choose(draw: random.Random, weights: dict[str, int]) -> str:
    return draw.choices(list(weights), list(weights.values()))[0]


def _yes_or_no(yes: bool) -> str:
    return "ja" if yes else "nein"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", nargs="?", default="umfrage.csv")
    parser.add_argument("--rows", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1, help="another seed, other respondents")
    parser.add_argument("--small", action="store_true", help="fewer rows")
    options = parser.parse_args()
    print("written:", main(options.path, 300 if options.small else options.rows, options.seed))
