"""Every method answers as it did before, bit by bit; `tools/freeze_golden.py` says what is frozen.

A commit that changes the frozen files does nothing else, and says why they change.
"""

import pytest
from golden_results import METHODS, answers, make_problems, path_of, read_frozen, to_the_end

every_method = pytest.mark.parametrize("method", METHODS)


@pytest.fixture(scope="module")
def problems():
    return make_problems()


@pytest.fixture(scope="module")
def with_portable_kernels():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAGWRIGHT_CPU", "baseline")
        problems = make_problems()
        for problem in problems:
            assert problem.sets.n_variables >= 8  # found with these kernels
        yield problems


@every_method
def test_every_answer_is_the_frozen_one(problems, method):
    frozen = read_frozen(method)
    assert list(frozen) == [problem.name for problem in problems]
    for problem in problems:
        found = answers(method, problem)
        # Network by network, so that a difference says which.
        assert found["networks"] == frozen[problem.name]["networks"], problem.name
        for name, run in found["runs"].items():
            assert run == frozen[problem.name]["runs"][name], (problem.name, name)
        assert found["runs"].keys() == frozen[problem.name]["runs"].keys()


@every_method
def test_two_threads_give_the_same_answers(problems, method):
    frozen = read_frozen(method)
    for problem in problems:
        found = to_the_end(answers(method, problem, threads=2, stops=()), counters=False)
        assert found == to_the_end(frozen[problem.name], counters=False), problem.name


@every_method
def test_portable_kernels_give_the_same_answers(with_portable_kernels, method):
    frozen = read_frozen(method)
    for problem in with_portable_kernels:
        found = to_the_end(answers(method, problem, stops=()))
        assert found == to_the_end(frozen[problem.name]), problem.name


def test_every_method_is_frozen_and_nothing_else():
    folder = path_of("minobs").parent
    assert sorted(path.stem for path in folder.glob("*.json")) == sorted(METHODS)
