"""What several sub-commands take: tables, scores."""

from __future__ import annotations

import dagwright as dw

__all__ = ["EXAMPLE", "read_table", "resolve_score_option"]

EXAMPLE = "example:"
"""What an embedded table or network is called instead of a file."""


def read_table(
    data: str,
    *,
    header: bool | None = None,
    weights: str | None = None,
    missing: str = "error",
    max_states: int = 256,
    exclude: list[str] | None = None,
    discretize: str | None = None,
    bins: int | None = None,
    target: str | None = None,
) -> dw.Dataset:
    """Return an embedded example or the table of a file; `max_states` 0 means no limit."""
    if discretize is None and (bins is not None or target is not None):
        raise dw.DagwrightError("--bins and --target belong to --discretize: name a method")
    cutter = None if discretize is None else dw.Discretizer(discretize, bins, target)
    if data.startswith(EXAMPLE):
        table = dw.load_dataset(data[len(EXAMPLE) :])
        return dw.Dataset.from_frame(table, exclude=exclude or (), discretize=cutter)
    return dw.read_data(
        data,
        header=header,
        weights=weights,
        missing=missing,
        discretize=cutter,
        exclude=exclude or (),
        max_states=max_states or None,
    )


def resolve_score_option(name: str, ess: float | None) -> dw.BDeu | str:
    """Return the score that --score and --ess stand for."""
    if ess is None:
        return name
    if name.lower() != dw.BDeu.name:
        raise dw.DagwrightError(f"--ess belongs to --score bdeu, not to {name}")
    return dw.BDeu(ess=ess)
