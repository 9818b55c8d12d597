"""From the instance of a plan to its data and what is known to be true of it."""

from __future__ import annotations

import gzip
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dagwright.data import Dataset, load_dataset, read_data
from dagwright.errors import DagwrightError
from dagwright.experiments.canonical import derive_seed
from dagwright.experiments.plan import Spec
from dagwright.graph import Dag
from dagwright.network import (
    BayesianNetwork,
    load_network,
    random_dag,
    random_gene_network,
    random_network,
    read_network,
)
from dagwright.parents import ParentSets, read_parent_sets

__all__ = ["Instance", "data_folder", "find_missing", "make_instance"]

_EMBEDDED_NETWORKS = ("asia", "sachs", "child", "insurance", "alarm")


@dataclass(frozen=True)
class Instance:
    """What an instance of a plan stands for.

    Attributes
    ----------
    data
        The table; None where candidate sets come from a file.
    sets
        The candidate sets of a file.
    dag, skeleton
        The true structure, or only its pairs where it has cycles; None if unknown.
    test
        Rows that no search sees.
    """

    data: Dataset | None = None
    sets: ParentSets | None = None
    dag: Dag | None = None
    skeleton: frozenset[frozenset[str]] | None = None
    test: Dataset | None = None


def data_folder() -> Path:
    """Return the folder of benchmark data: DAGWRIGHT_DATA, or ../shared/data."""
    return Path(os.environ.get("DAGWRIGHT_DATA") or Path("..") / "shared" / "data")


def find_missing(spec: Spec, folder: Path) -> str | None:
    """Return why an instance cannot be made here, or None if it can."""
    for file in _files(spec, folder):
        if not file.exists():
            return f"no file {file.relative_to(folder)} in the folder of data"
    return None


def make_instance(spec: Spec, seed: int, folder: Path) -> Instance:
    """Read or draw an instance; the seed decides what is drawn.

    Parameters
    ----------
    spec
        Of a plan: `kind` and what that kind needs.
    seed
        For samples and for the order of columns.
    folder
        Where files are.
    """
    makers: dict[str, Callable[[Spec, int, Path], Instance]] = {
        "table": _make_table,
        "embedded": _make_embedded,
        "network": _make_sample,
        "random": _make_random,
        "genes": _make_genes,
        "sets": _make_sets,
    }
    if spec["kind"] not in makers:
        raise DagwrightError(
            f"instance {spec['name']}: kind = {spec['kind']!r}: choose {', '.join(makers)}"
        )
    return makers[spec["kind"]](spec, seed, folder)


def _files(spec: Spec, folder: Path) -> list[Path]:
    if spec["kind"] in ("table", "sets"):
        return [folder / file.format(name=spec["base"]) for file in spec["files"]]
    if spec["kind"] == "network" and spec["base"] not in _EMBEDDED_NETWORKS:
        return [folder / "networks" / f"{spec['base']}.bif.gz"]
    return []


def _make_table(spec: Spec, seed: int, folder: Path) -> Instance:
    files = _files(spec, folder)
    if len(files) == 1:
        data = read_data(files[0], header=False, as_is=True)
    else:
        with tempfile.TemporaryDirectory() as place:
            whole = Path(place) / "whole.csv"
            whole.write_bytes(b"".join(gzip.decompress(file.read_bytes()) for file in files))
            data = read_data(whole, header=False, as_is=True)
    for column in spec.get("constant", ()):
        data = _make_constant(data, column)
    return Instance(data=_permute(data, spec, seed, default=False))


def _make_constant(data: Dataset, column: int) -> Dataset:
    """Return the table with one column, counted from 0, that holds its first state only."""
    states, codes = list(data.states), list(data.codes)
    states[column] = states[column][:1]
    codes[column] = np.zeros_like(codes[column])
    return Dataset(data.names, states, codes)


def _make_embedded(spec: Spec, seed: int, folder: Path) -> Instance:
    del folder
    return Instance(data=_permute(load_dataset(spec["dataset"]), spec, seed, default=False))


def _make_sets(spec: Spec, seed: int, folder: Path) -> Instance:
    del seed
    return Instance(sets=read_parent_sets(_files(spec, folder)[0]))


def _make_sample(spec: Spec, seed: int, folder: Path) -> Instance:
    files = _files(spec, folder)
    network = read_network(files[0]) if files else load_network(spec["base"])
    return _draw(network, spec, seed)


def _make_random(spec: Spec, seed: int, folder: Path) -> Instance:
    del folder
    states = spec.get("states", 2)
    dag = random_dag(
        spec["variables"],
        edges=spec.get("edges"),
        max_parents=spec.get("max_parents"),
        seed=derive_seed("structure", seed),
    )
    network = random_network(
        dag,
        states=tuple(states) if isinstance(states, list) else states,
        concentration=spec.get("concentration", 1.0),
        seed=derive_seed("probabilities", seed),
    )
    return _draw(network, spec, seed)


def _make_genes(spec: Spec, seed: int, folder: Path) -> Instance:
    del folder
    # The network belongs to its name and the sample, not to the number of rows: as in DREAM5, more
    # rows of one network could be compared. A name that says so shares it.
    network = random_gene_network(
        spec["genes"], edges=spec["edges"], seed=derive_seed("genes", seed)
    )
    data = network.sample(spec["rows"], seed=derive_seed("rows", seed))
    return Instance(data=data, skeleton=network.skeleton())


def _draw(network: BayesianNetwork, spec: Spec, seed: int) -> Instance:
    data = network.sample(spec["rows"], seed=derive_seed("rows", seed))
    test = None
    if "test_rows" in spec:
        test = network.sample(spec["test_rows"], seed=derive_seed("test rows", seed))
    dag = network.dag
    return Instance(
        data=_permute(data, spec, seed, default=True), dag=dag, skeleton=dag.skeleton(), test=test
    )


def _permute(data: Dataset, spec: Spec, seed: int, *, default: bool) -> Dataset:
    """Shuffle the columns: in many files parents stand before children, and ties would tell."""
    if not spec.get("permute", default):
        return data
    draws = np.random.RandomState(derive_seed("columns", seed) % 2**32)
    return data.select([data.names[place] for place in draws.permutation(data.n_variables)])
