"""The page of a plan that belongs to no paper: scores and times of every method."""

from __future__ import annotations

import statistics

from dagwright.evaluate.statistics import friedman_test
from dagwright.experiments.pages.book import Book, Chapter
from dagwright.experiments.pages.page import Figures, Page, table

__all__ = ["build"]


def build(book: Book, figures: Figures) -> Page:
    """Return a page with one table a plan: median score and seconds of each method."""
    del figures
    page = Page(book, title=next(iter(book.plans)).paper, reference="")
    for chapter in book.chapters.values():
        if chapter.records:
            page.add(chapter.plan.title, _scores(chapter), _ranks(chapter))
    return page


def _score(record: dict[str, dict[str, float]]) -> float | None:
    found = record["found"]
    return found.get("score", found.get("best"))


def _medians(chapter: Chapter, instance: str) -> list[float] | None:
    medians = []
    for method in chapter.methods:
        scores = chapter.values(_score, instance, method)  # type: ignore[arg-type]
        if not scores or None in scores:
            return None
        medians.append(statistics.median(scores))
    return medians


def _scores(chapter: Chapter) -> str:
    rows = []
    for instance in chapter.instances:
        cells = []
        for method in chapter.methods:
            scores = chapter.values(_score, instance, method)  # type: ignore[arg-type]
            if not scores or None in scores:
                cells.append("-")
                continue
            seconds = statistics.median(r["seconds"] for r in chapter.find(instance, method))
            cells.append(f"{statistics.median(scores):.2f} ({seconds:.2f} s)")
        rows.append((instance, *cells))
    return table(("instance", *chapter.methods), rows)


def _ranks(chapter: Chapter) -> str:
    rows = [medians for instance in chapter.instances if (medians := _medians(chapter, instance))]
    if len(rows) < 2 or len(chapter.methods) < 2:
        return ""
    test = friedman_test(rows)
    ranks = ", ".join(f"{m} {r:.2f}" for m, r in zip(chapter.methods, test.mean_ranks, strict=True))
    return (
        f"Mean ranks over {test.problems} instances: {ranks}. Friedman p = {test.p:.3g}, "
        f"Iman and Davenport p = {test.p_f:.3g}."
    )
