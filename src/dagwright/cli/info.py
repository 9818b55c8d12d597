"""`dagwright info`: what this installation is and can use, or what is in a file."""

from __future__ import annotations

import platform
import shlex
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

import dagwright as dw
from dagwright import _core
from dagwright.cli.columns import print_columns
from dagwright.cli.inputs import read_table
from dagwright.cli.layout import describe_rows, print_facts
from dagwright.cli.outputs import DECISIONS
from dagwright.cli.parent_sets import print_parent_sets
from dagwright.cli.record import sets_record, table_record
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.cli.telling import Telling, tells
from dagwright.cli.wording import as_options
from dagwright.memory import format_memory, free_memory
from dagwright.parents import check_parent_sets_suffix
from dagwright.running import available_threads
from dagwright.words import plural

__all__ = ["info"]

_OVERRULE = "--number, --category, --keep, --exclude, --cut ... overrule; --write FILE keeps it"


@takes_table()
@tells("progress", "log", "quiet")
def info(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]",
            help="A table, as learn takes it, or parent sets (.jkl, .pss or .dwps).",
        ),
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write what was decided (.toml), for --like: with another table, or changed by "
            "you.",
        ),
    ] = None,
    *,
    said: TableTexts,
    telling: Telling,
) -> None:
    """Show what would become of each column of a table, and why.

    Of parent sets, show what is in them; without a file, show versions, processor features,
    threads and memory.
    """
    if file is None or _holds_parent_sets(file):
        typed = [*said.words(), *(["--write"] if write else [])]
        if typed:
            raise dw.DagwrightError(f"{typed[0]} is about a table: name one")
        if file is None:
            facts = _installation()
            telling.end(_machine_record, lambda console: print_facts(facts.items(), console))
        else:
            sets = dw.read_parent_sets(file)
            telling.end(
                lambda: {"file": file, **sets_record(sets), "notes": list(sets.notes)},
                lambda console: print_parent_sets(sets, console),
            )
        return
    outputs = telling.outputs({"FILE": file, "--like": said.like})
    decisions = outputs.declare("--write", write, DECISIONS, default=".toml")
    telling.begin(outputs)
    table = read_table(file, said)
    outputs.write(decisions, lambda _: table.recipe.to_toml())

    def show(console: Console) -> None:
        _show(file, table, said, outputs.written, console)

    telling.end(lambda: _record(file, table), show, outputs)


def _show(
    file: str, table: dw.Dataset, said: TableTexts, written: list[str], console: Console
) -> None:
    size = f"{describe_rows(table)}, {plural(len(table.columns), 'column')}"
    used = f"{table.n_variables:,} of them used"
    warnings = [("warning", warning) for warning in table.warnings]
    print_facts([*warnings, ("table", f"{size}, {used}")], console)
    console.print()
    print_columns(table, console)
    console.print()
    notes = [("note", note) for note in table.notes]
    for name in written:
        said = said.like_before(name)
    command = shlex.join(["dagwright", "learn", file, *said.words()])
    print_facts([*notes, ("next", command), ("", _OVERRULE)], console)


def _holds_parent_sets(file: str) -> bool:
    try:
        check_parent_sets_suffix(file)
    except dw.FormatError:
        return False
    return True


def _record(file: str, table: dw.Dataset) -> dict[str, Any]:
    return {
        "file": file,
        **table_record(table),
        "warnings": [as_options(warning) for warning in table.warnings],
        "notes": [as_options(note) for note in table.notes],
    }


def _machine_record() -> dict[str, Any]:
    threads, memory = available_threads(), free_memory()
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "system": platform.system(),
        "machine": platform.machine(),
        "cpu_features": _core.cpu_features(),
        "kernels": _kernels(),
        "threads": threads.number,
        "threads_limited_by": threads.limited_by,
        "free_memory": memory.size,
        "free_memory_limited_by": memory.limited_by,
        "methods": list(dw.METHODS),
        "scores": list(dw.SCORES),
    }


def _installation() -> dict[str, str]:
    threads, memory = available_threads(), free_memory()
    return {
        "dagwright": dw.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "system": f"{platform.system()} {platform.machine()}",
        "cpu features": " ".join(_core.cpu_features()) or "none that matter",
        "kernels": f"{_kernels()} (DAGWRIGHT_CPU=baseline|avx2 forces one)",
        "threads": _with_limit(str(threads.number), threads.limited_by),
        "free memory": _with_limit(format_memory(memory.size), memory.limited_by),
        "methods": ", ".join(dw.METHODS),
        "scores": ", ".join(dw.SCORES),
    }


def _with_limit(amount: str, limited_by: str) -> str:
    return f"{amount} ({limited_by})" if limited_by else amount


def _kernels() -> str:
    try:
        return _core.instruction_set()
    except ValueError as error:
        raise dw.DagwrightError(str(error)) from None
