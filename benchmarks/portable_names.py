"""Do other programs open our files, with the names and labels that people's tables have?

    python -m benchmarks.portable_names [--limit N]

Every file of DAGWRIGHT_DATA/tables becomes a network, a chain as far as its tables stay small,
which is written in each format and read by pgmpy and pyAgrum. A file counts as opened if the
structure, the states and the probabilities are right and all names are those in the file. Ctrl-C
prints what has been counted so far.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import logging
import os
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

import dagwright as dw
from benchmarks.tables import data_folder
from dagwright.network.file_formats import as_written, format_text

MOST_CONFIGURATIONS = 200
Reader = Callable[[Path], dw.BayesianNetwork]


def chain(path: Path) -> dw.BayesianNetwork:
    """Return a network of a table's columns, each a child of the one before if that is small."""
    data = dw.read_data(path)
    small = [
        (parent, child)
        for (parent, few), (child, many) in itertools.pairwise(
            zip(data.names, map(len, data.states), strict=True)
        )
        if few * many <= MOST_CONFIGURATIONS
    ]
    return dw.fit(dw.Dag(data.names, small), data, pseudo_count=1)


def readers() -> dict[tuple[str, str], Reader]:
    """Return how each program reads each format."""
    import pgmpy.readwrite as files
    import pyagrum

    def with_pgmpy(kind: str) -> Reader:
        reader = getattr(files, f"{kind}Reader")
        for name in {"get_variable_grammar", "get_probability_grammar"} & set(dir(reader)):
            # It takes seconds to make, and is always the same.
            grammar = functools.cache(functools.partial(getattr(reader, name), None))
            setattr(reader, name, lambda _self, grammar=grammar: grammar())
        return lambda path: dw.BayesianNetwork.from_pgmpy(reader(str(path)).get_model())

    def with_pyagrum(path: Path) -> dw.BayesianNetwork:
        return dw.BayesianNetwork.from_pyagrum(pyagrum.loadBN(str(path)))

    kinds = {"bif": "BIF", "xmlbif": "XMLBIF", "net": "NET", "xdsl": "XDSL"}
    result: dict[tuple[str, str], Reader] = {}
    for suffix, kind in kinds.items():
        result["pgmpy", suffix] = with_pgmpy(kind)
        result["pyAgrum", suffix.replace("xmlbif", "bifxml")] = with_pyagrum
    return result


def is_same(there: dw.BayesianNetwork, net: dw.BayesianNetwork) -> bool:
    """Tell whether a program found what is in the file."""
    return (
        set(there.dag.edges) == set(net.dag.edges)
        and dict(there.states) == dict(net.states)
        and all(np.allclose(there.cpts[name], net.cpts[name], atol=1e-6) for name in net.names)
    )


@contextmanager
def silence() -> Iterator[None]:
    """Keep what compiled code prints to itself."""
    null, kept = os.open(os.devnull, os.O_WRONLY), (os.dup(1), os.dup(2))
    try:
        os.dup2(null, 1)
        os.dup2(null, 2)
        yield
    finally:
        for number, copy in enumerate(kept, 1):
            os.dup2(copy, number)
            os.close(copy)
        os.close(null)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N files")
    options = parser.parse_args()
    folder = data_folder()
    if folder is None or not (folder / "tables" / "csv").is_dir():
        sys.exit("no tables: DAGWRIGHT_DATA must be a folder that holds tables/csv")
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    programs, opened, changed = readers(), Counter[Any](), Counter[str]()
    tried = 0
    with tempfile.TemporaryDirectory() as place, suppress(KeyboardInterrupt):
        for table in sorted((folder / "tables" / "csv").iterdir())[: options.limit]:
            try:
                net = chain(table)
            except dw.DagwrightError as error:
                print(f"{table.name}: {error}", file=sys.stderr)
                continue
            print(table.name, file=sys.stderr, flush=True)
            here, renamed = Counter[Any](), Counter[str]()
            for key, read in programs.items():
                try_one(net, key, read, Path(place), here, renamed, table.name)
            opened, changed, tried = opened + here, changed + renamed, tried + 1
    print("| program | format | names written as identifiers | files opened |\n|---|---|---|---|")
    for key in programs:
        print(f"| {key[0]} | `.{key[1]}` | in {changed[key[1]]} | {opened[key]} of {tried} |")


def try_one(
    net: dw.BayesianNetwork,
    key: tuple[str, str],
    read: Reader,
    place: Path,
    opened: Counter[Any],
    changed: Counter[str],
    table: str,
) -> None:
    """Write a network, let a program read it, and count what came of it."""
    suffix = f".{key[1]}"
    written = as_written(net, suffix)
    assert written is not None
    path = place / f"net{suffix}"
    path.write_text(format_text(net, suffix, path), encoding="utf-8")
    assert dw.read_network(path) == dw.BayesianNetwork(
        net.dag, {name: list(map(str, labels)) for name, labels in net.states.items()}, net.cpts
    )
    if key[0] == "pgmpy" or key[1] == "bifxml":
        changed[key[1]] += written.n_changed > 0
    try:
        with silence():
            there = read(path)
    except Exception as error:
        print(f"{table}, {key}: {type(error).__name__} {str(error)[:200]}", file=sys.stderr)
        return
    # It calls variables by the names that GeNIe shows.
    if is_same(there, written.shown() if key == ("pyAgrum", "xdsl") else written.net):
        opened[key] += 1
    else:
        print(f"{table}, {key}: not the same network", file=sys.stderr)


if __name__ == "__main__":
    main()
