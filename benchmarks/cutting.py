"""Whether cuts that follow the network are worth it: edges, held-out density, time.

python -m benchmarks.cutting [edges] [density] [time] [--tables N] [--repeat N]

Three ways to cut are compared: three states of equal frequency, sixteen, and cutting and learning
in turn. Real tables come from $DAGWRIGHT_DATA/tables (see `benchmarks.tables`).
"""

from __future__ import annotations

import argparse
import time
import warnings
from pathlib import Path

import numpy as np
import numpy.typing as npt

import dagwright as dw
from benchmarks.tables import data_folder
from dagwright.data.cells import NumberColumn, cut_at, equal_frequency, make_fine_cells, provisional
from dagwright.strategy.cutting import cut_and_learn

Numbers = npt.NDArray[np.float64]
Edge = tuple[int, int]

ROWS, COLUMNS, EDGES = 184, 8, 9
WAYS = ("3 equal", "16 equal", "follow")


def as_table(columns: dict[str, Numbers | npt.NDArray[np.object_]]) -> dw.Dataset:
    """Return a table as a reader would: numbers cut provisionally, anything else in states."""
    numbers, states, codes = {}, [], []
    for name, values in columns.items():
        if values.dtype.kind == "f":
            cells = make_fine_cells(values)
            column = NumberColumn(cells, cut_at(cells, provisional(cells, None), "reader"))
            numbers[name] = column
            states.append(column.states)
            codes.append(column.codes)
        else:
            labels, coded = np.unique(values.astype(str), return_inverse=True)
            states.append(labels.tolist())
            codes.append(coded)
    return dw.Dataset(list(columns), states, codes, numbers=numbers)


def cut(data: dw.Dataset, way: str) -> dw.Dataset:
    if way == "follow":
        return cut_and_learn(data, dw.BIC(), threads=1).table
    count = int(way.split(maxsplit=1)[0])
    return data.with_cuts(
        {n: equal_frequency(c.cells, data.weights, count) for n, c in data.numbers.items()}
    )


def climb(data: dw.Dataset) -> dw.Dag:
    return dw.solve(dw.LocalScores(data), dw.HillClimbing(restarts=10), threads=1, seed=1).dag


# Edges ------------------------------------------------------------------------------------------


def random_edges(rng: np.random.Generator, columns: int, edges: int) -> list[Edge]:
    pairs = [(low, high) for high in range(columns) for low in range(high)]
    chosen = rng.choice(len(pairs), edges, replace=False)
    return [pairs[at] for at in chosen]


def generate(rng: np.random.Generator, rows: int, columns: int, edges: list[Edge], kind: str):
    """Return a table whose columns are sums of (functions of) their parents and noise."""
    bends = [np.square, np.abs, lambda x: 2 * np.sin(2 * x), np.tanh]
    table = rng.normal(size=(rows, columns))
    for child in range(columns):
        for parent in (low for low, high in edges if high == child):
            values = table[:, parent]
            if kind == "non-linear":
                values = bends[rng.integers(len(bends))](values)
            table[:, child] += rng.uniform(0.5, 1.5) * rng.choice([-1, 1]) * values
        table[:, child] /= table[:, child].std()
    return table


def measure_edges(repeat: int) -> None:
    print(f"\nEdges, {ROWS} rows x {COLUMNS} columns, mean of {repeat} tables: found / false")
    print(f"| table | {' | '.join(WAYS)} |\n|---|{'---|' * len(WAYS)}")
    for kind, count in (("linear", EDGES), ("non-linear", EDGES), ("independent", 0)):
        found = {way: np.zeros(2) for way in WAYS}
        for seed in range(repeat):
            rng = np.random.default_rng(seed)
            edges = random_edges(rng, COLUMNS, count)
            values = generate(rng, ROWS, COLUMNS, edges, kind)
            data = as_table({f"x{i}": values[:, i] for i in range(COLUMNS)})
            true = {frozenset((f"x{a}", f"x{b}")) for a, b in edges}
            for way in WAYS:
                learned = {frozenset(edge) for edge in climb(cut(data, way)).edges}
                found[way] += len(learned & true), len(learned - true)
        cells = [f"{hits / repeat:.2f} / {false / repeat:.2f}" for hits, false in found.values()]
        print(f"| {kind}, {count} true edges | {' | '.join(cells)} |", flush=True)


# Held-out density -------------------------------------------------------------------------------


def read_columns(path: Path) -> dict[str, Numbers | npt.NDArray[np.object_]] | None:
    """Return numbers of more than 12 values and categories of at most 12, complete rows only."""
    import pandas as pd

    frame = pd.read_csv(path, index_col=False, low_memory=False)
    chosen: dict[str, Numbers | npt.NDArray[np.object_]] = {}
    for name in frame.columns[:30]:
        column, different = frame[name], frame[name].nunique()
        if column.isna().mean() > 0.05 or different < 2 or name.startswith("Unnamed"):
            continue
        is_index = column.dtype.kind in "iu" and different == len(column)
        if column.dtype.kind in "iuf" and different > 12 and not is_index:
            chosen[name] = column.to_numpy(dtype=np.float64)
        elif different <= 12:
            chosen[name] = column.to_numpy(dtype=object)
    if not chosen:
        return None
    whole = ~pd.DataFrame(chosen).isna().any(axis=1).to_numpy()
    chosen = {n: v[whole][:5000] for n, v in chosen.items()}
    numbers = sum(v.dtype.kind == "f" for v in chosen.values())
    return chosen if numbers >= 2 and len(chosen) >= 3 and whole.sum() >= 100 else None


def density(data: dw.Dataset, dag: dw.Dag, train: npt.NDArray[np.bool_]) -> Numbers:
    """Return the log density of each held-out row, in terms of fine cells.

    Inside a state the density is that of the column's own fine cells, half a row added to each.
    """
    total = np.zeros(int((~train).sum()))
    codes = dict(zip(data.names, data.codes, strict=True))
    arities = dict(zip(data.names, data.arities, strict=True))
    for name in data.names:
        joint = np.zeros(len(train), dtype=np.int64)
        for parent in dag.parents(name):
            joint = np.unique(joint * arities[parent] + codes[parent], return_inverse=True)[1]
        counts = np.full((joint.max() + 1, arities[name]), 0.5)
        np.add.at(counts, (joint[train], codes[name][train]), 1)
        chances = counts / counts.sum(axis=1, keepdims=True)
        total += np.log(chances[joint[~train], codes[name][~train]])
        if name in data.numbers:
            total += inside(data.numbers[name], train)
    return total


def inside(column: NumberColumn, train: npt.NDArray[np.bool_]) -> Numbers:
    cells = column.cells.codes
    fine = np.bincount(cells[train], minlength=256) + 0.5
    fine[column.cells.n_cells :] = 0
    states = column.cuts.lookup
    sums = np.bincount(states, fine)
    return np.log(fine[cells[~train]] / sums[states[cells[~train]]])


def measure_density(limit: int) -> None:
    data_root = data_folder()
    if data_root is None:
        print("no benchmark data: set DAGWRIGHT_DATA to their folder")
        return
    folder = data_root / "tables" / "csv"
    gains, edges = [], []
    for path in sorted(folder.glob("*.csv")):
        if len(gains) >= limit:
            break
        try:
            columns = read_columns(path)
        except (ValueError, UnicodeDecodeError):
            continue
        if columns is None:
            continue
        n_rows = len(next(iter(columns.values())))
        train = np.random.default_rng(1).random(n_rows) < 0.75
        # Cells and cuts of the training rows; held-out rows fall where they fall.
        data = as_table(columns)
        whole = dw.Dataset(
            data.names,
            data.states,
            data.codes,
            train.astype(np.int64),
            numbers=training_cells(columns, data, train),
        )
        means, found = [], []
        for way in ("3 equal", "follow"):
            table = cut(whole, way)
            dag = climb(table)
            means.append(density(table, dag, train).mean())
            found.append(dag.n_edges)
        gains.append(means[1] - means[0])
        edges.append(found)
        print(
            f"{path.name[:50]:50} {n_rows:5} x {len(columns):2}: {means[0]:8.3f} {means[1]:8.3f} "
            f"gain {gains[-1]:+.3f}, edges {found[0]} -> {found[1]}",
            flush=True,
        )
    better = sum(gain > 0 for gain in gains)
    print(
        f"held-out density: mean gain {np.mean(gains):.3f} nats per row, median "
        f"{np.median(gains):.3f}, better on {better} of {len(gains)} tables; edges "
        f"{np.mean(edges, axis=0)}"
    )


def training_cells(columns, data, train) -> dict[str, NumberColumn]:
    numbers = {}
    for name in data.numbers:
        cells = make_fine_cells(columns[name], train.astype(np.int64))
        positions = provisional(cells, train.astype(np.int64))
        numbers[name] = NumberColumn(cells, cut_at(cells, positions, "reader"))
    return numbers


# Time -------------------------------------------------------------------------------------------


def measure_time(rows: int = 100_000, columns: int = 20) -> None:
    rng = np.random.default_rng(1)
    values = generate(rng, rows, columns, random_edges(rng, columns, 30), "non-linear")
    began = time.perf_counter()
    data = as_table({f"x{i}": values[:, i] for i in range(columns)})
    print(f"\n{rows:,} rows x {columns}: fine cells {time.perf_counter() - began:.2f} s")
    for rounds in (0, 1, 3):
        began = time.perf_counter()
        found = cut_and_learn(data, dw.BIC(), threads=2, rounds=rounds)
        print(
            f"{found.rounds} rounds of cutting: {time.perf_counter() - began:.2f} s, objective "
            f"{found.objective:.0f}, {found.dag.n_edges if found.dag else 0} edges"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["edges", "density", "time"])
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--repeat", type=int, default=20)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    if "edges" in asked.what:
        measure_edges(asked.repeat)
    if "density" in asked.what:
        measure_density(asked.tables)
    if "time" in asked.what:
        measure_time()


if __name__ == "__main__":
    main()
