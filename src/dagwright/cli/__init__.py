"""The command line: one file a sub-command."""

from dagwright.cli.app import main

__all__ = ["main"]
