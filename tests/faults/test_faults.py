"""A sample of the faults of `make faults`: an error of ours or a valid result, and whole files."""

import pytest
from faults.campaign import CASES, every_k, few_k, struck_runs


@pytest.mark.parametrize(("name", "kind"), CASES)  # of the core: in a Checked build only
def test_a_fault_ends_in_an_error_of_ours_or_in_a_valid_result(name, kind):
    assert struck_runs(name, kind, few_k()) > 0


def test_a_search_ends_although_the_solver_never_answers_again():
    """A node with one set for each child was opened again and again: only the solver closed it."""
    assert struck_runs("solve ilp", "solver: always error", every_k()) > 4
