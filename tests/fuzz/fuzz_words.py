"""Words of the command line. The first byte chooses what they are: names, labels, edges, tiers."""

from __future__ import annotations

import dagwright as dw
from dagwright.cli.constraint_options import ConstraintTexts
from dagwright.cli.lists import (
    match_names,
    possible_names,
    possible_owners,
    split_assignment,
    split_labels,
)

NAMES = ("a", "b", "a,b", "c, d", " e ", "x=y", "p->q")
SEEDS = [
    b"\0a,b,c, d",
    b"\0 e ,a,,unknown",
    b'\1no, yes,"yes, but"',
    b"\2x=y=1,2",
    b"\2age=30,60",
    b"\3a->b",
    b"\3 p->q -> e ",
    b"\4a,b",
]


def target(content: bytes) -> None:
    """Split the rest of the input: names that are in it, or a clear error."""
    if not content:
        return
    text = content[1:].decode("utf-8", "surrogateescape")  # as Python decodes arguments
    kind = content[0] % 5
    try:
        if kind == 0:
            found = match_names([text], NAMES)
            assert all(name and name in text for name in found)
            assert set(found) & set(NAMES) <= set(possible_names([text]))
        elif kind == 1:
            split_labels(text)
        elif kind == 2:
            name, value = split_assignment(text, NAMES)
            assert value in text
            assert name is None or name in possible_owners(text)
        elif kind == 3:
            texts = ConstraintTexts(require=[text], forbid=[text[::-1]])
            texts.read().about(NAMES).resolve(NAMES)
        else:
            texts = ConstraintTexts(tier=[text], root=[text], leaf=[text], forbid_within=True)
            texts.read().about(NAMES).resolve(NAMES)
    except dw.DagwrightError:
        return
