"""The papers, found by their place, so that adding one touches nothing but its own folder.

A folder of `dagwright/papers` holds the plans of one paper (`*.toml`), `page.py` with `build`, and
`metrics.py` with `METRICS` if it measures what no other does. They are above the harness, which
therefore names none and imports one only when it is asked for.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

__all__ = ["import_part", "list_papers", "list_plans", "plan_files"]

_FOLDER = Path(__file__).parents[1] / "papers"


def list_papers() -> tuple[str, ...]:
    """Return the names of the papers that come with the package.

    Examples
    --------
    >>> from dagwright.experiments import list_papers
    >>> "s1" in list_papers()
    True
    """
    return tuple(sorted({file.parent.name for file in _FOLDER.glob("*/*.toml")}))


def plan_files() -> dict[str, Path]:
    """Return the files of the plans that come with the package, by name."""
    return {file.stem: file for file in sorted(_FOLDER.glob("*/*.toml"), key=lambda f: f.stem)}


def list_plans(paper: str | None = None) -> tuple[str, ...]:
    """Return the names of the plans that come with the package, or of those of one paper.

    Examples
    --------
    >>> from dagwright.experiments import list_plans
    >>> "s1-orders" in list_plans()
    True
    >>> list_plans("s1")
    ('s1-orders',)
    """
    files = plan_files().items()
    return tuple(name for name, file in files if paper in (None, file.parent.name))


def import_part(paper: str, part: str) -> ModuleType | None:
    """Return a module of a paper, or None if the paper or the module does not exist."""
    if paper not in list_papers() or not (_FOLDER / paper / f"{part}.py").exists():
        return None
    return importlib.import_module(f"dagwright.papers.{paper}.{part}")
