"""Tables 2 to 4: scores and skeletons on known networks."""

from __future__ import annotations

import math
import statistics

from dagwright.evaluate.statistics import PairwiseResult
from dagwright.experiments.pages.book import Chapter
from dagwright.experiments.pages.page import Page, table
from dagwright.papers.s4.pairs import compare_pairs

__all__ = ["table_4", "tables_2_and_3"]

INSTANCES = tuple(
    f"{network}-{rows}"
    for network in ("alarm", "insurance", "hailfinder", "pigs")
    for rows in (500, 5000)
)
SHOWN_METHODS = ("SGS3", "SGS2", "SGS1", "LAGD", "GES")
COMPARISONS = 80  # 10 pairs x 4 networks x 2 sizes: the paper's level is 0.05 / 80
_SAMPLES = 100  # of the paper
_FEWEST = 5  # samples that have a standard error
_EDGES = 2.0  # the paper rounds the errors of Table 4, and its samples are others


def tables_2_and_3(page: Page, chapter: Chapter) -> list[str]:
    """Return the tests of every pair of methods, and their balance."""
    shown = [i for i in INSTANCES if i in chapter.instances]
    results = {i: compare_pairs(chapter, i, SHOWN_METHODS, COMPARISONS) for i in shown}
    rows, other = [], []
    same: dict[str, int] = {}
    for words, signs in chapter.plan.printed["table_2"].items():
        first, second = words.split(" vs ")
        cells = []
        for instance in shown:
            result = results[instance].get((first, second))
            theirs = signs[INSTANCES.index(instance)]
            if result is None:
                cells.append(f"- ({theirs})")
                continue
            sign, wins = result.sign, result.wins
            cells.append(f"{sign} {wins.first}:{wins.second}, {result.effect:+.2f} ({theirs})")
            if sign == "~" and len(chapter.find(instance, first)) < _SAMPLES:
                continue  # with more samples the test might decide
            if sign == theirs:
                same[words] = same.get(words, 0) + 1
            elif theirs != "n/a":
                other.append((words, instance, sign, theirs))
        rows.append((words, *cells))
    samples = len(chapter.find(shown[0], SHOWN_METHODS[0]))
    alike, compared = sum(same.values()), sum(same.values()) + len(other)
    if compared:
        page.compare(
            alike >= 0.75 * compared,
            f"Table 2: {alike} of {compared} signs that Wilcoxon's test decides are the paper's "
            f"({samples} samples here, {_SAMPLES} there).",
            figures=compared,
        )
    wrong = dict.fromkeys(o[0] for o in other)
    right = [words for words in same if words not in wrong]
    if right:
        page.agreements.append(f"Table 2, all decided signs as printed: {', '.join(right)}.")
    for words in wrong:
        signs = ", ".join(f"{i} {s} ({t})" for w, i, s, t in other if w == words)
        page.differences.append(f"Table 2, {words}, our sign (the paper's): {signs}.")
    balance = _balance(chapter, shown, results)
    return [
        f"One-sided signed-rank tests at 0.05 / {COMPARISONS}, {samples} samples: sign, samples "
        "on which the first and the second score more, rank-biserial effect (the paper's sign, "
        f"from {_SAMPLES} samples).",
        table(("", *shown), rows),
        "Table 3: significant wins minus losses (printed):",
        balance,
    ]


def _balance(
    chapter: Chapter, shown: list[str], results: dict[str, dict[tuple[str, str], PairwiseResult]]
) -> str:
    networks = list(dict.fromkeys(instance.rsplit("-", 1)[0] for instance in shown))
    printed = chapter.plan.printed["table_3"]
    order = ("alarm", "insurance", "hailfinder", "pigs")
    rows = []
    for method in SHOWN_METHODS:
        cells = []
        for network in networks:
            total = 0
            for instance in shown:
                if instance.rsplit("-", 1)[0] != network:
                    continue
                for (first, second), result in results[instance].items():
                    worth = {"+": 1, "-": -1, "~": 0}[result.sign]
                    total += worth * ((method == first) - (method == second))
            theirs = printed[method]
            place = order.index(network)
            cells.append(f"{total} ({theirs[place] if place < len(theirs) else 'n/a'})")
        rows.append((method, *cells))
    return table(("", *networks), rows)


def table_4(page: Page, chapter: Chapter) -> str:
    """Return the errors of the skeletons."""
    shown = [i for i in INSTANCES if i in chapter.instances]
    rows = []
    off = []
    compared = 0
    all_printed = chapter.plan.printed["table_4"]
    for method in dict.fromkeys((*all_printed, *chapter.methods)):
        printed = all_printed.get(method, ())
        cells = []
        for instance in shown:
            found = chapter.find(instance, method)
            place = INSTANCES.index(instance)
            theirs = printed[place] if place < len(printed) and printed[place] else None
            beside = "" if theirs is None else f" (+{theirs[0]} -{theirs[1]})"
            if not found:
                cells.append(f"-{beside}")
                continue
            spurious = [r["found"]["spurious"] for r in found]
            missing = [r["found"]["missing"] for r in found]
            ours = (statistics.fmean(spurious), statistics.fmean(missing))
            cells.append(f"+{ours[0]:.1f} -{ours[1]:.1f}{beside}")
            for what, mine, values, their in zip(
                ("spurious", "missing"), ours, (spurious, missing), theirs or (), strict=False
            ):
                if len(values) < _FEWEST:
                    continue
                compared += 1
                error = statistics.stdev(values) / math.sqrt(len(values))
                if abs(mine - their) > max(_EDGES, 3 * error + 0.5):
                    off.append(f"{method} on {instance}: {mine:.1f} {what}, printed {their}")
        rows.append((method, *cells))
    differing = "Table 4, errors that differ by more than two edges and three standard errors: "
    alike = "Table 4: all skeleton errors are within two edges of the paper's."
    if compared:
        page.compare(not off, differing + "; ".join(off) + "." if off else alike, compared)
    return (
        "Mean numbers of spurious (+) and missing (-) edges without directions (printed):\n\n"
        + table(("", *shown), rows)
    )
