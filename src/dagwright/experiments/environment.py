"""What a record says about where it was made."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from dagwright import _core

__all__ = ["describe_environment"]


@cache
def describe_environment() -> dict[str, Any]:
    """Return versions, processor and commit; no names of machines, users or folders.

    Examples
    --------
    >>> from dagwright.experiments.environment import describe_environment
    >>> sorted(describe_environment())
    ['commit', 'cores', 'cpu', 'dagwright', 'kernels', 'numpy', 'python', 'system']
    """
    return {
        "dagwright": _core.version,
        "commit": _find_commit(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": _name_cpu(),
        "cores": os.cpu_count(),
        "kernels": os.environ.get("DAGWRIGHT_CPU", "auto"),
    }


def _name_cpu() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown"
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found.group(1) if found else platform.processor() or "unknown"


def _find_commit() -> str | None:
    """Return the commit of the sources, with a + if they were changed; None without git."""
    here = Path(__file__).parent
    try:
        root = Path(_git(here, "rev-parse", "--show-toplevel"))
        if not (root / "src" / "dagwright").is_dir():
            return None  # installed somewhere inside another project
        commit = _git(root, "rev-parse", "--short=12", "HEAD")
        changed = _git(root, "status", "--porcelain", "--untracked-files=no", "--", "src", "cpp")
    except (OSError, subprocess.CalledProcessError):
        return None
    return commit + ("+" if changed else "")


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        check=True,
        capture_output=True,
        encoding=sys.getfilesystemencoding(),
    )
    return done.stdout.strip()
