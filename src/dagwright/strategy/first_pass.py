"""One greedy pass over the variables: a network before anything else has had time to finish."""

from __future__ import annotations

import numpy as np

from dagwright.constraints import Constraints
from dagwright.graph import Dag
from dagwright.running import Control
from dagwright.scores import LocalScores

__all__ = ["first_pass"]


def first_pass(scores: LocalScores, constraints: Constraints, control: Control) -> Dag:
    """Give each variable the best single parent that closes no cycle, as far as time allows.

    All pairs are scored, which every search begins with; but a search that is stopped while it
    scores them has found nothing yet, and this pass has.

    Parameters
    ----------
    scores
        Where scores come from.
    constraints
        What the network must respect.
    control
        Asked whether to stop after each variable, and while a long table is counted.
    """
    names = scores.names
    index = {name: position for position, name in enumerate(names)}
    parents: list[list[int]] = [[] for _ in names]
    for required, owner in constraints.required:
        parents[index[owner]].append(index[required])
    limit = len(names) if constraints.max_parents is None else constraints.max_parents
    for child in range(len(names)):
        if control.should_stop():
            break
        if len(parents[child]) < limit:
            best = _best_parent(scores, constraints, child, parents, control)
            parents[child] += [] if best is None else [best]
    return Dag.from_parents(names, parents)


def _best_parent(
    scores: LocalScores,
    constraints: Constraints,
    child: int,
    parents: list[list[int]],
    control: Control,
) -> int | None:
    names, present = scores.names, parents[child]
    others = [v for v in range(len(parents)) if v != child and v not in present]
    if not others:
        return None
    # If the run has to end, those that were scored until then have to do.
    scored = scores.oracle.score_additions_until(child, present, others, control.core)
    values = np.asarray(scored)
    better = np.flatnonzero(values > scores.oracle.score(child, present))
    for position in better[np.argsort(-values[better], kind="stable")]:
        parent = others[int(position)]
        forbidden = constraints.forbids(names[parent], names[child])
        if not forbidden and not _descends(parent, child, parents):
            return parent
    return None


def _descends(variable: int, ancestor: int, parents: list[list[int]]) -> bool:
    """Tell whether a variable is a descendant of another one."""
    open_, seen = [variable], {variable}
    while open_:
        for parent in parents[open_.pop()]:
            if parent == ancestor:
                return True
            if parent not in seen:
                seen.add(parent)
                open_.append(parent)
    return False
