"""`dagwright info`: what this installation is and can use."""

from __future__ import annotations

import platform

import numpy as np

import dagwright
from dagwright import _core
from dagwright.cli.layout import print_facts, standard_output
from dagwright.errors import DagwrightError
from dagwright.memory import available_memory

__all__ = ["info"]


def info() -> None:
    """Show versions, processor features, threads and memory."""
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
