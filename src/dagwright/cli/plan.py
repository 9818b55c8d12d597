"""`dagwright plan`: what `learn` would do, and about what it would cost."""

from __future__ import annotations

from rich.text import Text

import dagwright as dw
from dagwright.cli.inputs import read_table, resolve_score_option
from dagwright.cli.layout import standard_output
from dagwright.cli.options import (
    Bins,
    Discretize,
    Ess,
    Exclude,
    Forbid,
    Header,
    MaxParents,
    MaxStates,
    Memory,
    MethodName,
    Missing,
    Require,
    Restarts,
    ScoreName,
    Seconds,
    SelectionName,
    TableName,
    Target,
    Threads,
    Tier,
    Weights,
    make_constraints,
    make_method,
)

__all__ = ["plan"]


def plan(  # noqa: PLR0917 - typer makes options of the parameters
    data: TableName,
    score: ScoreName = "bic",
    ess: Ess = None,
    method: MethodName = "auto",
    restarts: Restarts = None,
    selection: SelectionName = "auto",
    max_parents: MaxParents = None,
    require: Require = None,
    forbid: Forbid = None,
    tier: Tier = None,
    time: Seconds = 60,
    memory: Memory = None,
    threads: Threads = None,
    header: Header = None,
    discretize: Discretize = None,
    bins: Bins = None,
    target: Target = None,
    missing: Missing = "error",
    weights: Weights = None,
    exclude: Exclude = None,
    max_states: MaxStates = 256,
) -> None:
    """Say what learn would choose with the same options, and estimate time and memory."""
    table = read_table(
        data,
        header=header,
        weights=weights,
        missing=missing,
        max_states=max_states,
        exclude=exclude,
        discretize=discretize,
        bins=bins,
        target=target,
    )
    planned = dw.plan(
        table,
        score=resolve_score_option(score, ess),
        method=make_method(method, restarts=restarts),
        selection=selection,
        constraints=make_constraints(require, forbid, tier, max_parents),
        time_limit=time,
        memory_limit=memory,
        threads=threads,
    )
    standard_output().print(Text(planned.explain()))
    for note in table.notes:
        standard_output().print(Text(f"Note: {note}."))
