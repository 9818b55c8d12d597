"""`dagwright info`: what this installation is and can use."""

from __future__ import annotations

import platform

import numpy as np
from rich.console import Console

import dagwright
from dagwright import _core
from dagwright.memory import available_memory

__all__ = ["info"]


def info() -> None:
    """Show versions, processor features, threads and memory."""
    rows = {
        "dagwright": dagwright.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "system": f"{platform.system()} {platform.machine()}",
        "cpu features": " ".join(_core.cpu_features()) or "none that matter",
        "kernels": f"{_core.instruction_set()} (DAGWRIGHT_CPU=baseline|avx2 forces one)",
        "threads": str(_core.resolve_threads(0)),
        "free memory": f"{available_memory() / 2**30:.1f} GiB",
        "methods": ", ".join(dagwright.METHODS),
        "scores": ", ".join(dagwright.SCORES),
    }
    console = Console(highlight=False, soft_wrap=True)
    for name, value in rows.items():
        console.print(f"[bold]{name:14}[/]{value}")
