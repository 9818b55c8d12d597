"""The page of Zhao, Chen, Tu and Tian (2017)."""

from __future__ import annotations

import statistics
from typing import Any

from dagwright.experiments.pages.book import Book, Chapter
from dagwright.experiments.pages.page import Figures, Page, table

__all__ = ["build"]

ROWS = (100, 500, 1000, 5000, 10000, 50000)
# Measure: name, and whether more is better. Ratios of negative scores: less is better.
MEASURES = {
    "test_bdeu": ("BDeu, test rows", True),
    "test_bic": ("BIC, test rows", True),
    "kl_term": ("KL term", True),
    "shd_cpdag": ("SHD", False),
}
_WINNER = "curriculum of the best network: "
_NEAR = 0.02  # ratios that differ by less are alike
_DRAWN = ("andes", "hailfinder", "hepar2", "win95pts")


def build(book: Book, figures: Figures) -> Page:
    """Return the page from the records of `s5-curriculum`."""
    page = Page(
        book,
        title="S5: curriculum learning",
        reference=(
            "Y. Zhao, Y. Chen, K. Tu and J. Tian (2017). Curriculum learning of Bayesian network "
            "structures. *ACML*. BDeu with ess 10; samples of ten networks, 5 000 test rows."
        ),
    )
    page.comparable += [
        "Comparable: ratios and wins. The samples are our own, with columns shuffled; MMPC is our "
        "own, the paper used Causal Explorer's. Both methods here get the same sets of neighbours. "
        "MMHC searches them by tabu search (Tsamardinos et al.), the curriculum by hill climbing, "
        "as in the paper, and with the penalty of its authors' program.",
    ]
    for chapter in book.with_records("s5-curriculum"):
        if "CL" not in chapter.methods:
            page.differences.append(
                "Nothing can be compared yet: this version has no curriculum learning."
            )
            continue
        for rival in (m for m in chapter.methods if m != "CL"):
            page.add(f"Table 2: {rival} relative to the curriculum", _table_2(page, chapter, rival))
        page.add("Figure 2: SHD against sample size", *_figure_2(chapter, figures))
        page.add("Table S1: which curriculum won", _winners(page, chapter))
        page.add("Time", _times(page, chapter))
    for chapter in book.with_records("s5-stages"):
        page.add("Figure 3: distance to the truth, stage by stage", *_figure_3(chapter, figures))
    return page


def _sizes(chapter: Chapter) -> list[int]:
    return [r for r in ROWS if any(i.endswith(f"-{r}") for i in chapter.instances)]


def _table_2(page: Page, chapter: Chapter, rival: str) -> str:
    """Return the table; the paper prints means for MMHC, and for others only what it claims."""
    rows = []
    sizes = _sizes(chapter)
    printed = chapter.plan.printed["table_2"] if rival == "MMHC" else None
    average = statistics.fmean if printed else statistics.median
    beside = "printed" if printed else "the paper: the curriculum is significantly better"
    for measure, (words, more) in MEASURES.items():
        cells = []
        lines: dict[bool, list[str]] = {True: [], False: []}
        for size in sizes:
            ratios, wins, losses, undefined = _compare(chapter, measure, more, size, rival)
            if not ratios:
                cells.append("-")
                continue
            ratio = average(ratios)
            cell = f"{ratio:.2f} ({wins}:{losses})"
            if undefined:
                cell += f" [{undefined}]"
            line, same = f"{size} rows {ratio:.2f}, {wins}:{losses}", wins > losses
            if printed:
                theirs = printed[measure][ROWS.index(size)]
                cell += f"; printed {theirs[0]:.2f} ({theirs[1]}:{theirs[2]})"
                near = abs(ratio - theirs[0]) <= max(_NEAR, abs(theirs[0] - 1) / 2)
                same = near and same == (theirs[1] > theirs[2])
                line += f" ({theirs[0]:.2f}, {theirs[1]}:{theirs[2]})"
            lines[same].append(line)
            cells.append(cell)
        rows.append((words, *cells))
        for same, some in lines.items():
            if some:
                page.compare(
                    same,
                    f"Table 2, {words}, {rival} relative to the curriculum and networks won : lost "
                    f"by the curriculum ({beside}): {'; '.join(some)}.",
                    figures=len(some),
                )
    return (
        f"{'Mean' if printed else 'Median'} ratio over networks and samples (networks on which the "
        "curriculum wins : loses by the mean). Above 1 the curriculum is better, except for the KL "
        "term, where below 1 is. In square brackets runs in which the curriculum's SHD is 0, which "
        "have no ratio.\n\n" + table(("", *(f"{size} rows" for size in sizes)), rows)
    )


def _compare(
    chapter: Chapter, measure: str, more: bool, size: int, rival: str
) -> tuple[list[float], int, int, int]:
    ratios: list[float] = []
    wins = losses = undefined = 0
    for instance in (i for i in chapter.instances if i.endswith(f"-{size}")):
        ours = {r["repetition"]: r["found"][measure] for r in chapter.find(instance, "CL")}
        theirs = {r["repetition"]: r["found"][measure] for r in chapter.find(instance, rival)}
        both = sorted(ours.keys() & theirs.keys())
        if not both:
            continue
        undefined += sum(ours[i] == 0 for i in both)
        ratios += [theirs[i] / ours[i] for i in both if ours[i]]
        gap = statistics.fmean(ours[i] - theirs[i] for i in both)
        scale = statistics.fmean(abs(ours[i]) for i in both)
        if abs(gap) <= 1e-9 * scale:
            continue
        wins += (gap > 0) == more
        losses += (gap > 0) != more
    return ratios, wins, losses, undefined


def _figure_2(chapter: Chapter, figures: Figures) -> list[str]:
    shown = []
    for network in _DRAWN:
        values: dict[str, dict[int, list[float]]] = {}
        for method in chapter.methods:
            for size in _sizes(chapter):
                distances = chapter.values("shd_cpdag", f"{network}-{size}", method)
                if distances:
                    values.setdefault(method, {})[size] = distances
        if not values:
            continue

        def draw(values: dict[str, dict[int, list[float]]] = values, name: str = network) -> Any:
            from dagwright.report.plots import plot_against_size  # noqa: PLC0415

            return plot_against_size(values, title=name)

        shown.append(figures.add(f"s5-figure-2-{network}", draw, f"Figure 2: {network}"))
    return shown


def _times(page: Page, chapter: Chapter) -> str:
    ratios = []
    for instance in chapter.instances:
        ours = [r["cpu"] for r in chapter.find(instance, "CL")]
        theirs = [r["cpu"] for r in chapter.find(instance, "MMHC")]
        if ours and theirs:
            ratios.append(statistics.fmean(ours) / statistics.fmean(theirs))
    if not ratios:
        return "No pairs of runs."
    mean = statistics.fmean(ratios)
    line = (
        f"Time: the curriculum takes {mean:.1f} times MMHC's processor time on average; paper 2.7."
    )
    page.compare(mean <= 4, line)
    return line


def _winners(page: Page, chapter: Chapter) -> str:
    counts: dict[str, int] = {}
    for record in chapter.find(method="CL"):
        for note in record["found"].get("notes", ()):
            if note.startswith(_WINNER):
                winner = note.removeprefix(_WINNER)
                counts[winner] = counts.get(winner, 0) + 1
    runs = sum(counts.values())
    without = counts.get("none", 0)
    tied = sum(count for winner, count in counts.items() if winner.startswith("none = "))
    if not runs:
        return "Not recorded."
    share = without / runs
    line = (
        f"Table S1: without a curriculum the training score is best in {without} of {runs} runs "
        f"({share:.0%}), and a step size equals it in {tied}; in the paper in 50 of 300 (17%)."
    )
    page.compare(share < 0.33, line)
    return table(("curriculum", "runs"), [(winner, str(n)) for winner, n in sorted(counts.items())])


def _figure_3(chapter: Chapter, figures: Figures) -> list[str]:
    shown = [
        "Pairs that a stage has not learned count as those of a random complete network, so these "
        "curves fall whatever is learned, also if it is nothing.",
    ]
    for instance in chapter.instances:
        runs = [record["found"]["stages"] for record in chapter.find(instance, "CL")]

        def draw(runs: list[Any] = runs, name: str = instance) -> Any:
            from dagwright.report.plots import plot_against_size  # noqa: PLC0415

            values: dict[int, list[float]] = {}
            for run in runs:
                for variables, _, distance in run:
                    values.setdefault(variables, []).append(distance)
            return plot_against_size(
                {"CL": values}, x="variables selected", measure="SHD of DAGs", title=name
            )

        caption = f"Figure 3: distance to the truth of the stages, {instance}"
        shown.append(figures.add(f"s5-figure-3-{instance}", draw, caption))
    return shown
