"""How much of a test is run: a share, as the examples are the same ones every time.

`make nightly` sets DAGWRIGHT_EXAMPLES to 1, and `make checked` to 0.1: a build with sanitizers is
many times slower.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")
SHARE = float(os.environ.get("DAGWRIGHT_EXAMPLES", "0.4"))
KILLS = int(os.environ.get("DAGWRIGHT_KILLS", "3"))
"""How often each search is killed; `make nightly` sets it to 100."""


def scaled(count: int) -> int:
    """Return the share of this number of examples, one at least."""
    return max(1, round(count * SHARE))


def some(items: Sequence[Item]) -> list[Item]:
    """Return the share of these items, evenly spread from the first on."""
    count = scaled(len(items))
    return [items[i * len(items) // count] for i in range(count)]
