"""What is known of candidate parent sets besides the sets: their origin and coverage."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright.constraints import Constraints
from dagwright.errors import DagwrightError
from dagwright.scores import SCORES, CustomScore, Score

__all__ = ["Facts", "PerChild", "facts_from_json", "make_facts"]

PerChild: TypeAlias = Mapping[str, float] | Sequence[float] | npt.NDArray[Any]
"""A number for each variable: by name, or in the order of the names."""


@dataclass(frozen=True)
class Facts:
    """Origin and coverage of the sets; per-child arrays are in the order of the names."""

    score: Score | CustomScore | None
    rows: int | None
    fingerprint: str | None
    complete_size: npt.NDArray[np.float64]
    unseen_bound: npt.NDArray[np.float64]
    evaluations: npt.NDArray[np.int64] | None
    notes: tuple[str, ...]
    pruned: bool | None
    constraints: Constraints
    """What the sets respect, so that a proof about them is one about such networks only."""

    def of_all_sets(self) -> Facts:
        """Return the facts of lists of the same origin that miss nothing."""
        n = len(self.complete_size)
        everything, nothing = np.full(n, math.inf), np.full(n, -math.inf)
        return replace(
            self,
            complete_size=everything,
            unseen_bound=nothing,
            evaluations=None,
            notes=(),
            pruned=True,
        )

    def to_json(self) -> dict[str, Any]:
        """Return what a file keeps; a score that is the user's function is left out."""
        return {
            "score": _score_to_json(self.score),
            "rows": self.rows,
            "fingerprint": self.fingerprint,
            "complete_size": [_number_to_json(value) for value in self.complete_size.tolist()],
            "unseen_bound": [_number_to_json(value) for value in self.unseen_bound.tolist()],
            "evaluations": None if self.evaluations is None else self.evaluations.tolist(),
            "notes": list(self.notes),
            "pruned": self.pruned,
            "constraints": self.constraints.to_json(),
        }


def make_facts(
    names: Sequence[str],
    *,
    score: Score | CustomScore | None = None,
    rows: int | None = None,
    fingerprint: str | None = None,
    complete_size: PerChild | None = None,
    unseen_bound: PerChild | None = None,
    evaluations: PerChild | None = None,
    notes: Sequence[str] = (),
    pruned: bool | None = None,
    constraints: Constraints | None = None,
) -> Facts:
    """Check and complete what is known.

    Unless told, nothing but the smallest set of each list is known to be covered, and sets that
    are not covered may score anything.
    """
    if rows is not None and (isinstance(rows, bool) or not isinstance(rows, int) or rows < 1):
        raise DagwrightError(f"rows is {rows!r}: give a whole number from 1, or None")
    if fingerprint is not None and not isinstance(fingerprint, str):
        raise DagwrightError(f"fingerprint is {fingerprint!r}: give a string, or None")
    if isinstance(notes, str) or not all(isinstance(note, str) for note in notes):
        raise DagwrightError(f"notes is {notes!r}: give a list of strings")
    if pruned not in (True, False, None):
        raise DagwrightError(f"pruned is {pruned!r}: give True, False or None")
    sizes = _per_child("complete_size", complete_size, names, 0.0)
    if np.any(sizes < 0) or np.any((sizes != np.floor(sizes)) & np.isfinite(sizes)):
        raise DagwrightError("complete_size must be whole numbers from 0, or inf")
    default = np.where(np.isinf(sizes), -math.inf, math.inf)
    bounds = _per_child("unseen_bound", unseen_bound, names, default)
    counts = None
    if evaluations is not None:
        values = _per_child("evaluations", evaluations, names, 0.0)
        if not np.isfinite(values).all() or np.any(values < 0) or np.any(values >= 2.0**63):
            raise DagwrightError("evaluations must be whole numbers from 0")
        counts = values.astype(np.int64)
        counts.flags.writeable = False
    respected = (constraints or Constraints()).resolve(names)
    return Facts(score, rows, fingerprint, sizes, bounds, counts, tuple(notes), pruned, respected)


def _per_child(
    what: str,
    values: PerChild | None,
    names: Sequence[str],
    default: float | npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    array: npt.NDArray[np.float64]
    if values is None:
        array = np.broadcast_to(np.asarray(default, np.float64), len(names)).copy()
    else:
        if isinstance(values, Mapping):
            unknown = [name for name in names if name not in values]
            if unknown:
                raise DagwrightError(f"{what} says nothing of {unknown[0]!r}")
            values = [values[name] for name in names]
        try:
            array = np.array(values, np.float64)
        except (TypeError, ValueError):
            raise DagwrightError(f"{what} must be numbers, one per variable") from None
        if array.shape != (len(names),):
            raise DagwrightError(f"{what} must be {len(names)} numbers, one per variable")
        if np.isnan(array).any():
            raise DagwrightError(f"{what} must not be NaN")
    array.flags.writeable = False
    return array


def _number_to_json(value: float) -> float | str:
    # JSON has no infinity.
    return value if math.isfinite(value) else str(value)


def _score_to_json(score: Score | CustomScore | None) -> dict[str, Any] | None:
    if not isinstance(score, Score) or score.name not in SCORES or not is_dataclass(score):
        return None
    return {"name": score.name, **{f.name: getattr(score, f.name) for f in fields(score)}}


def facts_from_json(names: Sequence[str], content: Mapping[str, Any]) -> Facts:
    """Undo `Facts.to_json`; raises DagwrightError, TypeError, ValueError or KeyError."""
    known: dict[str, Any] = {field.name: content.get(field.name) for field in fields(Facts)}
    known["score"] = score_from_json(known["score"])
    known["notes"] = known["notes"] or ()
    known["constraints"] = Constraints.from_json(known["constraints"] or {})
    for key in ("complete_size", "unseen_bound"):
        if known[key] is not None:
            known[key] = [float(value) for value in known[key]]
    return make_facts(names, **known)


def score_from_json(content: Mapping[str, Any] | None) -> Score | None:
    """Return the score that `Facts.to_json` described, None if there is no such score here."""
    if content is None or content.get("name") not in SCORES:
        return None
    return SCORES[content["name"]](**{key: content[key] for key in content if key != "name"})
