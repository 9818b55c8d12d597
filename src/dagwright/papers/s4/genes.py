"""Tables 7 to 9 and the small networks: genes, of our own generator."""

from __future__ import annotations

import statistics

from dagwright.evaluate.statistics import pairwise_wilcoxon
from dagwright.experiments.pages.book import Chapter
from dagwright.experiments.pages.page import Page, table, thousands
from dagwright.papers.s4.pairs import compare_pairs

__all__ = ["gene_networks", "small_gene_networks", "table_9"]

_SIMILAR = 2.0  # the paper's filters leave numbers of arcs that differ by less


def gene_networks(chapter: Chapter) -> list[str]:
    """Return the tests and the distances of skeletons on large gene networks."""
    names: list[str] = [m for m in ("SGS3", "MMHC", "GES") if m in chapter.methods]
    groups: dict[int, list[str]] = {}
    for instance in chapter.instances:
        if chapter.common(instance, names):
            groups.setdefault(int(instance.rsplit("-", 1)[1]), []).append(instance)
    signs: dict[str, list[str]] = {}
    for place, (_, instances) in enumerate(sorted(groups.items())):
        scores = {m: [chapter.values("score", i, m)[0] for i in instances] for m in names}
        for result in pairwise_wilcoxon(scores, comparisons=1):
            words = f"{result.first} vs {result.second}"
            theirs = chapter.plan.printed["table_7"].get(words, ["?"] * 3)[place]
            wins = f"{result.wins.first}:{result.wins.second}"
            signs.setdefault(words, []).append(f"{result.sign} {wins} ({theirs})")
    rows = []
    for count, instances in sorted(groups.items()):
        for place, instance in enumerate(instances):
            ours = [f"{chapter.values('distance', instance, m)[0]:.3f}" for m in names]
            table_8 = chapter.plan.printed["table_8"][str(count)]
            theirs = table_8[place] if place < len(table_8) else []
            beside = dict(zip(("SGS3", "MMHC", "GES"), theirs, strict=False))
            rows.append(
                (
                    instance,
                    *(f"{o} ({beside.get(m, '-')})" for o, m in zip(ours, names, strict=True)),
                )
            )
    return [
        "Table 7: one-sided tests at 0.05 over the networks of a size, wins (printed):",
        table(
            ("", *(f"{count} rows" for count in sorted(groups))),
            [(words, *cells) for words, cells in signs.items()],
        ),
        "Table 8: distance of (precision, recall) from the origin (the paper's network of the same "
        "number, which is another network):",
        table(("", *names), rows),
    ]


def table_9(page: Page, chapter: Chapter) -> str:
    """Return how many arcs the filters keep, and how many true ones are among them."""
    rows = []
    sizes = (100, 300, 999)
    shown = [i for i in chapter.instances if chapter.common(i, chapter.plan_methods)]
    for method, printed in chapter.plan.printed["table_9"].items():
        cells = []
        for instance in shown:
            found = chapter.find(instance, method)[0]["found"]
            place = sizes.index(int(instance.rsplit("-", 1)[1]))
            cells.append(
                f"{thousands(found['size'])}, {found['recall']:.0%} "
                f"({thousands(printed[place][0])}, {printed[place][1]:.0%})"
            )
        rows.append((method, *cells))
    if shown:
        _compare_filters(page, chapter, shown)
    return "Arcs kept and share of the true edges among them (printed):\n\n" + table(
        ("", *shown), rows
    )


def _compare_filters(page: Page, chapter: Chapter, shown: list[str]) -> None:
    """Compare what the paper claims: more true edges among about as many arcs."""
    pairs = [
        tuple(chapter.find(instance, method)[0]["found"] for method in ("BDeu test", "MMPC"))
        for instance in shown
    ]
    better = [test["recall"] > mmpc["recall"] for test, mmpc in pairs]
    times = [test["size"] / max(mmpc["size"], 1) for test, mmpc in pairs]
    page.compare(
        all(better) and max(times) < _SIMILAR,
        f"Table 9, networks of ours: the BDeu test keeps more true edges than MMPC at "
        f"{sum(better)} of {len(better)} sample sizes, among {min(times):.1f} to {max(times):.1f} "
        "times as many arcs; in the paper at all three, among 0.8 to 1.6 times as many.",
        figures=len(better),
    )


def small_gene_networks(chapter: Chapter) -> str:
    """Return scores and skeletons on many small gene networks."""
    instance = chapter.instances[0]
    results = compare_pairs(chapter, instance, ("SGS3", "LAGD", "GES"), None)
    rows = [
        (
            method,
            f"{statistics.fmean(chapter.values('score', instance, method)):.2f}",
            f"{statistics.fmean(chapter.values('distance', instance, method)):.3f}",
            f"{statistics.fmean(chapter.values('precision', instance, method)):.3f}",
            f"{statistics.fmean(chapter.values('recall', instance, method)):.3f}",
        )
        for method in chapter.methods
    ]
    lines = []
    for other in ("GES", "LAGD"):
        result = results.get(("SGS3", other))
        if result is None:
            continue
        lines.append(f"SGS3 and {other}: {result.sign}, {result.wins.first}:{result.wins.second}")
    text = table(("", "score", "distance", "precision", "recall"), rows)
    tests = "; ".join(lines) or "none, for want of samples"
    return (
        f"{text}\n\nSigned-rank tests with Bonferroni's correction: {tests} (the paper, on its own "
        "networks: SGS3 is significantly better than both)."
    )
