"""`Page`: what every page has, and how it becomes Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dagwright.experiments.pages.book import Book

__all__ = ["Figures", "Page", "table", "thousands"]


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def thousands(number: float) -> str:
    """Return a whole number in groups of three digits.

    Examples
    --------
    >>> from dagwright.experiments.pages.page import thousands
    >>> thousands(1234567)
    '1 234 567'
    """
    return f"{round(number):,}".replace(",", " ")


@dataclass(frozen=True)
class Figures:
    """Where figures go; without a folder they are only named."""

    folder: Path | None

    def add(self, name: str, figure: Any, caption: str) -> str:
        """Save a figure, drawn only if there is a folder, and return the Markdown that shows it."""
        if self.folder is None:
            return f"(figure {name}: {caption})"
        from dagwright.report.plots import save_figure  # noqa: PLC0415 - matplotlib

        place = self.folder / "figures"
        place.mkdir(parents=True, exist_ok=True)
        save_figure(figure(), place / f"{name}.svg")
        return f"![{caption}](figures/{name}.svg)\n\n*{caption}*"


@dataclass
class Page:
    """A page; what differs from the paper comes first.

    Attributes
    ----------
    title, reference
        Of the paper.
    differences
        Where we differ from the paper, one sentence or more each.
    agreements
        What comes out as in the paper.
    comparable
        Which figures can be compared, which cannot, and why.
    compared
        How many figures of the paper had their counterpart among the records.
    """

    book: Book
    title: str
    reference: str
    differences: list[str] = field(default_factory=list)
    agreements: list[str] = field(default_factory=list)
    comparable: list[str] = field(default_factory=list)
    compared: int = 0
    sections: list[tuple[str, str]] = field(default_factory=list)

    def add(self, heading: str, *parts: str) -> None:
        """Add a section."""
        self.sections.append((heading, "\n\n".join(part for part in parts if part)))

    def compare(self, same: bool, sentence: str, figures: int = 1) -> None:
        """Add a sentence on figures that stand beside the paper's, and whether they agree."""
        (self.agreements if same else self.differences).append(sentence)
        self.compared += figures

    def render(self) -> str:
        """Return the page as Markdown."""
        parts = [f"# {self.title}", self.reference, self._provenance()]
        for heading, points in (
            ("Where we differ from the paper", self.differences or self._nowhere()),
            ("What comes out as in the paper", self.agreements),
            ("What can be compared", self.comparable),
        ):
            if points:
                parts += [f"## {heading}", "\n".join(f"- {point}" for point in points)]
        for heading, text in self.sections:
            parts += [f"## {heading}", text]
        parts += ["## Runs", self._runs()]
        return "\n\n".join(part for part in parts if part) + "\n"

    def _nowhere(self) -> list[str]:
        """Say that nothing differs, but only of what was compared."""
        if not self.reference:  # there is no paper
            return []
        if not self.compared:
            return [
                "Nothing was compared: no record of this size has its counterpart in the paper."
            ]
        figures = "one figure" if self.compared == 1 else f"{self.compared} figures"
        return [f"Nowhere beyond noise, in {figures} of the paper compared at this size."]

    def _provenance(self) -> str:
        words = ", ".join(f"`{name}`" for name in self.book.chapters)
        return (
            f"Made from the records of the {self.book.size} size of {words}, by "
            "`dagwright experiment report`; to run a plan again: `dagwright experiment run PLAN "
            f"--size {self.book.size}`. Do not edit."
        )

    def _runs(self) -> str:
        rows, missing = [], []
        for name, chapter in self.book.chapters.items():
            times = sum(record["seconds"] for record in chapter.records)
            found = {
                (r["environment"]["dagwright"], r["environment"]["commit"] or "unknown")
                for r in chapter.records
            }
            versions = ", ".join(f"{version} ({commit})" for version, commit in sorted(found))
            full = chapter.plan.sizes.get("full", {}).get("expected", "-")
            rows.append(
                (f"`{name}`", str(len(chapter.records)), f"{times:.0f} s", versions or "-", full)
            )
            reasons: dict[str, list[str]] = {}
            for who, reason in chapter.missing.items():
                reasons.setdefault(reason, []).append(who)
            missing += [f"`{name}`: {', '.join(w)} ({reason})." for reason, w in reasons.items()]
        header = ("plan", "runs", "searching", "version (commit)", "full size takes")
        machines = {
            f"{r['environment']['cpu']}, {r['environment']['cores']} cores, "
            f"{r['environment']['system']}, Python {r['environment']['python']}, "
            f"numpy {r['environment']['numpy']}"
            for chapter in self.book.chapters.values()
            for r in chapter.records
        }
        text = [table(header, rows)]
        if machines:
            text.append(f"Made on: {'; '.join(sorted(machines))}. One thread per run.")
        if missing:
            text.append("Left out:\n\n" + "\n".join(f"- {line}" for line in missing))
        return "\n\n".join(text)
