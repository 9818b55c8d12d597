"""The page of Perez Urcia and Mauá (2016)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dagwright.evaluate.statistics import FriedmanResult, friedman_test, nemenyi_test
from dagwright.experiments.pages.book import Book, Chapter
from dagwright.experiments.pages.page import Figures, Page, table, thousands
from dagwright.experiments.records import Record

__all__ = ["build"]

SELECTIONS = ("sequential", "greedy", "independence")
ORDERS = ("RND", "DFS", "FAS")
_TABLES = {"sequential": "III", "greedy": "IV", "independence": "V"}
# The best networks of all, proved by A* on complete candidate sets without a cap on parents.
_OPTIMA = {"nltcs": 0.3466, "msnbc": 0.0836}


def _relative(score: float, record: Record) -> float:
    empty = record["facts"]["empty"]
    return float((score - empty) / abs(empty))


MEASURES: dict[str, Callable[[Record], float]] = {
    "best score": lambda r: _relative(r["found"]["best"], r),
    "mean score": lambda r: _relative(r["found"]["mean"], r),
    "mean initial score": lambda r: _relative(r["found"]["initial"], r),
    "iterations": lambda r: -r["found"]["counters"].get("adjacent_swaps", 0.0),
}


def build(book: Book, figures: Figures) -> Page:
    """Return the page from the records of `s1-orders`."""
    page = Page(
        book,
        title="S1: selecting candidate parents and initial orders",
        reference=(
            "W. Perez Urcia and D. D. Mauá (2016). Better initialization heuristics for "
            "order-based Bayesian network structure learning. *Journal of Information and Data "
            "Management* 7(2). Scores are relative: (score - empty) / |empty|, BIC."
        ),
    )
    for chapter in book.with_records("s1-orders"):
        _compare(page, chapter)
        page.add("Tables I and II: candidate sets and the best-parent graph H*", *_sets(chapter))
        for selection in SELECTIONS:
            page.add(
                f"Table {_TABLES[selection]}: climbs on {selection} sets",
                _climbs(chapter, selection),
            )
        page.add(
            "Figures 3 to 5: do the initial orders differ?",
            _tests(chapter),
            *_diagrams(chapter, figures),
        )
    return page


def _compare(page: Page, chapter: Chapter) -> None:
    climbs = chapter.records[0]["found"]["climbs"]
    page.comparable += [
        "Comparable: sets and H* on nltcs, where the selection is complete (at most 8 parents, no "
        "pruning, as in the paper).",
        "Not comparable at this size: the other rows of Tables I and II. The paper selects for "
        "120 s per variable; here a fixed number of sets per variable is scored, so that runs "
        f"repeat exactly. Climbs: {climbs} instead of 1 000.",
        "Nor are the scores of Tables III to V, and so neither are the tests on them: lists that "
        "short and climbs that few do not show whether the paper's claims about initial orders "
        "hold.",
    ]
    for record in chapter.find("nltcs", "FAS", "sequential"):
        exact = record["facts"]["evaluations"] == 365_104 and record["facts"]["max_in_degree"] == 6
        relaxed = _relative(record["facts"]["relaxed"], record)
        page.compare(
            exact,
            f"nltcs, complete selection: {thousands(record['facts']['evaluations'])} sets "
            "(printed 365.1K), largest in-degree of H* "
            f"{record['facts']['max_in_degree']} (6), score of H* {relaxed:.4f} (0.4515), mean "
            f"in-degree {record['facts']['mean_in_degree']:.3f} (4.750).",
            figures=2,
        )
    page.differences += [
        *_find_impossible(chapter),
        "FAS weighs an edge of H* by the best *listed* subset of the other parents, where the "
        "paper scores these parents, and draws the order of what it leaves uniformly from the "
        "variables that may come next, where the paper searches depth-first.",
    ]
    for record in chapter.find("nltcs", "FAS", "greedy"):
        relaxed = _relative(record["facts"]["relaxed"], record)
        page.compare(
            False,
            f"Greedy selection on nltcs: H* has {relaxed:.4f} here, printed 0.4359. An early stop "
            "does not explain it: a best-first search stopped at the printed 13 600 sets, or at "
            "1 600, has 0.4515 as well.",
        )


def _find_impossible(chapter: Chapter) -> Iterator[str]:
    """Yield for each table with a proved optimum which printed scores no network can have."""
    for instance, optimum in _OPTIMA.items():
        if instance not in chapter.instances:
            continue
        ranges = []
        for selection in SELECTIONS:
            printed = chapter.plan.printed["best"][selection][instance].values()
            above = [score for score in printed if score > optimum]
            if above:
                words = f"{min(above):.4f} to {max(above):.4f} in Table {_TABLES[selection]}"
                ranges.append(words)
        yield (
            f"No acyclic graph can have these printed best scores of {instance}: "
            f"{', '.join(ranges)}. The best network of all has {optimum}, proved."
        )


def _sets(chapter: Chapter) -> list[str]:
    first, second = chapter.plan.printed["table_1"], chapter.plan.printed["table_2"]
    rows_1, rows_2 = [], []
    for instance in chapter.instances:
        one: list[str] = []
        two: list[str] = []
        for place, selection in enumerate(SELECTIONS):
            records = chapter.find(instance, selection=selection)
            if not records:
                one.append("-")
                two.append("-")
                continue
            facts = records[0]["facts"]
            counts, scores = first.get(instance), second.get(instance)
            one.append(
                f"{thousands(facts['evaluations'])}, {facts['max_in_degree']}"
                + _beside(counts, place, lambda c: f"{thousands(c[0])}, {c[1]}")
            )
            two.append(
                f"{_relative(facts['relaxed'], records[0]):.4f}, {facts['mean_in_degree']:.3f}"
                + _beside(scores, place, lambda c: f"{c[0]:.4f}, {c[1]:.3f}")
            )
        rows_1.append((instance, *one))
        rows_2.append((instance, *two))
    return [
        "Table I: evaluated sets, largest in-degree of H* (printed):",
        table(("", *SELECTIONS), rows_1),
        "Table II: relative score of H*, mean in-degree (printed):",
        table(("", *SELECTIONS), rows_2),
    ]


def _beside(printed: Any, place: int, show: Callable[[Any], str]) -> str:
    return "" if printed is None else f" ({show(printed[2 * place : 2 * place + 2])})"


def _climbs(chapter: Chapter, selection: str) -> str:
    printed = chapter.plan.printed["best"][selection]
    rows = []
    for instance in chapter.instances:
        cells = []
        found = {o: r for o in ORDERS for r in chapter.find(instance, o, selection)}
        if len(found) < len(ORDERS):
            continue
        top = max(r["found"]["best"] for r in found.values())
        for order, record in found.items():
            best = f"{_relative(record['found']['best'], record):.4f}"
            best = f"**{best}**" if record["found"]["best"] == top else best
            mean = _relative(record["found"]["mean"], record)
            initial = _relative(record["found"]["initial"], record)
            theirs = printed.get(instance, {}).get(order)
            cells += [
                best + ("" if theirs is None else f" ({theirs:.4f})"),
                f"{mean:.4f}, {initial:.4f}, "
                f"{record['found']['counters'].get('adjacent_swaps', 0):.1f}",
            ]
        rows.append((instance, *cells))
    header = [
        word for order in ORDERS for word in (f"{order} best (printed)", "mean, initial, it.")
    ]
    return table(("", *header), rows)


def _rows(chapter: Chapter, measure: str, selection: str | None) -> list[list[float]]:
    read = MEASURES[measure]
    rows = []
    for instance in chapter.instances:
        for chosen in SELECTIONS if selection is None else (selection,):
            found = [read(r) for order in ORDERS for r in chapter.find(instance, order, chosen)]
            if len(found) == len(ORDERS):
                rows.append(found)
    return rows


def _tests(chapter: Chapter) -> str:
    rows = []
    for selection in (*SELECTIONS, None):
        printed = chapter.plan.printed["friedman"]["all" if selection is None else selection]
        for place, measure in enumerate(MEASURES):
            values = _rows(chapter, measure, selection)
            if len(values) < 2:
                continue
            test = friedman_test(values)
            rows.append(
                (
                    selection or "all three",
                    measure,
                    *(f"{rank:.2f}" for rank in test.mean_ranks),
                    f"{nemenyi_test(values).critical_difference:.2f}",
                    *_significance(test),
                    f"{printed[place]:g}",
                )
            )
    header = ("sets", "measure", *ORDERS, "CD", "Friedman p", "Iman-Davenport p", "printed p")
    return (
        "Mean ranks (1 is best), Nemenyi's critical difference at 0.05 and p-values; the printed "
        "ones are Friedman's. Whether the paper's test of all three uses 20 or 60 rows is not "
        "said; here each table counts once for each selection. With lists as short as these and "
        "climbs as few, nothing follows for the paper's claims.\n\n" + table(header, rows)
    )


def _significance(test: FriedmanResult) -> tuple[str, str]:
    return f"{test.p:.2g}", f"{test.p_f:.2g}"


def _diagrams(chapter: Chapter, figures: Figures) -> list[str]:
    shown = []
    for number, selection in ((3, "sequential"), (4, "independence"), (5, None)):
        for measure in ("best score", "mean score"):
            rows = _rows(chapter, measure, selection)
            if len(rows) < 2:
                continue
            words = f"{measure}, {selection or 'all three selections'}, {len(rows)} rows"

            def draw(rows: list[list[float]] = rows, words: str = words) -> Any:
                from dagwright.report.plots import plot_critical_difference  # noqa: PLC0415

                result = nemenyi_test(rows)
                ranks = dict(zip(ORDERS, result.mean_ranks, strict=True))
                return plot_critical_difference(ranks, result.critical_difference, words)

            name = f"s1-figure-{number}-{measure.split()[0]}"
            shown.append(figures.add(name, draw, f"Figure {number}: mean ranks by {words}"))
    return shown
