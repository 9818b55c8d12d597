"""`dagwright bootstrap`: how sure the edges are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

import dagwright as dw
from dagwright.cli.constraint_options import ConstraintTexts, takes_constraints
from dagwright.cli.grouped import takes
from dagwright.cli.layout import column_facts, print_block, print_facts
from dagwright.cli.options import (
    FormatName,
    PseudoCount,
    TableName,
)
from dagwright.cli.output import edge_lines, network_text
from dagwright.cli.outputs import NETWORKS, TABLES
from dagwright.cli.record import table_record
from dagwright.cli.search_options import SearchTexts
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.cli.telling import Telling, tells
from dagwright.strategy.cutting import cut_for
from dagwright.words import plural

__all__ = ["bootstrap"]

_MOST_EDGES = 30


@dataclass(frozen=True)
class QuickSearchTexts(SearchTexts):
    """What was typed about the search for each network: many quick ones tell most."""

    method: Annotated[
        str, typer.Option(metavar="NAME", help=f"One of {', '.join(sorted(dw.METHODS))}, or auto.")
    ] = "hill-climbing"
    time: Annotated[
        float | None,
        typer.Option(min=0, metavar="SECONDS", help="For each network.", show_default="no limit"),
    ] = None


@takes_table()
@takes_constraints()
@tells()
@takes(QuickSearchTexts, "asked", "selection", "iterations")
def bootstrap(
    data: TableName,
    repetitions: Annotated[
        int, typer.Option(min=1, metavar="NUMBER", help="Networks, each of another sample.")
    ] = 100,
    threshold: Annotated[
        float,
        typer.Option(metavar="SHARE", help="Of networks with an edge, for the averaged network."),
    ] = 0.5,
    *,
    asked: QuickSearchTexts,
    table_file: Annotated[
        Path | None,
        typer.Option("--table", metavar="FILE", help="Write all shares as a .csv file."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the averaged network (.bif ...) or its structure (.dot, .csv ...); - "
            "for standard output.",
        ),
    ] = None,
    form: FormatName = None,
    pseudo_count: PseudoCount = 1,
    known: ConstraintTexts,
    said: TableTexts,
    telling: Telling,
) -> None:
    """Learn a network from each of many resampled tables and count their edges.

    Ctrl-C ends it early with the networks that are finished.
    """
    if not 0 < threshold <= 1:
        raise dw.DagwrightError(f"threshold={threshold}: give a share above 0, at most 1")
    inputs = {"DATA": data, "--like": said.like, "--constraints": known.constraints}
    outputs = telling.outputs(inputs)
    shares = outputs.declare("--table", table_file, TABLES, default=".csv")
    network = outputs.declare("-o", output, NETWORKS, default=".bif", said=form)
    words = asked.read(known)
    watching = telling.begin(outputs)
    table = words.read_table(data, said, asked.memory)
    telling.tell_table(table)
    confidence = dw.bootstrap(
        table,
        repetitions,
        score=words.score,
        method=words.method,
        constraints=words.knowledge.about(table.columns),
        time_limit=asked.time,
        memory_limit=asked.memory,
        threads=asked.threads,
        callbacks=watching,
        seed=asked.seed,
    )
    average = confidence.average(threshold)
    outputs.write(shares, lambda _: _csv(confidence))
    outputs.write(
        network,
        lambda to: network_text(
            average, to, pseudo_count, cut_for(table, average, threads=asked.threads)
        ),
    )
    telling.end(
        lambda: _record(confidence, table, average, threshold),
        lambda console: _show(confidence, table, average, threshold, console),
        outputs,
        facts=lambda: _facts(confidence, table, average, threshold),
        rescued=lambda: _rescued(confidence, average),
    )


def _record(
    confidence: dw.EdgeConfidence, table: dw.Dataset, average: dw.Dag, threshold: float
) -> dict[str, Any]:
    return {
        "data": table_record(table),
        "repetitions": confidence.repetitions,
        "threshold": threshold,
        "shares": [row._asdict() for row in confidence.table()],
        "average": [{"parent": parent, "child": child} for parent, child in average.edges],
        "warnings": list(confidence.warnings),
        "notes": list(confidence.notes),
    }


def _rescued(confidence: dw.EdgeConfidence, average: dw.Dag) -> Iterator[str]:
    yield "the shares, as --table would have them:"
    yield from _csv(confidence).splitlines()
    yield from edge_lines(average)


def _csv(confidence: dw.EdgeConfidence) -> str:
    lines = ["parent,child,share,forward,backward"]
    for row in confidence.table():
        names = ",".join(_quoted(name) for name in (row.parent, row.child))
        lines.append(f"{names},{row.share!r},{row.forward!r},{row.backward!r}")
    return "\n".join(lines) + "\n"


def _quoted(name: str) -> str:
    if any(character in name for character in ',"\r\n'):
        return '"' + name.replace('"', '""') + '"'
    return name


def _facts(
    confidence: dw.EdgeConfidence, table: dw.Dataset, average: dw.Dag, threshold: float
) -> Iterator[tuple[str, str]]:
    for warning in confidence.warnings:
        yield "warning", warning
    yield from column_facts(table)
    yield "networks", f"{confidence.repetitions:,} of resampled rows"
    yield "adjacent", f"{plural(len(confidence.skeleton), 'pair')} in at least one of them"
    yield "average", f"{plural(average.n_edges, 'edge')} in at least {threshold:.0%} of them"
    for note in confidence.notes:
        yield "note", note


def _show(
    confidence: dw.EdgeConfidence,
    table: dw.Dataset,
    average: dw.Dag,
    threshold: float,
    console: Console,
) -> None:
    console.print()
    print_facts(_facts(confidence, table, average, threshold), console)
    rows = sorted(confidence.table(), key=lambda row: -row.share)
    if not rows:
        return
    shown = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    shown.add_column("edge", overflow="fold")
    shown.add_column("", no_wrap=True)
    shown.add_column("", overflow="fold")
    for heading in ("in", "->", "<-"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for row in rows[:_MOST_EDGES]:
        shares = (f"{share:.0%}" for share in (row.share, row.forward, row.backward))
        shown.add_row(Text(row.parent), "--", Text(row.child), *shares)
    if len(rows) > _MOST_EDGES:
        shown.add_row(f"and {len(rows) - _MOST_EDGES:,} more")
    print_block(shown, console)
