"""What a person sees of candidate parent sets."""

from __future__ import annotations

from rich.console import Console

import dagwright as dw
from dagwright.cli.layout import print_facts
from dagwright.parents.summary import summary_facts

__all__ = ["print_parent_sets"]


def print_parent_sets(sets: dw.ParentSets, console: Console) -> None:
    """Print a summary of parent sets."""
    print_facts(summary_facts(sets), console)
