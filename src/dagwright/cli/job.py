"""One run of the program, as far as scripts and logs are told of it."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import dagwright as dw
from dagwright.cli.wording import as_options, error_lines
from dagwright.errors import DagwrightError, FormatError
from dagwright.memory import format_memory, peak_memory
from dagwright.running import LogLines, finite

__all__ = ["Job"]


class Job:
    """What is told of a command beside its output: one JSON document, and a log.

    Parameters
    ----------
    words
        What was typed after the name of the program.

    Attributes
    ----------
    log : LogLines or None
        Where --log leads to, once it is open.
    asks_for_help : bool
        Whether help is what will be printed.
    """

    def __init__(self, words: Sequence[str] = ()) -> None:
        self.words = list(words)
        self.log: LogLines | None = None
        options = self.words[: self.words.index("--")] if "--" in self.words else self.words
        # Asked of the words: what is wrong with them is told in JSON as well.
        self._as_json = "--json" in options
        self.asks_for_help = self.words in ([], ["experiment"]) or not {"-h", "--help"}.isdisjoint(
            options
        )
        self._has_printed = False
        self._wanted: tuple[Path, Callable[[], bool]] | None = None
        self._told: set[str] = set()
        self._signal = ""

    def want_log(self, path: Path, is_harmless: Callable[[], bool]) -> None:
        """Note where the log shall be; it is opened by `open_log`, or for an error before that.

        Parameters
        ----------
        is_harmless
            Tells whether no output that is known by then is the same file.
        """
        self._wanted = path, is_harmless

    def open_log(self) -> None:
        """Open the log that is wanted, if one is."""
        if self._wanted is not None:
            path, _ = self._wanted
            self._wanted = None
            try:
                self.log = LogLines(path, on_failure=_say_on_standard_error)
            except FormatError as error:
                raise FormatError(f"--log {error}") from None

    def tell(self, event: str, message: str, **facts: Any) -> None:
        """Write a line to the log, unless it says just what another one has said."""
        if self.log is None:
            return
        message = as_options(message)
        if message not in self._told:
            self._told.add(message)
            self.log.write(event, message, **facts)

    def tell_signal(self, name: str) -> None:
        """Write to the log which signal came."""
        self._signal = name
        self.tell("signal", f"signal: {name} received", signal=name)

    def print_document(self, record: dict[str, Any]) -> None:
        """Print the one JSON document of the command."""
        self._has_printed = True
        print(json.dumps(finite(record), indent=2, allow_nan=False))

    def fail_with(self, error: DagwrightError, exit_code: int, kind: str = "") -> int:
        """Tell of a mistake that ends the command, and of its cure; return the exit code."""
        lines, cure = error_lines(error)
        return self.fail(kind or type(error).__name__, "\n".join(lines), exit_code, cure)

    def fail(self, kind: str, message: str, exit_code: int, cure: str | None = None) -> int:
        """Tell of the error that ends the command; return the exit code.

        Parameters
        ----------
        cure
            A command that would do, if one is known.
        """
        error = as_error(kind, message, exit_code, cure)
        if self._wanted is not None and self._wanted[1]():
            with suppress(FormatError):
                self.open_log()
                self.begin()
        self.tell("error", f"error: {message}", type=kind, exit_code=exit_code)
        if self._as_json and not self._has_printed:
            with suppress(FormatError):  # standard output is what cannot be written
                self.print_document({"error": error})
                sys.stdout.flush()
        return exit_code

    def begin(self) -> None:
        """Write the first lines of the log: what runs, and where."""
        command = shlex.join(["dagwright", *self.words])
        self.tell(
            "command",
            f"dagwright {dw.__version__}: {command}",
            version=dw.__version__,
            arguments=self.words,
            directory=str(Path.cwd()),
            process=os.getpid(),
        )

    def end(self, exit_code: int) -> None:
        """Write the last line of the log: how the command ended."""
        memory = peak_memory()
        held = "" if memory is None else f", memory at most {format_memory(memory)}"
        because = f", after {self._signal}" if self._signal else ""
        self.tell(
            "end",
            f"end: exit code {exit_code}{because}{held}",
            exit_code=exit_code,
            signal=self._signal or None,
            memory=memory,
        )


def as_error(kind: str, message: str, exit_code: int, cure: str | None = None) -> dict[str, Any]:
    """Return an error as scripts are told of it."""
    error = {"type": kind, "message": as_options(message), "exit_code": exit_code}
    return error if cure is None else {**error, "try": cure}


def _say_on_standard_error(message: str) -> None:
    print(f"warning: {message}", file=sys.stderr)
