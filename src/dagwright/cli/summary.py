"""What a person sees after a search."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

import dagwright as dw
from dagwright.cli.layout import column_facts, describe_rows, print_block, print_facts
from dagwright.data.columns.describe import describe_cuts
from dagwright.memory import format_memory
from dagwright.network.strengths import strengths_of
from dagwright.search.explanation import (
    describe_method,
    describe_quality,
    describe_repetition,
    describe_scoring,
    describe_stop,
)
from dagwright.words import plural

__all__ = ["result_facts", "summarise"]

_MOST_EDGES = 12
_MOST_CUTS = 6

_MARKS = {dw.Direction.DATA: "->", dw.Direction.CONSTRAINTS: "=>", dw.Direction.EITHER: "--"}

_COUNTED = [
    ("iterations", "move", None),
    ("local_optima", "local optimum", "local optima"),
    ("expanded", "node expanded", "nodes expanded"),
    ("cuts", "cut", None),
]


def summarise(result: dw.Result, data: dw.Dataset | dw.ParentSets, console: Console) -> None:
    """Print a summary of a result, and of what it was found in."""
    console.print()
    print_facts(result_facts(result, data), console)
    if result.dag.n_edges:
        print_block(_strongest_edges(result, result.cpdag()), console)


def result_facts(result: dw.Result, data: dw.Dataset | dw.ParentSets) -> Iterator[tuple[str, str]]:
    """Yield names and values of what is worth knowing of a result."""
    cpdag = result.cpdag()
    dag = result.dag
    most = max(len(dag.parents(name)) for name in dag.names)
    for warning in result.warnings:
        yield "warning", warning
    if isinstance(data, dw.Dataset):
        yield from column_facts(data)
    if isinstance(data, dw.Dataset):
        yield "data", f"{describe_rows(data)}, {plural(data.n_variables, 'variable')}"
    else:
        sets, variables = plural(data.n_sets, "set"), plural(data.n_variables, "variable")
        yield "candidates", f"{sets} of {variables}"
    yield "method", f"{describe_method(result)}, seed {result.seed}"
    scoring = describe_scoring(result)
    unit = f"{scoring}; natural log" if scoring else "natural log"
    yield "score", f"{result.score:.4f} ({unit}, higher is better)"
    yield "quality", describe_quality(result)
    yield "network", f"{plural(dag.n_edges, 'edge')}, at most {plural(most, 'parent')}"
    yield "arrows", _arrows(cpdag)
    if isinstance(data, dw.Dataset) and data.numbers:
        yield "cuts", "\n".join(describe_cuts(data, _MOST_CUTS))
    ending = f"{describe_stop(result)} after {result.seconds:.2f} s"
    yield "search", ", ".join([ending, *_counted(result)])
    yield "time", ", ".join(f"{t.name} {t.seconds:.2f} s" for t in result.timings)
    if result.peak_memory is not None:
        yield "memory", f"at most {format_memory(result.peak_memory)}"
    for note in result.notes:
        yield "note", note
    if not result.reproducible:
        yield "note", describe_repetition(result)


def _arrows(cpdag: dw.Mpdag) -> str:
    parts = [f"{len(cpdag.by_data)} compelled by the data (->)"]
    if cpdag.by_constraints:
        parts.append(f"{len(cpdag.by_constraints)} by your constraints (=>)")
    return ", ".join([*parts, f"{len(cpdag.undirected)} either way (--)"])


def _counted(result: dw.Result) -> Iterator[str]:
    for key, noun, many in _COUNTED:
        if key in result.counters:
            yield plural(result.counters[key], noun, many)


def _strongest_edges(result: dw.Result, cpdag: dw.Mpdag) -> Table:
    edges = list(strengths_of(result).items())
    table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("strongest edges", overflow="fold")
    table.add_column("", no_wrap=True)
    table.add_column("", overflow="fold")
    table.add_column("score lost", justify="right", no_wrap=True)
    for (parent, child), strength in edges[:_MOST_EDGES]:
        mark = _MARKS[cpdag.direction(parent, child)]
        table.add_row(Text(parent), mark, Text(child), f"{strength:.2f}")
    if len(edges) > _MOST_EDGES:
        table.add_row(f"and {len(edges) - _MOST_EDGES:,} more")
    return table
