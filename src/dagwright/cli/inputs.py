"""What several sub-commands take: tables, scores."""

from __future__ import annotations

import dagwright as dw

__all__ = ["read_table", "resolve_score_option"]

_EXAMPLE = "example:"


def read_table(data: str, header: bool | None) -> dw.Dataset:
    """Return the table of a file, or an embedded example such as example:wdbc."""
    if data.startswith(_EXAMPLE):
        return dw.load_dataset(data[len(_EXAMPLE) :])
    return dw.read_data(data, header=header)


def resolve_score_option(name: str, ess: float | None) -> dw.BDeu | str:
    """Return the score that --score and --ess stand for."""
    if ess is None:
        return name
    if name.lower() != dw.BDeu.name:
        raise dw.DagwrightError(f"--ess belongs to --score bdeu, not to {name}")
    return dw.BDeu(ess=ess)
