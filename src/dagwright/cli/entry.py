"""What the installed program runs, and the exit codes it ends with."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import Any

import dagwright as dw
from dagwright.cli.job import Job
from dagwright.cli.signals import Signals, Stopped
from dagwright.cli.streams import find_failure, lasting_streams, trimmed_output
from dagwright.errors import DagwrightError, FormatError

__all__ = ["main"]

_OF_MISTAKES = 1
_OF_CTRL_C = 130  # with which typer ends where a KeyboardInterrupt was raised


def main() -> None:
    """Run the command line.

    It ends with 0 if all was done that was asked for, also if a signal ended a search with the best
    network so far; with 1 and one line for a user's mistake or what could not be written; with 2
    for options that do not exist; with 128 and the number of the signal if one ended it before
    there was anything to write (130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP, 152 for SIGXCPU).
    Never with a traceback. With --json, errors are printed as JSON on standard output too.
    """
    job = Job(sys.argv[1:])
    signals = Signals(job.tell_signal)
    try:
        with signals, lasting_streams():
            code = _run(signals, job)
    except Stopped:  # the second signal, while the first one was answered
        code = signals.exit_code
    job.end(code)
    sys.exit(code)


def _run(signals: Signals, job: Job) -> int:
    """Run the command; return what to exit with."""
    if job.words == ["--version"]:  # without loading all that a command line takes
        print(f"dagwright {dw.__version__}")
        return 0
    try:
        code = _run_command(job)
        sys.stdout.flush()
        failure = find_failure(sys.stdout)  # libraries that print may keep the error to themselves
        if failure is not None and code == 0:
            raise FormatError(failure)
    except Stopped:
        code = _OF_CTRL_C
    except DagwrightError as error:
        from dagwright.cli.layout import print_error  # noqa: PLC0415 - as below

        print_error(error)
        return job.fail_with(error, _OF_MISTAKES)
    except Exception as error:  # a fault of the program's
        job.end(job.fail(type(error).__name__, str(error), _OF_MISTAKES))
        raise
    if code == _OF_CTRL_C:
        print(signals.explain(), file=sys.stderr)
        return job.fail("Signal", signals.explain(), signals.exit_code)
    return code


def _run_command(job: Job) -> int:
    # Signals are heeded while these are loaded.
    from dagwright.cli.app import whole_command  # noqa: PLC0415
    from dagwright.cli.layout import show_warnings  # noqa: PLC0415

    try:
        # Only text of typer's is padded; results are not gathered before they are printed.
        with show_warnings(), trimmed_output() if job.asks_for_help else nullcontext():
            code: Any = whole_command()(obj=job, prog_name="dagwright", standalone_mode=False)
    except SystemExit as end:
        code = end.code
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        return _explain_usage(error, job)
    return code if isinstance(code, int) else 0


def _explain_usage(error: Any, job: Job) -> int:
    """Say what is wrong with the words that were typed; return the exit code."""
    from dagwright.cli.layout import print_error  # noqa: PLC0415
    from dagwright.cli.usage import usage_error  # noqa: PLC0415

    if type(error).__name__ == "NoArgsIsHelpError":
        with trimmed_output():
            error.show()
        return job.fail("UsageError", "a command is missing", error.exit_code)
    context = getattr(error, "ctx", None)
    if context is not None:
        print(context.get_usage(), file=sys.stderr)
        print(f"Try '{context.command_path} --help' for help.", file=sys.stderr)
    found = usage_error(error)
    print_error(found)
    return job.fail_with(found, error.exit_code, "UsageError")
