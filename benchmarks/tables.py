"""The tables that everybody is measured on, coded once and kept under build/."""

from __future__ import annotations

import gzip
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / "build" / "benchmarks" / "tables"
SEED = 20_240_229


@dataclass(frozen=True)
class CodedTable:
    """Rows of codes 0..arity-1; every state occurs, so that all packages see the same arities."""

    names: list[str]
    codes: np.ndarray  # rows x variables

    @property
    def arities(self) -> list[int]:
        return [int(a) for a in self.codes.max(axis=0) + 1]

    def to_frame(self) -> pd.DataFrame:
        """Return categories of text, the one form that every package takes for discrete data."""
        import pandas as pd

        columns = {}
        for name, column, arity in zip(self.names, self.codes.T, self.arities, strict=True):
            states = [f"s{state}" for state in range(arity)]
            columns[name] = pd.Categorical.from_codes(column, categories=states)
        return pd.DataFrame(columns)


def data_folder() -> Path | None:
    """Return the folder of benchmark data, if there is one."""
    folder = Path(os.environ.get("DAGWRIGHT_DATA", ROOT.parent / "shared" / "data"))
    return folder if folder.is_dir() else None


def find_table(name: str) -> Path | None:
    """Return the cached file of a table, made if need be; None without the data it comes from."""
    file = CACHE / f"{name}.npz"
    if not file.exists():
        table = _make(name)
        if table is None:
            return None
        CACHE.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(file, names=np.array(table.names), codes=table.codes)
    return file


def load_table(file: Path | str) -> CodedTable:
    stored = np.load(file)
    return CodedTable([str(name) for name in stored["names"]], stored["codes"])


def _make(name: str) -> CodedTable | None:
    if name == "binary-100":
        return _binary(100, 20_000)
    if name == "binary-1000":
        return _binary(1000, 1000)
    if name == "wdbc":
        return _wdbc()
    folder = data_folder()
    if folder is None:
        return None
    if name == "plants":
        codes = np.loadtxt(folder / "debd" / "plants.train.data.gz", delimiter=",", dtype=np.int64)
        return _tidy([f"p{i}" for i in range(codes.shape[1])], codes)
    network, rows = name.rsplit("-", 1)
    return _sample(folder / "networks" / f"{network}.bif.gz", int(rows))


def _binary(variables: int, rows: int) -> CodedTable:
    """Each variable is a noisy function of two earlier ones."""
    rng = np.random.default_rng(SEED)
    codes = np.empty((rows, variables), dtype=np.int64)
    for v in range(variables):
        chance = np.full(rows, rng.uniform(0.2, 0.8))
        if v >= 2:
            a, b = rng.choice(v, size=2, replace=False)
            chance = rng.uniform(0.1, 0.9, size=4)[2 * codes[:, a] + codes[:, b]]
        codes[:, v] = rng.random(rows) < chance
    return _tidy([f"x{v}" for v in range(variables)], codes)


def _wdbc() -> CodedTable:
    import dagwright as dw

    data = dw.load_dataset("wdbc")
    return _tidy(list(data.names), np.stack(data.codes, axis=1))


def _sample(bif: Path, rows: int) -> CodedTable:
    import pyagrum as gum

    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / bif.stem
        with gzip.open(bif) as source, plain.open("wb") as target:
            shutil.copyfileobj(source, target)
        network = gum.loadBN(str(plain))
    gum.initRandom(SEED)
    generator = gum.BNDatabaseGenerator(network)
    generator.drawSamples(rows)
    frame = generator.to_pandas()
    codes = np.stack([frame[name].astype("category").cat.codes for name in frame.columns], axis=1)
    return _tidy(list(frame.columns), codes)


def _tidy(names: list[str], codes: np.ndarray) -> CodedTable:
    """Number the states that occur, drop constants, and shuffle the columns.

    Networks list parents before children; a method that breaks ties by column would profit.
    """
    columns = np.stack([np.unique(c, return_inverse=True)[1] for c in codes.T], axis=1)
    varied = np.flatnonzero(columns.max(axis=0) > 0)
    order = np.random.default_rng(SEED).permutation(varied)
    return CodedTable([names[v] for v in order], columns[:, order].astype(np.int16))
