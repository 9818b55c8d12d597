"""`learn` and `plan` do what they did when their results were frozen."""

import json

import pytest
from golden_learn import CASES, FROZEN

EXPECTED = json.loads(FROZEN.read_text(encoding="ascii"))


def test_every_case_is_frozen():
    assert EXPECTED.keys() == CASES.keys()


@pytest.mark.parametrize("name", CASES)
def test_results_are_those_that_were_frozen(name):
    assert CASES[name].record() == EXPECTED[name]
