"""How decisions about a table are written as properties."""

import json
import re

import pytest

from dagwright.data.columns.recipe import ColumnRecipe, Recipe
from dagwright.network.formats.properties import read_properties, recipe_of, recipe_properties

ASCII = "".join(map(chr, range(1, 128)))
WORDS = "variable probability Variable avariableb vvariable p robability PROBABILITY v;ariable"


@pytest.mark.parametrize("text", [ASCII, WORDS, "\u00e4\u20ac\U0001f600", 'it\'s "quoted"', "%76"])
def test_only_safe_characters_are_written_and_all_come_back(text):
    recipe = Recipe((ColumnRecipe("a", "category", "keep", states=["x", text], reason=text),))
    of_network, of_variable = recipe_properties(recipe, ["a"])
    for line in [*of_network, *of_variable["a"]]:
        name, _, value = line.partition(" = ")
        assert re.fullmatch(r"dagwright_\d+", name)
        assert re.fullmatch(r"[A-Za-z0-9\[\]',:.+_()%-]*", value)
        assert not re.search("variable|probability", value, re.IGNORECASE)
    back = recipe_of(read_properties(of_network, 1), {"a": read_properties(of_variable["a"], 1)})
    assert back == recipe


def test_the_network_has_the_names_of_variables_and_the_decisions_about_other_columns():
    left_out = ColumnRecipe("id", "identifier", "leave out")
    recipe = Recipe((ColumnRecipe("a", "category", "keep"), left_out))
    (line,), _ = recipe_properties(recipe, ["a"])
    plain = json.loads(
        line.partition(" = ")[2]
        .replace("'", '"')
        .replace("%20", " ")
        .replace("%7B", "{")
        .replace("%7D", "}")
    )
    assert plain["columns"] == [
        "a",
        {"name": "id", "kind": "identifier", "treatment": "leave out"},
    ]
