"""What in a table could mislead readers of the network: the one home of these rules."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from dagwright.data.encode import Label

__all__ = ["dropped_rows_warning", "table_warnings"]

_FEW_ROWS = 50
"""Below, even strong dependences and chance look alike."""

# An edge between a column of r states and a binary one costs (r - 1) ln(N) / 2 under BIC, whichever
# way it points, and gains N times their mutual information. Two evenly distributed binary columns
# that agree in 85 % of all rows share 0.27 nats, which is strong where one does not merely repeat
# the other. If even that does not pay, a missing edge says nothing. Above about 15 rows this
# limit is stricter than the rule of thumb of 5 rows per state, which so needs no rule of its own.
_STRONG_DEPENDENCE = 0.27

_MOST_NUMBERS = 15
"""Numbers of more states are measured rather than named: neighbouring values should share rows."""

_NAMED = 5


def table_warnings(
    names: Sequence[str], states: Sequence[Sequence[Label]], total_weight: int
) -> tuple[str, ...]:
    """Return what the sizes of a table give reason to warn of; `total_weight` counts its rows."""
    found = []
    if total_weight < _FEW_ROWS:
        rows = "row" if total_weight == 1 else "rows"
        found.append(
            f"only {total_weight} {rows}: with fewer than {_FEW_ROWS}, neither an edge nor its "
            "absence says much"
        )
    arities = {name: len(labels) for name, labels in zip(names, states, strict=True)}
    wide = {name: r for name, r in arities.items() if _cannot_pay(r, total_weight)}
    if wide:
        found.append(
            f"with {total_weight:,} rows hardly any edge can pay for the states of {_sized(wide)}, "
            "so a missing edge says nothing there: merge states, cut numbers into intervals, or "
            "leave the column out"
        )
    numbers = {
        name: arities[name]
        for name, labels in zip(names, states, strict=True)
        if name not in wide
        and len(labels) > _MOST_NUMBERS
        and all(type(label) is int for label in labels)
    }
    if numbers:
        found.append(
            f"each number is a state of its own in {_sized(numbers)}, which makes edges expensive "
            f"with {total_weight:,} rows: cut them into intervals (number=)"
        )
    return tuple(found)


def dropped_rows_warning(dropped: int, n_rows: int, missing: Mapping[str, int]) -> str:
    """Return how many of the rows are left, and which columns cost the others."""
    most_first = sorted(missing.items(), key=lambda item: -item[1])
    where = _listed([f"{count:,} in {name!r}" for name, count in most_first])
    verbs = "has missing values and was" if dropped == 1 else "have missing values and were"
    return (
        f"{n_rows - dropped:,} of {n_rows:,} rows used: {dropped:,} ({_percent(dropped, n_rows)}) "
        f"{verbs} dropped ({where})"
    )


def _cannot_pay(arity: int, total_weight: int) -> bool:
    return (arity - 1) * math.log(total_weight) / 2 > _STRONG_DEPENDENCE * total_weight


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2g} %" if part * 100 < whole else f"{100 * part / whole:.0f} %"


def _sized(arities: Mapping[str, int]) -> str:
    return _listed([f"{name!r} ({arity:,} states)" for name, arity in arities.items()])


def _listed(words: Sequence[str]) -> str:
    more = f" and {len(words) - _NAMED:,} more" if len(words) > _NAMED else ""
    return ", ".join(words[:_NAMED]) + more
