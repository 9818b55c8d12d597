"""A column that arrives in batches."""

from __future__ import annotations

import numpy as np

from dagwright.data.encode import Codes, Label, code_dtype
from dagwright.data.problems import UnusableError
from dagwright.data.raw import Coded, Mask, Real

__all__ = ["GrowingColumn"]


class GrowingColumn:
    """Collects the batches of one column; each is kept as codes, or as numbers where they are many.

    Parameters
    ----------
    max_labels : int, optional
        Integers of more different values than this are kept as numbers; other labels of more are
        refused at once, for they cannot become states.
    """

    def __init__(self, max_labels: int | None) -> None:
        self._max_labels = max_labels
        self._code_of: dict[Label, int] = {}
        self._declared = False
        self._batches: list[Coded | Real] = []
        self._real = False

    def add(self, batch: Coded | Real) -> None:
        """Append a batch."""
        if isinstance(batch, Coded) and not self._real:
            batch = self._recoded(batch)
        if isinstance(batch, Coded) and self._real:
            batch = self._as_real(batch)
        if isinstance(batch, Real) and not self._real:
            self._real = True
            self._batches = [self._as_real(earlier) for earlier in self._batches]
        self._batches.append(batch)

    def result(self) -> Coded | Real:
        """Return the whole column; states that were not declared are in ascending order."""
        if self._real:
            values = [batch.values for batch in self._batches if isinstance(batch, Real)]
            whole = Real(np.concatenate(values))
            return whole.as_coded() or whole
        labels = list(self._code_of)
        states = tuple(labels) if self._declared else tuple(sorted(labels))
        rank = {state: code for code, state in enumerate(states)}
        ranks = np.array([rank[label] for label in labels] or [0], dtype=code_dtype(len(states)))
        coded = [batch for batch in self._batches if isinstance(batch, Coded)]
        codes: Codes = np.concatenate([ranks[batch.codes] for batch in coded])
        missing = None
        if any(batch.missing is not None for batch in coded):
            missing = np.concatenate([_mask(batch) for batch in coded])
        return Coded(states, codes, missing, self._declared)

    def _recoded(self, batch: Coded) -> Coded | Real:
        for state in batch.states:
            self._code_of.setdefault(state, len(self._code_of))
        self._declared = self._declared or batch.declared
        if self._max_labels is not None and len(self._code_of) > self._max_labels:
            if not batch.has_integers():
                raise UnusableError(
                    f"more than {self._max_labels} different values: if they are identifiers, "
                    "dates or free text leave it out (exclude=), or allow them (max_states=)"
                )
            return batch.as_real()
        table = [self._code_of[state] for state in batch.states] or [0]
        codes = np.array(table, dtype=code_dtype(len(self._code_of)))[batch.codes]
        return Coded(tuple(self._code_of), codes, batch.missing, batch.declared)

    def _as_real(self, batch: Coded | Real) -> Real:
        if isinstance(batch, Real):
            return batch
        if batch.n_missing == len(batch.codes):
            return Real(np.full(len(batch.codes), np.nan))
        return batch.as_real()


def _mask(batch: Coded) -> Mask:
    if batch.missing is None:
        return np.zeros(len(batch.codes), dtype=bool)
    return batch.missing
