"""The command `dagwright`."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import typer

import dagwright as dw
from dagwright.cli.bootstrap import bootstrap
from dagwright.cli.compare import compare
from dagwright.cli.convert import convert
from dagwright.cli.experiment import experiment
from dagwright.cli.info import info
from dagwright.cli.learn import learn
from dagwright.cli.parents import parents
from dagwright.cli.plan import plan
from dagwright.cli.sample import sample
from dagwright.cli.score import score
from dagwright.cli.solve import solve

__all__ = ["app", "whole_command"]

_HELP = ["-h", "--help"]

app = typer.Typer(
    name="dagwright",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": _HELP},
)
for command in (learn, plan, parents, solve, bootstrap, score, sample, compare, convert, info):
    app.command()(command)
app.add_typer(experiment)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"dagwright {dw.__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_version, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Learn the best-scoring Bayesian network for a table of data."""


@lru_cache(maxsize=1)
def whole_command() -> Any:
    """Return the command with all its sub-commands and options, which is made once."""
    command = typer.main.get_command(app)
    _show_plainly(command)
    return command


def _show_plainly(command: Any) -> None:
    """Let help show no types of arguments and flags, such as <str> and <bool>."""
    context = typer.Context(command, help_option_names=_HELP)
    for each in command.get_params(context):
        if each.param_type_name == "argument" or each.is_flag:
            each.display_type_rich = _nothing
    for each in getattr(command, "commands", {}).values():
        _show_plainly(each)


def _nothing(ctx: Any) -> None:
    """Return what help shows of a type."""
