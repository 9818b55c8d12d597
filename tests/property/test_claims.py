"""Every claim of a result against all networks that it is about: a thousand random problems.

`make nightly` tries 100 000, `make explore` new ones without end. To replay one:
PYTHONPATH=tests/support .venv/bin/python -m claims --case K
"""

import pytest
from amount import scaled
from claims.cases import KINDS, REFUSED, check
from claims.choices import MAKERS
from claims.run import REPLAY, in_small

import dagwright as dw
from dagwright import _core

CASES, CHUNK = 1000, 50
# All of them, except for a core with assertions and sanitizers, which is many times slower.
TRIED = scaled(CASES) if _core.checked else CASES


@pytest.mark.parametrize("first", range(0, TRIED, CHUNK))
def test_no_claim_is_refuted_by_any_network(first):
    answers = {number: check(number) for number in range(first, first + CHUNK)}
    refused = [number for number, wrong in answers.items() if wrong == [REFUSED]]
    found = [number for number, wrong in answers.items() if wrong and number not in refused]
    for number in found:
        print(f"case {number}: {REPLAY.format(number)}", *answers[number], sep="\n")
    assert not found, in_small(found[:1])
    assert len(refused) < CHUNK / 4


def test_every_method_is_among_the_cases():
    assert set(MAKERS) == set(dw.METHODS)
    # Each kind of case gets to every method within a thousand cases.
    assert len(MAKERS) + 1 < CASES / len(KINDS)
