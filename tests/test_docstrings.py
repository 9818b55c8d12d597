"""The examples in docstrings are true, and every public name has one."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import dagwright

CONSTANTS = {"METHODS", "SCORES", "SELECTIONS", "__version__"}
COMPILED = "dagwright._core"

MODULES = [
    "dagwright",
    *(
        module.name
        for module in pkgutil.walk_packages(dagwright.__path__, "dagwright.")
        if module.name != COMPILED
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module_hold(name):
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} has no docstring"
    report = []
    runner = doctest.DocTestRunner(verbose=False)
    for example in doctest.DocTestFinder().find(module):
        runner.run(example, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


@pytest.mark.parametrize("name", sorted(set(dagwright.__all__) - CONSTANTS))
def test_a_public_name_has_a_docstring_with_an_example(name):
    documented = inspect.getdoc(getattr(dagwright, name))
    assert documented
    assert ">>> " in documented, f"the docstring of {name} has no example"


def test_public_names_are_distinct_and_exist():
    names = dagwright.__all__
    assert len(set(names)) == len(names)
    assert all(hasattr(dagwright, name) for name in names)
