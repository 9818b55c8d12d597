"""`dagwright experiment`: the tables of the papers, from plans to pages."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import dagwright as dw
from dagwright.cli.layout import print_block
from dagwright.cli.outputs import Outputs
from dagwright.cli.telling import Telling, tells
from dagwright.experiments.library import list_papers, list_plans
from dagwright.experiments.plan import SIZES, Experiment, load_plan
from dagwright.experiments.runner import RunSummary, run_plan
from dagwright.running.interrupts import end_with_parent
from dagwright.words import plural

__all__ = ["experiment"]

experiment = typer.Typer(
    name="experiment",
    help="Run the experiments of the papers, and show their figures beside ours.",
    no_args_is_help=True,
)

_MOST_REASONS = 3

_PAPERS = list_papers()
PlanName = Annotated[
    str,
    typer.Argument(
        metavar="PLAN",
        help=f"A plan (see list), a paper ({_PAPERS[0]} ... {_PAPERS[-1]}), all, or a .toml file.",
    ),
]
Size = Annotated[str, typer.Option(metavar="NAME", help=f"One of {', '.join(SIZES)}.")]
Records = Annotated[Path, typer.Option(metavar="FOLDER", help="Where the records are.")]


@experiment.command("list")
@tells("progress", "log", "quiet")
def list_(*, telling: Telling) -> None:
    """List the plans: what each shows and how long its sizes take."""
    plans = [load_plan(name) for name in list_plans()]
    telling.end(
        lambda: {
            "plans": [
                {"name": plan.name, "paper": plan.paper, "shows": plan.shows, "sizes": _sizes(plan)}
                for plan in plans
            ]
        },
        lambda console: print_block(_listing(plans), console),
    )


def _sizes(plan: Experiment) -> dict[str, str]:
    """Return how long a plan takes, by size."""
    return {size: plan.sizes[size]["expected"] for size in SIZES if size in plan.sizes}


def _listing(plans: list[Experiment]) -> Table:
    table = Table(box=None, header_style="bold")
    for column in ("plan", "paper", "shows", *SIZES):
        table.add_column(column, overflow="fold")
    for plan in plans:
        times = [_sizes(plan).get(size, "-") for size in SIZES]
        table.add_row(plan.name, plan.paper, plan.shows, *times)
    return table


@experiment.command()
@tells()
def run(  # noqa: PLR0917 - typer makes options of the parameters
    plan: PlanName,
    size: Size = "reduced",
    jobs: Annotated[
        int, typer.Option(min=1, metavar="NUMBER", help="Processes at once, on this machine.")
    ] = 1,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler to run on instead.")
    ] = None,
    records: Records = Path("experiments"),
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where benchmark data are.",
            show_default="DAGWRIGHT_DATA, or ../shared/data",
        ),
    ] = None,
    *,
    telling: Telling,
) -> None:
    """Run what has no record yet; every run is one line, so a kill loses one run at most."""
    plans = find_plans(plan)
    telling.begin(telling.outputs({}))
    say = telling.tell_each
    summaries: dict[str, RunSummary] = {}
    with open_executor(jobs, dask) as executor:
        for each in plans:
            summary = run_plan(
                each,
                size,
                records=records,
                data=data,
                executor=executor,
                notify=lambda line: say("run", line),
            )
            summaries[each.name] = summary
            for line in _what_happened(each, summary):
                say("plan", line)
    skipped = dict.fromkeys(why for each in summaries.values() for why in each.skipped.values())
    if not any(each.ran + each.known + len(each.failed) for each in summaries.values()):
        raise dw.DagwrightError(f"nothing could be run: {_listed(list(skipped))}")
    outputs = Outputs({})
    outputs.failures += [
        dw.DagwrightError(f"{name}: {job}: {error}")
        for name, each in summaries.items()
        for job, error in each.failed.items()
    ]
    telling.end(
        lambda: {"plans": {name: asdict(each) for name, each in summaries.items()}}, None, outputs
    )


@experiment.command()
@tells("progress", "log", "quiet")
def report(
    plan: PlanName,
    size: Size = "reduced",
    records: Records = Path("experiments"),
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="Write a page a paper and its figures there.",
            show_default="print the page",
        ),
    ] = None,
    *,
    telling: Telling,
) -> None:
    """Show what the records say, the papers' figures beside ours."""
    from dagwright.experiments.pages import write_pages  # noqa: PLC0415 - scipy, only if needed

    if output is not None and output.exists() and not output.is_dir():
        raise dw.FormatError(f"-o {output}: this is a file: name a folder, which is made if needed")
    pages = write_pages(find_plans(plan), size, records, output)

    def show(console: Console) -> None:
        for page, text in pages.items():
            console.print(Text(text if output is None else f"written to {page}"), soft_wrap=True)

    telling.end(
        lambda: (
            {"pages": {str(page): text for page, text in pages.items()}}
            if output is None
            else {"written": [str(page) for page in pages]}
        ),
        show,
    )


def find_plans(name: str) -> list[Experiment]:
    """Return the plans that a word stands for: one, those of a paper, or all."""
    if name == "all":
        return [load_plan(each) for each in list_plans()]
    return [load_plan(each) for each in list_plans(name.lower()) or [name]]


@contextmanager
def open_executor(jobs: int, dask: str | None) -> Iterator[Executor | None]:
    """Give where to run: this process, several processes, or a Dask cluster."""
    if dask is not None:
        if jobs != 1:
            raise dw.DagwrightError("--jobs and --dask: give one of them")
        try:
            import distributed  # noqa: PLC0415 - optional
        except ImportError:
            raise dw.DagwrightError("--dask needs Dask: pip install 'dagwright[dask]'") from None
        connect: Any = distributed.Client
        with connect(dask) as client, client.get_executor() as executor:
            yield executor
    elif jobs == 1:
        yield None
    else:
        # Not by fork: the core has threads.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, context, initializer=end_with_parent) as pool:
            try:
                yield pool
            except BaseException:  # a signal: what is under way would not become a record
                for process in multiprocessing.active_children():
                    process.terminate()
                raise


def _listed(reasons: list[str]) -> str:
    more = f"; and {len(reasons) - _MOST_REASONS} more" if len(reasons) > _MOST_REASONS else ""
    return "; ".join(reasons[:_MOST_REASONS]) + more


def _what_happened(plan: Experiment, summary: RunSummary) -> Iterator[str]:
    yield f"{plan.name}: {plural(summary.ran, 'run')}, {summary.known} known"
    for reason in dict.fromkeys(summary.skipped.values()):
        yield f"{plan.name}: skipped, {reason}"
