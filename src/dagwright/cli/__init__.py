"""The command line: one file per sub-command."""

from dagwright.cli.entry import main

__all__ = ["main"]
