"""What of a column could mislead and is only pointed out: nothing is changed for it."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from dagwright.data.columns.few_labels import remembered
from dagwright.data.columns.numbers import say
from dagwright.data.columns.values import Numbers

__all__ = ["spelling_variants", "suspicious_numbers"]

_STAND_INS = frozenset(
    (-9, -99, -999, -9999, 9, 99, 999, 9999, 99999, -8, -88, -888, 88, 888, 8888)
)
_SHOWN = 3


@remembered
def spelling_variants(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Return warnings of labels that differ only in capitals or blanks."""
    alike = defaultdict(list)
    for label in labels:
        alike[" ".join(label.casefold().split())].append(label)
    groups = [" and ".join(map(repr, same)) for _, same in sorted(alike.items()) if len(same) > 1]
    if not groups:
        return ()
    more = f" and {len(groups) - _SHOWN} more" if len(groups) > _SHOWN else ""
    return (f"spelled in several ways: {', '.join(groups[:_SHOWN])}{more}",)


def suspicious_numbers(numbers: Numbers) -> list[str]:
    """Return warnings of numbers such as 999 or -9 that may stand for a missing value.

    Such a number is isolated: farther from all others than they are from each other.
    """
    if numbers.n_values is None or numbers.n_values < 3 or not numbers.whole:
        return []
    found = []
    for place, number in ((0, numbers.low), (-1, numbers.high)):
        if number not in _STAND_INS:
            continue
        distinct, counts = numbers.coding[0], numbers.counts
        others = distinct[1:] if place == 0 else distinct[:-1]
        gap = np.abs(others - number).min()
        if counts[place] > 1 and gap > others[-1] - others[0]:
            found.append(
                f"{say(number)} ({counts[place]} cells) lies far from the other numbers: if it "
                f"means missing, say so (missing_values=)"
            )
    return found
