"""What the installed program runs, and the exit codes it ends with."""

from __future__ import annotations

import sys

from dagwright.cli.signals import Signals, Stopped
from dagwright.cli.streams import find_failure, lasting_streams
from dagwright.errors import DagwrightError, FormatError

__all__ = ["main"]

_OF_CTRL_C = 130  # with which typer ends where a KeyboardInterrupt was raised


def main() -> None:
    """Run the command line.

    It ends with 0 if all was done that was asked for, also if a signal ended a search with the best
    network so far; with 1 and one line for a user's mistake or what could not be written; with 2
    for options that do not exist; with 128 and the number of the signal if one ended it before
    there was anything to write (130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP). Never with a
    traceback.
    """
    signals = Signals()
    try:
        with signals, lasting_streams():
            code = _run(signals)
    except Stopped:  # the second signal, while the first one was answered
        code = signals.exit_code
    sys.exit(code)


def _run(signals: Signals) -> int:
    """Run the command; return what to exit with."""
    try:
        code = _run_command()
        sys.stdout.flush()
        failure = find_failure(sys.stdout)  # libraries that print may keep the error to themselves
        if failure is not None and code == 0:
            raise FormatError(failure)
    except Stopped:
        code = _OF_CTRL_C
    except DagwrightError as error:
        from dagwright.cli.layout import print_error  # noqa: PLC0415 - as below

        print_error(str(error))
        return 1
    if code == _OF_CTRL_C:
        signals.say()
        return signals.exit_code
    return code


def _run_command() -> int:
    from dagwright.cli.app import app  # noqa: PLC0415 - signals are heeded while this is loaded

    try:
        app()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0
