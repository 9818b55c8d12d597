"""Pages made of records: one a paper, the paper's figures beside ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dagwright.experiments.library import import_part
from dagwright.experiments.pages import generic
from dagwright.experiments.pages.book import Book
from dagwright.experiments.pages.page import Figures, Page
from dagwright.experiments.plan import Experiment
from dagwright.files import write_whole

__all__ = ["write_pages"]


def write_pages(
    plans: Sequence[Experiment], size: str, records: Path | str, output: Path | str | None = None
) -> dict[str, str]:
    """Make the pages of plans: those of one paper share a page.

    Parameters
    ----------
    plans
        From `load_plan`.
    size
        Which records are shown.
    records
        Folder of the records.
    output
        Folder to write the pages and, in `figures` below it, the figures; None writes nothing.

    Returns
    -------
    dict
        For each page its file (without output: its name) and its text.
    """
    pages = {}
    folder = None if output is None else Path(output)
    for paper in dict.fromkeys(plan.paper for plan in plans):
        own = [plan for plan in plans if plan.paper == paper]
        figures = Figures(folder)
        build = _find_builder(paper)
        text = build(Book(own, size, Path(records)), figures).render()
        name = f"{paper.lower()}.md"
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / name, text)
            name = str(folder / name)
        pages[name] = text
    return pages


def _find_builder(paper: str) -> Callable[[Book, Figures], Page]:
    """Return what makes the page of a paper: its own `build`, or the one that knows no paper."""
    module = import_part(paper.lower(), "page")
    build: Callable[[Book, Figures], Page] = getattr(module, "build", generic.build)
    return build
