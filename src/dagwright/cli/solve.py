"""`dagwright solve`: from a file of candidate parent sets to a network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import dagwright as dw
from dagwright.cli.constraint_options import ConstraintTexts, takes_constraints
from dagwright.cli.inputs import read_table
from dagwright.cli.networks import open_structure
from dagwright.cli.options import (
    CheckpointFile,
    FormatName,
    Memory,
    PseudoCount,
    Restarts,
    Seed,
    StartFile,
    Threads,
    make_heuristic,
    make_method,
)
from dagwright.cli.output import check_holds_structure, edge_lines, network_text
from dagwright.cli.outputs import NETWORKS
from dagwright.cli.record import as_record
from dagwright.cli.summary import result_facts, summarise
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.cli.telling import Telling, tells
from dagwright.words import list_names, plural

__all__ = ["solve"]


@takes_table("target")  # which is a score here
@takes_constraints()
@tells()
def solve(  # noqa: PLR0917 - typer makes options of the parameters
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Parent sets: .jkl, .pss or .dwps, also .gz.")
    ],
    method: Annotated[
        str, typer.Option(metavar="NAME", help=f"One of {', '.join(sorted(dw.METHODS))}.")
    ] = "minobs",
    restarts: Restarts = None,
    heuristic: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Of astar and bfbnb: simple, dynamic or static.",
            show_default="static",
        ),
    ] = None,
    spill: Annotated[
        Path | None,
        typer.Option(metavar="DIRECTORY", help="Where bfbnb keeps what does not fit in memory."),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help="Seconds at most.",
            show_default="60 for methods that do not end",
        ),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(min=0, metavar="NUMBER", help="Iterations at most: moves, expansions, ..."),
    ] = None,
    target: Annotated[
        float | None, typer.Option(metavar="SCORE", help="Stop when this score is reached.")
    ] = None,
    memory: Memory = None,
    threads: Threads = None,
    seed: Seed = 0,
    start: StartFile = None,
    checkpoint: CheckpointFile = None,
    data: Annotated[
        str | None,
        typer.Option(metavar="DATA", help="The table behind the sets, to write probabilities."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the structure (.dot, .json, .csv ...) or, with --data, the network (.bif "
            "...). Without a suffix: .dot, with --data .bif; - for standard output.",
        ),
    ] = None,
    form: FormatName = None,
    pseudo_count: PseudoCount = 1,
    *,
    known: ConstraintTexts,
    said: TableTexts,
    telling: Telling,
) -> None:
    """Search for the best network made of given candidate parent sets.

    Ctrl-C ends the search early with the best network so far.
    """
    chosen = make_method(
        method, or_auto=False, restarts=restarts, heuristic=make_heuristic(heuristic), spill=spill
    )
    files = {"--start": start, "--like": said.like, "--constraints": known.constraints}
    outputs = telling.outputs({"FILE": file, "--data": data, **files})
    suffix = ".dot" if data is None else ".bif"
    network = outputs.declare("-o", output, NETWORKS, default=suffix, said=form)
    outputs.reserve("--checkpoint", checkpoint)
    if data is None:
        check_holds_structure(network)
    if data is None and said.words():
        raise dw.DagwrightError(f"{said.words()[0]} is about a table: name it by --data")
    watching = telling.begin(outputs)
    knowledge = known.read()
    sets = dw.read_parent_sets(file)
    counted = f"{plural(sets.n_sets, 'set')} of {plural(sets.n_variables, 'variable')}"
    telling.tell("candidates", f"candidates: {counted}", sets=sets.n_sets)
    table = None if data is None else read_table(data, said)
    if table is not None and set(table.names) != set(sets.names):
        raise dw.DataError(
            f"{data} and {file} differ in their variables: "
            f"{list_names(sorted(set(table.names) ^ set(sets.names)))}"
        )
    result = dw.solve(
        sets,
        chosen,
        time_limit=time,
        iterations=iterations,
        target=target,
        memory_limit=memory,
        constraints=knowledge.about(sets.names),
        start=None if start is None else open_structure(start),
        threads=threads,
        callbacks=watching,
        seed=seed,
        checkpoint=checkpoint,
    )
    outputs.write(network, lambda to: network_text(result, to, pseudo_count, table))
    telling.end(
        lambda: as_record(result, sets),
        lambda console: summarise(result, sets, console),
        outputs,
        facts=lambda: result_facts(result, sets),
        rescued=lambda: edge_lines(result.dag),
    )
