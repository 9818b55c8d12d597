"""Parameters: what they refuse, and the tables that are made of them."""

import math
import re
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pytest
from parameter_tables import PAGES, with_tables

import dagwright as dw
from dagwright.parameters import Parameters, parameter, parameters_of


@dataclass(frozen=True)
class Climb(Parameters):
    """Climbs.

    Examples
    --------
    None.
    """

    number: int = parameter(1, at_least=1, help="How many.")
    limit: int | None = parameter(None, at_least=0, at_most=9, help="At most.")
    share: float = parameter(0.5, at_least=0, at_most=1, help="Of all.")
    level: float = parameter(0.5, above=0, below=1, help="Of a test.")
    size: float = parameter(1.0, above=0, at_most=math.inf, help="Of a step.")
    word: Literal["up", "down"] | None = parameter("up", help="Where to.")
    eager: bool = parameter(False, help="Whether to hurry.")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("number", 0, "give a whole number from 1"),
        ("number", None, "give a whole number from 1"),
        ("number", True, "give a whole number from 1"),
        ("number", 1.0, "give a whole number from 1"),
        ("number", 2**63, r"give a whole number from 1 to 2\^63 - 1"),
        ("limit", 10, "give a whole number from 0 to 9, or None"),
        ("share", 1.5, "give a number from 0 to 1"),
        ("share", math.nan, "give a number from 0 to 1"),
        ("share", "1", "give a number from 0 to 1"),
        ("level", 1, "give a number between 0 and 1"),
        ("size", 0, "give a number above 0"),
        ("size", -math.inf, "give a number above 0"),
        ("word", "left", "give one of 'up', 'down', or None"),
        ("word", np.array(["up", "up"]), "give one of 'up', 'down', or None"),
        ("eager", 1, "give True or False"),
    ],
)
def test_a_value_out_of_range_is_refused_with_the_range(name, value, words):
    with pytest.raises(dw.DagwrightError, match=rf"Climb\({name}=.*\): {words}$"):
        Climb(**{name: value})


def test_what_is_in_range_is_kept():
    made = Climb(2**63 - 1, 9, 1, 0.1, math.inf, None, True)
    assert (made.number, made.limit, made.share, made.size) == (2**63 - 1, 9, 1, math.inf)


def test_the_docstring_lists_the_parameters_before_the_examples():
    doc = Climb.__doc__
    assert doc.index("    Parameters\n    ----------\n    number\n        How many.") > 0
    assert doc.index("Whether to hurry.") < doc.index("Examples")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_tables_of_a_page_say_what_the_classes_declare(path):
    page = path.read_text(encoding="utf-8")
    assert page == with_tables(page), "python tests/support/parameter_tables.py writes them"


def test_every_method_and_selection_with_parameters_is_in_a_table():
    pages = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    marked = set(re.findall(r"\w+", " ".join(re.findall(r"<!-- parameters of (.*) -->", pages))))
    kinds = [*dw.METHODS.values(), *dw.SELECTIONS.values(), dw.ExactOptions]
    assert {kind.__name__ for kind in kinds if parameters_of(kind)} <= marked
