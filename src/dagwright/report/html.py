"""`write_report`: a result as one page that needs nothing but a browser."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Mapping
from importlib import resources

from dagwright import _core
from dagwright.data import Dataset
from dagwright.data.columns.describe import describe_columns
from dagwright.data.columns.html import columns_table
from dagwright.data.columns.listing import column_rows
from dagwright.errors import DagwrightError
from dagwright.files import check_writable, write_whole
from dagwright.graph.drawing import draw_dag
from dagwright.network import BayesianNetwork, fit
from dagwright.network.strengths import strengths_of
from dagwright.report.curve import draw_curve
from dagwright.report.escape import as_json, as_text, source_hash
from dagwright.report.key import draw_key
from dagwright.report.payload import Confidence, Edge, Shares, checked_shares, make_payload
from dagwright.report.reproduce import call_of, versions
from dagwright.search import Result
from dagwright.search.explanation import describe_quality, describe_scoring
from dagwright.words import plural

__all__ = ["report_page", "write_report"]

_KNOWLEDGE = "What your constraints compel is your knowledge, not a finding."
_MOST_COLUMNS = 2000
"""Of the table of columns: a browser shows more of them too slowly."""


def write_report(
    result: Result,
    path: str | os.PathLike[str],
    *,
    data: Dataset | None = None,
    confidence: Mapping[Edge, float] | Confidence | None = None,
    title: str | None = None,
    command: str | None = None,
    pseudo_count: float = 1,
) -> None:
    """Write a result as one HTML file to look at in a browser.

    The network is drawn in layers, with details of variables and edges, a switch between DAG and
    CPDAG, search and zoom; below are the edges, the score over time, what was chosen and why, the
    data, and how to do it again. The file loads nothing from anywhere.

    Parameters
    ----------
    result
        What `learn` or `solve` returned.
    path
        The file, mostly ``.html``; written whole or not at all.
    data
        The table, for states and probabilities; a result of `learn` knows it.
    confidence
        How sure edges are: what `bootstrap` returned, or by (parent, child) a share from 0 to 1.
    title
        The headline.
    command
        The command line that made the result, for its last section.
    pseudo_count
        What is added to every count for the probabilities; see `fit`.

    Examples
    --------
    >>> import dagwright as dw, pathlib, tempfile
    >>> result = dw.learn({"rain": [0, 0, 1, 1] * 9, "wet": [0, 0, 1, 1] * 8 + [0, 1, 1, 1]})
    >>> page = pathlib.Path(tempfile.mkdtemp()) / "weather.html"
    >>> dw.write_report(result, page)
    >>> "<!DOCTYPE html>" in page.read_text(encoding="utf-8")
    True
    """
    check_writable(path)
    page = report_page(
        result,
        data=data,
        confidence=confidence,
        title=title,
        command=command,
        pseudo_count=pseudo_count,
    )
    write_whole(path, page)


def report_page(
    result: Result,
    *,
    data: Dataset | None = None,
    confidence: Mapping[Edge, float] | Confidence | None = None,
    title: str | None = None,
    command: str | None = None,
    pseudo_count: float = 1,
    reword: Callable[[str], str] = str,
) -> str:
    """Return the page that `write_report` writes, with its remarks reworded."""
    if not isinstance(result, Result):
        raise DagwrightError(f"a report is about a Result, not about {type(result).__name__}")
    shares = checked_shares(result.dag, confidence)
    if result.table is not None and (data is None or data.provisional):
        data = result.table  # cut as the network was learned
    if data is not None and set(data.names) != set(result.dag.names):
        raise DagwrightError("the data and the result differ in their variables")
    title = title or _headline(result)
    return _page(result, data, shares, title, command, pseudo_count, reword)


def _headline(result: Result) -> str:
    return f"Bayesian network of {plural(result.dag.n_variables, 'variable')}"


def _page(  # noqa: PLR0917
    result: Result,
    data: Dataset | None,
    shares: Shares,
    title: str,
    command: str | None,
    pseudo_count: float,
    reword: Callable[[str], str],
) -> str:
    dag, cpdag = result.dag, result.cpdag()
    strengths = strengths_of(result, data)
    network = _fitted(result, data, pseudo_count)
    style, script = _asset("page.css"), _asset("page.js")
    policy = (
        f"default-src 'none'; style-src {source_hash(style)}; script-src {source_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    # What is markup already goes in as it is, everything else as text.
    markup = {
        "style": style,
        "script": script,
        "drawing": draw_dag(dag, cpdag, _relative(strengths)),
        "key": draw_key(cpdag),
        "curve": draw_curve(result),
        "warnings": _warnings(map(reword, result.warnings)),
        "decided": _decided(data, reword),
        "columns": _columns(data, reword),
        "payload": as_json(make_payload(dag, cpdag, strengths, shares, network, data)),
    }
    text = {
        "policy": policy,
        "version": _core.version,
        "title": title,
        "facts": _facts(result),
        "status": result.status.value,
        "quality": describe_quality(result),
        "legend": "Thicker edges are stronger." if strengths else "",
        "strength": _strength_words(result, strengths),
        "knowledge": _KNOWLEDGE if cpdag.by_constraints else "",
        "explanation": reword(result.explain()),
        "data": reword(_data_words(data)),
        "reproduce": call_of(result, command, data),
        "versions": versions(),
    }
    values = {**markup, **{key: as_text(value) for key, value in text.items()}}
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], _asset("page.html"))


def _asset(name: str) -> str:
    return resources.files("dagwright.report").joinpath(name).read_text(encoding="utf-8")


def _relative(strengths: Mapping[Edge, float]) -> dict[Edge, float]:
    """Return strengths from 0 to 1 by their roots: a few strong edges would hide the others."""
    most = max(strengths.values(), default=0.0)
    if most <= 0:
        return {}
    return {edge: math.sqrt(max(0.0, value) / most) for edge, value in strengths.items()}


def _warnings(warnings: Iterable[str]) -> str:
    points = "".join(f"<li>{as_text(warning)}</li>" for warning in warnings)
    return f'<ul class="warnings" aria-label="Warnings">{points}</ul>' if points else ""


def _fitted(result: Result, data: Dataset | None, pseudo_count: float) -> BayesianNetwork | None:
    if data is None:
        return None
    if data is result.table:
        return fit(result, pseudo_count=pseudo_count)
    return fit(result.dag, data, pseudo_count)


def _decided(data: Dataset | None, reword: Callable[[str], str]) -> str:
    """Return in a few lines what was decided about the table, nothing if nothing was."""
    lines = [] if data is None else describe_columns(data)
    return (
        f'<p class="decided">{"<br>".join(as_text(reword(line)) for line in lines)}</p>'
        if lines
        else ""
    )


def _columns(data: Dataset | None, reword: Callable[[str], str]) -> str:
    """Return every column and what became of it, folded away."""
    if data is None or not describe_columns(data):
        return ""
    rows = [row.reworded(reword) for row in column_rows(data, _MOST_COLUMNS)]
    more = len(data.columns) - len(rows)
    rest = f"<p>and {more:,} more: dagwright info FILE --json</p>" if more else ""
    return (
        "<details><summary>What was decided about each column, and why</summary>"
        '<div class="scroll" tabindex="0" role="region" aria-label="Table of columns">'
        f"{columns_table(rows)}{rest}</div></details>"
    )


def _facts(result: Result) -> str:
    dag = result.dag
    parts = [f"{plural(dag.n_variables, 'variable')}, {plural(dag.n_edges, 'edge')}"]
    scoring = describe_scoring(result)
    parts.append(f"score {result.score:.4f}{f' ({scoring})' if scoring else ''}")
    parts.append(f"{result.method.name}, {result.seconds:.2f} s, seed {result.seed}")
    return " · ".join(parts)


def _strength_words(result: Result, strengths: Mapping[Edge, float]) -> str:
    if not strengths:
        return f"{plural(result.dag.n_edges, 'edge')}."
    return "The strength of an edge is the score that is lost when it alone is removed."


def _data_words(data: Dataset | None) -> str:
    if data is None:
        return "The data is not known: the network was found in candidate parent sets."
    weight = "" if data.weights is None else f" of total weight {data.total_weight:,}"
    notes = "".join(f" Note: {note}." for note in data.notes)
    return (
        f"{plural(data.n_rows, 'row')}{weight}, {plural(data.n_variables, 'variable')}, "
        f"fingerprint {data.fingerprint}.{notes}"
    )
