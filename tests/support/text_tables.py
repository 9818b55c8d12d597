"""Random tables of text cells, as files and frames hold them."""

import csv
import datetime
import random

from hypothesis import strategies as st

WORDS = ("red", "green", "blue", "dark red", "säure", "x,y", 'say "no"', "no;yes", "Ulm")
MARKERS = ("", "NA", "?")


def _labels(draw, rows):
    labels = draw.sample(WORDS, draw.randint(2, len(WORDS)))
    return [draw.choice(labels) for _ in range(rows)]


def _yes_or_no(draw, rows):
    return [draw.choice(("yes", "no")) for _ in range(rows)]


def _grades(draw, rows):
    return [str(draw.randint(1, draw.randint(2, 6))) for _ in range(rows)]


def _ages(draw, rows):
    return [str(draw.randint(18, 90)) for _ in range(rows)]


def _heights(draw, rows):
    digits = draw.randint(1, 4)
    return [f"{draw.gauss(170, 10):.{digits}f}" for _ in range(rows)]


def _amounts(draw, rows):
    return [str(round(draw.lognormvariate(3, 2))) for _ in range(rows)]


def _dates(draw, rows):
    days = (
        datetime.date(2020, 1, 1) + datetime.timedelta(draw.randint(0, 900)) for _ in range(rows)
    )
    return [day.isoformat() for day in days]


def _codes(draw, rows):
    numbers = draw.sample(range(10 * rows), rows)
    return [f"P{number:06}" for number in numbers]


def _remarks(draw, rows):
    sizes = [draw.randint(4, 9) for _ in range(rows)]
    words = (
        "she",
        "said",
        "that",
        "the",
        "tests",
        "were",
        "late",
        "again",
        "because",
        "of",
        "rain",
    )
    return [" ".join(draw.choices(words, k=size)) for size in sizes]


def _constant(draw, rows):
    return [draw.choice(WORDS)] * rows


KINDS = (
    _labels,
    _yes_or_no,
    _grades,
    _ages,
    _heights,
    _amounts,
    _dates,
    _codes,
    _remarks,
    _constant,
)


def running_numbers(rows):
    """The row numbers that spreadsheets and R export."""
    return [str(i + 1) for i in range(rows)]


@st.composite
def text_tables(draw, min_rows=20, max_rows=120):
    """Columns of text cells by name; the first one has no holes, so that no line is blank."""
    rows = draw(st.integers(min_rows, max_rows))
    kinds = [_yes_or_no, *draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=6))]
    shares = [0.0, *(draw(st.sampled_from((0.0, 0.0, 0.02, 0.3))) for _ in kinds[1:])]
    marker = draw(st.sampled_from(MARKERS))
    cells = random.Random(draw(st.integers(0, 2**32)))
    table = {}
    for i, (kind, share) in enumerate(zip(kinds, shares, strict=True)):
        column = kind(cells, rows)
        table[f"name {i}"] = [marker if cells.random() < share else cell for cell in column]
    return table


def write_text_table(path, table, quoting=csv.QUOTE_MINIMAL, delimiter=","):
    """Write columns of text cells under their names."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, quoting=quoting, delimiter=delimiter)
        writer.writerow(table)
        writer.writerows(zip(*table.values(), strict=True))
    return path
