"""Options that several sub-commands have, so that the same words mean the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

import dagwright as dw
from dagwright.network.file_formats import SUFFIXES
from dagwright.parents.selection import resolve_selection
from dagwright.search import Method, resolve_method
from dagwright.search.exact.heuristic import HEURISTICS

__all__ = [
    "CheckpointFile",
    "Ess",
    "FormatName",
    "Iterations",
    "LearnSeconds",
    "Memory",
    "MethodName",
    "PseudoCount",
    "Quiet",
    "Restarts",
    "ScoreName",
    "Seconds",
    "Seed",
    "SelectionName",
    "StartFile",
    "TableName",
    "Threads",
    "check_selection",
    "make_heuristic",
    "make_method",
]


def _completing(words: Iterable[str]) -> Callable[[str], list[str]]:
    """Return what a shell asks for the words that may follow."""
    known = sorted(words)
    return lambda incomplete: [word for word in known if word.startswith(incomplete)]


TableName = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="A table: .csv, .tsv, .txt, .dat, .xlsx, .ods, .sav, .dta or .parquet, text also "
        "compressed (.gz, .zip ...), - for standard input, or an example: example:wdbc.",
    ),
]
ScoreName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="bic, aic, bdeu, k2 or log-likelihood.",
        autocompletion=_completing(dw.SCORES),
    ),
]
SelectionName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="How candidate parent sets are found: auto, sequential, greedy or independence.",
        autocompletion=_completing(["auto", *dw.SELECTIONS]),
    ),
]
Seconds = Annotated[
    float, typer.Option(min=0, metavar="SECONDS", help="Seconds at most, with reading.")
]
LearnSeconds = Annotated[
    float | None,
    typer.Option(
        min=0,
        metavar="SECONDS",
        help="Seconds at most, with reading.",
        show_default="60, without --iterations",
    ),
]
Iterations = Annotated[
    int | None,
    typer.Option(
        min=0,
        metavar="NUMBER",
        help="The most iterations of all the work: the same result every time.",
    ),
]
Ess = Annotated[
    float | None,
    typer.Option(metavar="NUMBER", help="Equivalent sample size of bdeu.", show_default="1"),
]
MethodName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help=f"auto, or one of {', '.join(sorted(dw.METHODS))}.",
        autocompletion=_completing(["auto", *dw.METHODS]),
    ),
]
Restarts = Annotated[
    int | None,
    typer.Option(min=1, metavar="NUMBER", help="Climbs, for methods that restart."),
]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="BYTES", help="Memory at most, e.g. 2G.", show_default="half of what is free"
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(min=1, metavar="NUMBER", help="Threads.", show_default="one per core"),
]
Seed = Annotated[
    int, typer.Option(min=0, metavar="NUMBER", help="The same seed, the same network.")
]
PseudoCount = Annotated[
    float,
    typer.Option(
        min=0, metavar="NUMBER", help="Added to every count of a network that is written."
    ),
]
CheckpointFile = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint",
        metavar="FILE",
        help="Keep what is finished and the state of the search here; resume if the file exists.",
    ),
]
StartFile = Annotated[
    str | None,
    typer.Option(
        "--start",
        metavar="FILE",
        help="A network or structure to start from (.bif, .dot, .csv ...), or example:alarm.",
    ),
]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="NAME",
        help="The format of -o where its name does not say it, as with - (standard output), "
        "pipes and devices: bif, xmlbif, net, xdsl, json, dot, csv ....",
        autocompletion=_completing(suffix.removeprefix(".") for suffix in SUFFIXES),
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing.")]


def check_selection(name: str) -> None:
    """Refuse a selection that there is not, before a long file is read."""
    if name != "auto":
        resolve_selection(name, others=["auto"])


def make_heuristic(name: str | None) -> dw.Heuristic | None:
    """Return the heuristic of this name."""
    return None if name is None else HEURISTICS.resolve(name)


def _has_field(kind: type[Method], name: str) -> bool:
    return is_dataclass(kind) and name in {field.name for field in fields(kind)}


def make_method(name: str, *, or_auto: bool = True, **options: Any) -> Method | str:
    """Return the method with those of the options that were given, all of which it must have.

    "auto" stays a word, for commands that take it.
    """
    given = {key: value for key, value in options.items() if value is not None}
    others = ["auto"] if or_auto else []
    method = name if name in others else resolve_method(name, others=others)
    known: list[str] = [field.name for field in fields(method)] if is_dataclass(method) else []
    for key in given:
        if key not in known:
            able = [each for each, kind in dw.METHODS.items() if _has_field(kind, key)]
            raise dw.DagwrightError(
                f"method={name!r} does not take {key}=: leave it out, or choose one of "
                f"{', '.join(able)}"
            )
    return method if isinstance(method, str) else type(method)(**given)
