"""What a list says of the sets that are not in it."""

import math

import pytest

import dagwright as dw


@pytest.mark.parametrize("rows", [1, 40], ids=["constant", "varying"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_list_is_complete_when_all_candidates_are_required(rows, threads):
    # Nothing is left to add, although the limit of the number of parents is reached as well.
    columns = {name: [(row >> bit) & 1 for row in range(rows)] for bit, name in enumerate("abc")}
    sets = dw.find_parent_sets(
        dw.LocalScores(dw.Dataset.from_frame(columns, as_is=True), "aic"),
        dw.Sequential(),
        constraints=dw.Constraints(required=[("a", "c"), ("b", "c")], max_parents=2),
        threads=threads,
    )
    assert sets.complete_size["c"] == math.inf
    assert sets.unseen_bound["c"] == -math.inf
