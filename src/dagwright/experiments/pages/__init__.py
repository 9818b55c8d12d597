"""Pages made of records: one a paper, the paper's figures beside ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dagwright.experiments.pages import generic, s1, s2, s3, s4, s5
from dagwright.experiments.pages.book import Book
from dagwright.experiments.pages.page import Figures, Page
from dagwright.experiments.plan import Plan
from dagwright.files import write_whole

__all__ = ["write_pages"]

_BUILDERS: dict[str, Callable[[Book, Figures], Page]] = {
    "S1": s1.build,
    "S2": s2.build,
    "S3": s3.build,
    "S4": s4.build,
    "S5": s5.build,
}


def write_pages(
    plans: Sequence[Plan], size: str, records: Path | str, output: Path | str | None = None
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
        build = _BUILDERS.get(paper, generic.build)
        text = build(Book(own, size, Path(records)), figures).render()
        name = f"{paper.lower()}.md"
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / name, text)
            name = str(folder / name)
        pages[name] = text
    return pages
