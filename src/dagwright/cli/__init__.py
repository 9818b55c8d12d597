"""The command line: one file per sub-command."""

from dagwright.cli.app import main

__all__ = ["main"]
