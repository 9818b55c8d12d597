"""What a person sees after a search."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

import dagwright as dw
from dagwright.cli.layout import plural, print_facts
from dagwright.network.strengths import edge_strengths

__all__ = ["summarise"]

_MOST_EDGES = 12

_ENDINGS = {
    dw.StopReason.COMPLETED: "completed",
    dw.StopReason.TIME: "stopped by the time limit",
    dw.StopReason.MEMORY: "stopped by the memory limit",
    dw.StopReason.ITERATIONS: "stopped by the limit on moves",
    dw.StopReason.TARGET: "reached the target",
    dw.StopReason.INTERRUPTED: "interrupted",
}


_COUNTED = [
    ("iterations", "move", None),
    ("local_optima", "local optimum", "local optima"),
    ("expanded", "node expanded", "nodes expanded"),
    ("cuts", "cut", None),
]


def summarise(result: dw.Result, data: dw.Dataset | dw.ParentSets, console: Console) -> None:
    """Print a summary of a result, and of what it was found in."""
    cpdag = result.dag.cpdag()
    console.print()
    print_facts(_facts(result, data, cpdag), console)
    if result.dag.n_edges:
        console.print(_strongest_edges(result, cpdag))


def _facts(
    result: dw.Result, data: dw.Dataset | dw.ParentSets, cpdag: dw.Cpdag
) -> Iterator[tuple[str, str]]:
    dag = result.dag
    most = max(len(dag.parents(name)) for name in dag.names)
    if isinstance(data, dw.Dataset):
        yield "data", f"{plural(data.n_rows, 'row')}, {plural(data.n_variables, 'variable')}"
    else:
        sets, variables = plural(data.n_sets, "set"), plural(data.n_variables, "variable")
        yield "candidates", f"{sets} of {variables}"
    yield "method", f"{_described(result.method.name, result.method)}, seed {result.seed}"
    yield "score", f"{result.score:.4f} ({_scoring(result)}natural log, higher is better)"
    yield "quality", _quality(result)
    yield "network", f"{plural(dag.n_edges, 'edge')}, at most {plural(most, 'parent')}"
    yield (
        "arrows",
        f"{len(cpdag.directed)} compelled (->), "
        f"{len(cpdag.undirected)} could point either way (--)",
    )
    ending = f"{_ENDINGS[result.stop_reason]} after {result.seconds:.2f} s"
    yield "search", ", ".join([ending, *_counted(result)])
    for note in result.notes:
        yield "note", note
    if not result.reproducible:
        yield "note", "the search did not run to its end, so another run may find another network"


def _scoring(result: dw.Result) -> str:
    if result.scoring is None:
        return ""
    return _described(type(result.scoring).__name__, result.scoring) + "; "


def _counted(result: dw.Result) -> Iterator[str]:
    for key, noun, many in _COUNTED:
        if key in result.counters:
            yield plural(result.counters[key], noun, many)


def _described(name: str, parameters: object) -> str:
    """Return a name and the parameters that are not the usual ones: hill-climbing, restarts 9."""
    if not is_dataclass(parameters) or isinstance(parameters, type):
        return name
    usual = type(parameters)()
    parts = []
    for field in fields(parameters):
        value = getattr(parameters, field.name)
        if value != getattr(usual, field.name):
            parts.append(f"{field.name.replace('_', ' ')} {_plain(value)}")
    return ", ".join([name, *parts])


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _quality(result: dw.Result) -> str:
    if result.status is dw.Status.OPTIMAL:
        return f"optimal over {result.bound_scope}"
    if math.isinf(result.bound):
        return "no proof, and no bound is known"
    return f"no proof; {result.bound_scope} score at most {result.bound:.4f} (gap {result.gap:.1%})"


def _family_scores(result: dw.Result) -> Callable[[str, Sequence[str]], float]:
    problem = result.problem
    if isinstance(problem, dw.ParentSets):
        # A set that is not listed is dominated: the best subset of it takes its place.
        return lambda child, parents: problem.best(child, parents).score
    assert problem is not None
    return problem


def _strongest_edges(result: dw.Result, cpdag: dw.Cpdag) -> Table:
    edges = list(edge_strengths(result.dag, _family_scores(result)).items())
    compelled = set(cpdag.directed)
    table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("strongest edges", overflow="fold")
    table.add_column("", no_wrap=True)
    table.add_column("", overflow="fold")
    table.add_column("score lost", justify="right", no_wrap=True)
    for (parent, child), strength in edges[:_MOST_EDGES]:
        mark = "->" if (parent, child) in compelled else "--"
        table.add_row(Text(parent), mark, Text(child), f"{strength:.2f}")
    if len(edges) > _MOST_EDGES:
        table.add_row(f"and {len(edges) - _MOST_EDGES:,} more")
    return table
