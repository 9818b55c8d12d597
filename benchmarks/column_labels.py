"""The labelled tables: what an analyst would do with each column, and whether a network did it."""

from __future__ import annotations

import csv
import itertools
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import dagwright as dw

USABLE = frozenset({"number", "category", "either"})
NEVER_A_VARIABLE = frozenset({"index", "text"})
MOST_CELLS = 16  # a number with more states than this was not cut


@dataclass(frozen=True)
class LabelledTable:
    """A file, and for each column the kinds that are right for it."""

    path: Path
    kinds: Mapping[str, frozenset[str]]

    @property
    def has_network(self) -> bool:
        """Whether at least two columns are usable, as the labels say."""
        return sum(bool(kinds & USABLE) for kinds in self.kinds.values()) >= 2

    def strangers(self, names: Sequence[str]) -> list[str]:
        """Return the variables that are never one: running numbers and free text."""
        return [n for n in names if n in self.kinds and self.kinds[n] <= NEVER_A_VARIABLE]


def read_labels(folder: Path) -> list[LabelledTable]:
    """Return the tables of a folder that holds ``csv/`` and ``columns.csv``, sorted by name."""
    kinds: dict[str, dict[str, frozenset[str]]] = defaultdict(dict)
    with (folder / "columns.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            accepted = frozenset(filter(None, (row["kind"], row["also"])))
            kinds[row["file"]][row["column"].lstrip("\ufeff")] = accepted
    return [LabelledTable(folder / "csv" / name, kinds[name]) for name in sorted(kinds)]


def judge_columns(table: LabelledTable, network: dw.BayesianNetwork) -> dict[str, str]:
    """Return for each column that was treated wrongly what became of it."""
    cells = read_cells(table.path)
    wrong = {}
    for name, accepted in table.kinds.items():
        inside = name in network.names
        if not inside and accepted & USABLE and _is_copy(name, network.names, cells):
            continue
        states = len(network.states[name]) if inside else 0
        if not any(_is_right(kind, states) for kind in accepted):
            became = f"kept with {states} states" if inside else "left out"
            wrong[name] = f"{'/'.join(sorted(accepted))} {became}"
    return wrong


def _is_right(kind: str, states: int) -> bool:
    """Tell whether a column of this kind should have this many states; 0 if it was left out."""
    if kind == "constant":
        return True
    if kind == "number":
        return 1 <= states <= MOST_CELLS
    return (states > 0) == (kind in USABLE)


def _is_copy(name: str, others: Sequence[str], cells: Mapping[str, list[str]]) -> bool:
    if name not in cells:
        return False
    return any(say_the_same(cells[name], cells[other]) for other in others if other in cells)


def say_the_same(one: list[str], other: list[str]) -> bool:
    """Return whether either column determines the other, and not only by chance.

    Values that all differ determine anything; they count only where both columns are numbers and
    one rises or falls strictly with the other.
    """
    pairs = set(zip(one, other, strict=True))
    values = Counter(one)
    if not len(pairs) == len(values) == len(set(other)):
        return False
    if 3 * len(values) <= len(one):
        return True
    try:
        ascending = sorted((float(a), float(b)) for a, b in pairs)
    except ValueError:
        return False
    rises = {b[1] > a[1] for a, b in itertools.pairwise(ascending)}
    return len(rises) == 1


def read_cells(path: Path) -> dict[str, list[str]]:
    """Return the cells of each column as text, by name."""
    content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    names, *rows = filter(None, csv.reader(text.splitlines(keepends=True)))
    return {name: [row[i] if i < len(row) else "" for row in rows] for i, name in enumerate(names)}
