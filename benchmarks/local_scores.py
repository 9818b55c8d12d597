"""Local scores per second, against the other packages and against the machine."""

from __future__ import annotations

import math
from statistics import median
from typing import Any

from benchmarks.families import draw_families
from benchmarks.limit import Peak, measure_peak
from benchmarks.peers import PEERS, version_of
from benchmarks.report import Report, show_rate, show_ratio
from benchmarks.tables import find_table, load_table
from benchmarks.worker import ask_worker

TABLES = ("binary-100", "alarm-10000")
SIZES = range(1, 6)
TOLERANCE = 1e-6


def run(report: Report, repetitions: int, budget: float) -> None:
    peak = measure_peak()
    report.record("peak", {} if peak is None else vars(peak))
    for name in TABLES:
        file = find_table(name)
        if file is None:
            report.say(f"{name}: no data folder (set DAGWRIGHT_DATA), left out")
            continue
        rates, batches = _measure(report, str(file), repetitions, budget)
        again = measure_peak()  # the machine may have been busy before
        best = max((p for p in (peak, again) if p), key=lambda p: p.vectors, default=None)
        _show(report, name, rates, batches, best)


def _measure(
    report: Report, file: str, repetitions: int, budget: float
) -> tuple[dict[str, dict[int, float]], dict[str, Any]]:
    """Median of the repetitions, all packages in turn within each."""
    rates: dict[str, list[dict[str, float]]] = {}
    batches: dict[str, Any] = {}
    expected: dict[str, list[float]] = {}
    for _ in range(repetitions):
        for peer in PEERS:
            if version_of(peer) is None:
                continue
            question = {"task": "scores", "peer": peer, "table": file, "budget": budget}
            found = ask_worker(question, timeout=60 + 20 * budget)
            if "error" in found:
                report.say(f"{peer}: {found['error']}")
                continue
            expected = expected or found["values"]
            _compare(report, peer, expected, found["values"])
            rates.setdefault(peer, []).append(found["rates"])
        found = ask_worker(
            {"task": "batches", "table": file, "budget": budget / 2}, timeout=60 + 20 * budget
        )
        if "error" in found:
            report.say(f"dagwright, batches: {found['error']}")
            continue
        for mode in ("many", "additions"):
            rates.setdefault(f"dagwright {mode}", []).append(found[mode])
        batches = found
    medians = {
        who: {k: median(one[str(k)] for one in repeated) for k in SIZES}
        for who, repeated in rates.items()
    }
    return medians, batches


def _compare(
    report: Report, peer: str, expected: dict[str, list[float]], found: dict[str, list[float]]
) -> None:
    """Speed counts only for the same numbers."""
    wrong = sum(
        not math.isclose(a, b, rel_tol=TOLERANCE)
        for size in expected
        for a, b in zip(expected[size], found[size], strict=True)
    )
    if wrong:
        total = sum(len(values) for values in expected.values())
        report.say(f"{peer}: {wrong} of {total} scores differ from dagwright's")


def _show(
    report: Report,
    name: str,
    rates: dict[str, dict[int, float]],
    batches: dict[str, Any],
    peak: Peak | None,
) -> None:
    table = load_table(find_table(name) or "")
    title = f"Local BIC scores per second: {name}, {table.codes.shape[0]} rows"
    lines = [[who, *(show_rate(by_size[k]) for k in SIZES)] for who, by_size in rates.items()]
    ours = rates["dagwright"]
    for who, by_size in rates.items():
        if not who.startswith("dagwright"):
            lines.append([f"dagwright : {who}", *(show_ratio(ours[k] / by_size[k]) for k in SIZES)])
    if peak is not None and batches:
        bound = {k: _bound(table, peak, k, batches["stored_rows"]) for k in SIZES}
        lines.append(["machine's limit", *(show_rate(bound[k]) for k in SIZES)])
        for who in (w for w in rates if w.startswith("dagwright")):
            shares = (f"{rates[who][k] / bound[k]:.0%}" for k in SIZES)
            lines.append([f"{who}, of limit", *shares])
        rates = {**rates, "limit": bound}
        report.say(
            f"limit: {peak.vectors:.3g} vectors of 256 rows ANDed and counted per second, "
            f"{peak.histogram_rows:.3g} histogram rows per second, "
            f"{peak.memory_bytes / 1e9:.0f} GB/s; {batches['stored_rows']} rows after merging"
        )
    report.table(title, ["parents", *(str(k) for k in SIZES)], lines)
    report.record("local_scores", {"table": name, "rates": rates})


def _bound(table: Any, peak: Peak, parents: int, stored_rows: int) -> float:
    families = draw_families(len(table.names), parents, 200)
    arities = table.arities
    times = (peak.seconds_of([arities[v] for v in family], stored_rows) for family in families)
    return len(families) / sum(times)
