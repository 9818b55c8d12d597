"""What a person sees after a search."""

from __future__ import annotations

import math

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import dagwright as dw
from dagwright.network.strengths import edge_strengths

__all__ = ["summarise"]

_MOST_EDGES = 12


def summarise(result: dw.Result, data: dw.Dataset, console: Console) -> None:
    """Print a summary of a result."""
    dag, cpdag = result.dag, result.dag.cpdag()
    parents = [len(dag.parents(name)) for name in dag.names]
    moves = result.counters["iterations"]
    facts = {
        "data": f"{data.n_rows:,} rows, {data.n_variables} variables",
        "method": f"{result.method}, seed {result.seed}",
        "score": f"{result.score:.4f}  ({_scoring(result)}, natural log, higher is better)",
        "quality": _quality(result),
        "network": f"{dag.n_edges} edges, at most {max(parents)} parents",
        "arrows": (
            f"{len(cpdag.directed)} compelled by the data, "
            f"{len(cpdag.undirected)} could point either way"
        ),
        "search": (
            f"{result.stop_reason} after {result.seconds:.2f} s, {moves:,} moves, "
            f"{result.counters['local_optima']:,} local optima"
        ),
    }
    console.print()
    for name, fact in facts.items():
        console.print(f"[bold]{name:9}[/]{escape(fact)}", highlight=False, soft_wrap=True)
    for note in result.notes:
        console.print(f"[bold]{'note':9}[/]{escape(note)}", highlight=False, soft_wrap=True)
    if dag.n_edges:
        console.print(_strongest_edges(result, cpdag))


def _scoring(result: dw.Result) -> str:
    return str(result.scoring)


def _quality(result: dw.Result) -> str:
    if result.status is dw.Status.OPTIMAL:
        return f"optimal over {result.bound_scope}"
    if math.isinf(result.gap):
        return "no bound is known"
    return f"no proof; {result.bound_scope} score at most {result.bound:.4f} (gap {result.gap:.1%})"


def _strongest_edges(result: dw.Result, cpdag: dw.Cpdag) -> Table:
    assert result.problem is not None
    edges = list(edge_strengths(result.dag, result.problem).items())
    compelled = set(cpdag.directed)
    table = Table(box=box.SIMPLE, title_justify="left", pad_edge=False)
    table.add_column("strongest edges")
    table.add_column("score lost without", justify="right")
    table.add_column("arrow")
    for (parent, child), strength in edges[:_MOST_EDGES]:
        arrow = "compelled" if (parent, child) in compelled else "either way"
        table.add_row(escape(f"{parent} -> {child}"), f"{strength:.2f}", arrow)
    if len(edges) > _MOST_EDGES:
        table.add_row(f"and {len(edges) - _MOST_EDGES} more", "", "")
    return table
