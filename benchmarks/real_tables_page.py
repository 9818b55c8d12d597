"""What the run over real tables found, as Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from typing import Any

from benchmarks.column_labels import LabelledTable
from benchmarks.peers import version_of

Record = dict[str, Any]


def write_page(tables: list[LabelledTable], records: list[Record]) -> str:
    """Return the tables and the list of failures."""
    by_name = {table.path.name: table for table in tables}
    parts = [packages_table(by_name, records)]
    ours = [record for record in records if record["package"] == "dagwright"]
    parts.append(columns_table(by_name, ours))
    parts.append("### Not opened\n\n" + _bullets(refusals(by_name, ours)))
    parts.append("### Other names\n\n" + _bullets(other_names(by_name, ours)))
    parts.append("### Columns treated otherwise than labelled\n\n" + _bullets(wrong_columns(ours)))
    return "\n\n".join(parts) + "\n"


def packages_table(tables: dict[str, LabelledTable], records: list[Record]) -> str:
    """Return one line for each package: opened, seconds, what should not be in a network."""
    expected = [name for name, table in tables.items() if table.has_network]
    lines = [
        "| package | opened | median | slowest | a running number or free text is a variable |",
        "|---|---|---|---|---|",
    ]
    for package in dict.fromkeys(record["package"] for record in records):
        own = [r for r in records if r["package"] == package and r["table"] in expected]
        opened = [record for record in own if "error" not in record]
        seconds = [record["seconds"] for record in opened] or [float("nan")]
        strange = sum(bool(tables[r["table"]].strangers(r["names"])) for r in opened)
        lines.append(
            f"| {package} {version_of(package)} | {_share(len(opened), len(own))} "
            f"| {statistics.median(seconds):.1f} s | {max(seconds):.1f} s "
            f"| in {strange} of {len(opened)} |"
        )
    return "\n".join(lines)


def columns_table(tables: dict[str, LabelledTable], ours: list[Record]) -> str:
    """Return how many columns were treated as labelled, for each half of the files."""
    lines = ["| files | opened | columns right | names right |", "|---|---|---|---|"]
    for label, half in (
        ("even positions, on which the rules were chosen", "even"),
        ("odd positions", "odd"),
        ("all", None),
    ):
        chosen = [record for record in ours if half in (None, record["half"])]
        expected = [r for r in chosen if tables[r["table"]].has_network]
        opened = [record for record in chosen if "error" not in record]
        total = sum(len(tables[record["table"]].kinds) for record in chosen)
        right = sum(len(tables[r["table"]].kinds) - len(r["wrong"]) for r in opened)
        named = len(opened) - sum(1 for _ in other_names(tables, opened))
        good = sum("error" not in record for record in expected)
        lines.append(
            f"| {label} | {_share(good, len(expected))} | {_share(right, total)} "
            f"| {_share(named, len(opened))} |"
        )
    return "\n".join(lines)


def refusals(tables: dict[str, LabelledTable], ours: list[Record]) -> Iterable[str]:
    for record in ours:
        if "error" in record:
            few = "" if tables[record["table"]].has_network else " (fewer than two usable columns)"
            yield f"`{record['table']}`{few}: {' '.join(record['error'].split())}"


def other_names(tables: dict[str, LabelledTable], ours: list[Record]) -> Iterable[str]:
    for record in ours:
        others = sorted(set(record.get("names", ())) - set(tables[record["table"]].kinds))
        if others:
            yield f"`{record['table']}`: {', '.join(f'`{name}`' for name in others)}"


def wrong_columns(ours: list[Record]) -> Iterable[str]:
    for record in ours:
        for column, what in record.get("wrong", {}).items():
            yield f"`{record['table']}`: `{column}` ({what})"


def _share(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,} ({100 * part / whole:.1f} %)" if whole else "0 of 0"


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines) or "None."
