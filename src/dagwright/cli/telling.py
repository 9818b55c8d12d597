"""What a command tells while it works and when it ends: a person, a log and a script."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

import dagwright as dw
from dagwright.cli.grouped import Command, takes
from dagwright.cli.job import Job, as_error
from dagwright.cli.layout import column_facts, describe_rows, make_console
from dagwright.cli.outputs import Outputs
from dagwright.cli.wording import as_options
from dagwright.running import LogLines
from dagwright.words import plural

__all__ = ["Telling", "tells"]

_QUIET_FOR = 30.0
"""Seconds in which a run without a terminal leaves no trace: short jobs send no mail."""

Facts = Iterable[tuple[str, str]]


class ProgressMode(str, Enum):
    """What is shown on standard error during a search."""

    AUTO = "auto"
    LIVE = "live"
    PLAIN = "plain"
    NONE = "none"


@dataclass(frozen=True)
class Telling:
    """The options of who is told what, and what is told them."""

    context: typer.Context
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document, for scripts; errors too.")
    ] = False
    progress: Annotated[
        ProgressMode,
        typer.Option(
            help="On standard error: a live panel, plain lines, none, or auto: live on a terminal, "
            f"elsewhere lines after {_QUIET_FOR:.0f} s.",
            show_choices=False,
            metavar="HOW",
        ),
    ] = ProgressMode.AUTO
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Append to this file, line by line, all that happens; JSON lines if it ends in "
            ".jsonl.",
        ),
    ] = None
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False

    @property
    def job(self) -> Job:
        """The run of the program."""
        job: Job = self.context.ensure_object(Job)
        return job

    @property
    def is_silent(self) -> bool:
        """Whether nothing is told of the result anywhere."""
        return self.quiet and not self.as_json and self.log is None

    def outputs(self, reads: Mapping[str, str | Path | None]) -> Outputs:
        """Return the outputs of a command that reads these files; its log is one of them."""
        outputs, log = Outputs(reads), self.log
        if log is not None:
            outputs.declare_log(log)
            self.job.want_log(log, lambda: outputs.is_only_log(log))
        return outputs

    def begin(self, outputs: Outputs) -> list[dw.Callback]:
        """Begin the work, when all outputs have been declared; return who watches it."""
        if self.as_json:
            outputs.check_free("--json")
        shown = self._shown()
        self.job.open_log()
        self.job.begin()
        return [*shown, *([] if self.job.log is None else [dw.ProgressLog(self.job.log)])]

    def tell(self, event: str, message: str, **facts: Any) -> None:
        """Say something of the way, where lines are shown and in the log."""
        self.job.tell(event, message, **facts)
        if self._shows_lines:
            print(as_options(message), file=sys.stderr, flush=True)

    def tell_each(self, event: str, message: str) -> None:
        """Say that a part of the work is done, wherever progress is not hidden."""
        self.job.tell(event, message)
        if self.progress is not ProgressMode.NONE and not self.quiet:
            print(as_options(message), file=sys.stderr, flush=True)

    def tell_table(self, table: dw.Dataset) -> None:
        """Say what there is to learn from, and what of it was left out."""
        size = f"{describe_rows(table)}, {plural(table.n_variables, 'variable')}"
        self._announce("data", f"data: {size}", rows=table.n_rows, dropped=table.n_dropped,
                       variables=table.n_variables, fingerprint=table.fingerprint)  # fmt: skip
        for name, value in (*_remarks(table), *column_facts(table)):
            for line in value.splitlines():
                self.tell(name, f"{name}: {line}")

    def tell_reasons(self, reasons: Iterable[str]) -> None:
        """Say what is about to be done, and why."""
        for reason in reasons:
            self._announce("chosen", reason)

    def end(
        self,
        record: Callable[[], dict[str, Any]],
        show: Callable[[Console], None] | None,
        outputs: Outputs | None = None,
        facts: Callable[[], Facts] = tuple,
        rescued: Callable[[], Iterator[str]] | None = None,
    ) -> None:
        """Say what came of it, and end the command with an error if something was not written.

        Parameters
        ----------
        record
            Returns it for scripts.
        show
            Shows it to a person; None if there is nothing to see.
        outputs
            What was written.
        facts
            Returns it for the log, beside what is short in the record.
        rescued
            Gives the lines to print if something could not be written.
        """
        outputs = Outputs({}) if outputs is None else outputs
        whole = record() if self.as_json or self.job.log is not None else {}
        self.job.tell("result", "result:", result=_short(whole))
        for name, value in facts() if self.job.log is not None else ():
            for line in value.splitlines():
                self.job.tell(name, f"{name}: {line}")
        for name in outputs.written:
            self.job.tell("written", f"written to {name}", file=name)
        for failure in outputs.failures:
            kind = type(failure).__name__
            self.job.tell("error", f"error: {failure}", type=kind, exit_code=1)
        if self.as_json:
            written = {"written": outputs.written} if outputs.is_used else {}
            errors = [as_error(type(each).__name__, each.message, 1) for each in outputs.failures]
            failed = {"error": errors[0]} if errors else {}
            self.job.print_document({"dagwright": dw.__version__, **whole, **written, **failed})
        elif show is not None and not self.quiet:
            show(outputs.console)
            for name in outputs.written:
                outputs.console.print(Text(f"written to {name}"), soft_wrap=True)
        outputs.finish(None if self.as_json else rescued)

    @property
    def _shows_lines(self) -> bool:
        """Whether lines are shown from the start: asked for, or on a terminal without a panel."""
        if self.quiet or self.progress is not ProgressMode.AUTO:
            return self.progress is ProgressMode.PLAIN and not self.quiet
        console = make_console(stderr=True)
        return console.is_terminal and console.is_dumb_terminal

    @property
    def _is_live(self) -> bool:
        console = make_console(stderr=True)
        wanted = self.progress in {ProgressMode.AUTO, ProgressMode.LIVE} and not self.quiet
        return wanted and console.is_terminal and not console.is_dumb_terminal

    def _shown(self) -> list[dw.Callback]:
        """Return what shows the search on standard error."""
        if self._is_live:
            return [dw.ProgressDisplay(make_console(stderr=True))]
        if self.quiet or self.progress is ProgressMode.NONE:
            return []
        if self.progress is ProgressMode.LIVE:
            raise dw.DagwrightError(
                "--progress live needs a terminal on standard error: give --progress plain"
            )
        lines = LogLines(sys.stderr, on_failure=_ignore)
        return [dw.ProgressLog(lines, quiet_for=0.0 if self._shows_lines else _QUIET_FOR)]

    def _announce(self, event: str, message: str, **facts: Any) -> None:
        """Say something that a person at a terminal sees as well."""
        self.tell(event, message, **facts)
        if self._is_live:
            text = Text(as_options(message), style="dim" if event == "chosen" else "")
            make_console(stderr=True).print(text)


def tells(*without: str) -> Callable[[Command], Command]:
    """Give a command the options of `Telling`; it gets them as one argument `telling`.

    Parameters
    ----------
    without
        Those that it does not take.
    """
    return takes(Telling, "telling", *without)


def _remarks(table: dw.Dataset) -> Iterator[tuple[str, str]]:
    yield from (("warning", warning) for warning in table.warnings)
    yield from (("note", note) for note in table.notes)


def _short(record: dict[str, Any]) -> dict[str, Any]:
    """Return what of a record fits in a line: no lists and objects."""
    return {key: value for key, value in record.items() if not isinstance(value, list | dict)}


def _ignore(message: str) -> None:
    """Say nothing of standard error on standard error."""
