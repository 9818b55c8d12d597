"""`dagwright info`: what this installation is and can use, or what is in a file."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

import dagwright
from dagwright import _core
from dagwright.cli.layout import print_facts, standard_output
from dagwright.cli.parent_sets import print_parent_sets
from dagwright.errors import DagwrightError
from dagwright.memory import available_memory

__all__ = ["info"]


def info(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A file of parent sets: .jkl, .pss or .dwps."),
    ] = None,
) -> None:
    """Show versions, processor features, threads and memory, or what is in a file."""
    if file is not None:
        print_parent_sets(dagwright.read_parent_sets(file), standard_output())
        return
    facts = {
        "dagwright": dagwright.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "system": f"{platform.system()} {platform.machine()}",
        "cpu features": " ".join(_core.cpu_features()) or "none that matter",
        "kernels": f"{_kernels()} (DAGWRIGHT_CPU=baseline|avx2 forces one)",
        "threads": str(_core.resolve_threads(0)),
        "free memory": f"{available_memory() / 2**30:.1f} GiB",
        "methods": ", ".join(dagwright.METHODS),
        "scores": ", ".join(dagwright.SCORES),
    }
    print_facts(facts.items(), standard_output())


def _kernels() -> str:
    try:
        return _core.instruction_set()
    except ValueError as error:
        raise DagwrightError(str(error)) from None
