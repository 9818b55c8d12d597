"""Errors carry what cures them, and speak of parameters in one way."""

import pickle
import re

import pytest
from messages import library_texts, public_parameters

import dagwright as dw
from dagwright.errors import located

TABLE = {"ID": list(range(300)), "note": [f"n{i}" for i in range(300)], "wet": [0, 1] * 150}

# Words with an underscore cannot be anything but names, and must be marked.
NAMES = sorted(name for name in public_parameters() if "_" in name.strip("_"))
BARE = re.compile(rf"(?<![\w'\"`.-])(?:{'|'.join(NAMES)})\b(?!\s*=)")
FILLED = re.compile(r"\{[^{}]*\}")
# Files of decisions and names of functions; the last two are Python's alone.
EXEMPT = ("data/columns/recipe_toml.py", "evaluate/kl_term.py")


def test_the_remedy_ends_the_text_as_a_call():
    error = dw.DataError("too many states", remedy={"exclude": ["ID", "Datum"]})
    assert str(error) == "too many states; try exclude=['ID', 'Datum']"
    assert error.message == "too many states"


def test_an_error_without_remedy_is_its_message():
    assert str(dw.ResourceError("no room")) == "no room"
    assert dw.ResourceError("no room").remedy == {}


def test_errors_travel_between_processes_with_their_remedy():
    error = pickle.loads(pickle.dumps(dw.DataError("no", remedy={"missing": "drop"})))
    assert (str(error), error.remedy) == ("no; try missing='drop'", {"missing": "drop"})


def test_a_place_stands_before_every_line_and_the_remedy_stays():
    found = located(dw.DagwrightError("one\ntwo", remedy={"header": True}), "a.csv", dw.DataError)
    assert isinstance(found, dw.DataError)
    assert found.message == "a.csv: one\na.csv: two"
    assert found.remedy == {"header": True}


def test_columns_of_too_many_states_are_named_in_one_sentence():
    table = {**TABLE, "more": [f"m{i}" for i in range(300)]}
    with pytest.raises(dw.DataError) as caught:
        dw.Dataset.from_frame(table, as_is=True, max_states=100, exclude="ID")
    assert str(caught.value) == (
        "columns 'note' and 'more' hold more than 100 different values: leave them out (exclude=) "
        "if they hold identifiers, dates or free text, or allow them (max_states=); "
        "try exclude=['ID', 'note', 'more']"
    )


def test_a_remedy_cures():
    with pytest.raises(dw.DataError) as caught:
        dw.Dataset.from_frame(TABLE, exclude=["id", "NOTE"])
    assert caught.value.message.count("\n") == 1
    assert caught.value.remedy == {"exclude": ["ID", "note"]}
    assert dw.Dataset.from_frame(TABLE, **caught.value.remedy).names == ("wet",)


def test_messages_mark_every_parameter_that_they_name():
    texts = [(place, text) for place, text in library_texts() if " " in text]
    bare = {
        place: text
        for place, text in texts
        if BARE.search(FILLED.sub("{}", text)) and not place.startswith(EXEMPT)
    }
    assert len(texts) > 1000
    assert not bare


def test_the_library_does_not_speak_of_options():
    allowed = ("dagwright info FILE", "pass this file as --like")
    spoken = {
        place: text
        for place, text in library_texts()
        if re.search(r"(?<![\w<!-])--[a-z]", text) and not any(each in text for each in allowed)
    }
    assert not spoken


@pytest.mark.parametrize(
    ("graph", "text"),
    [
        (dw.Dag(["a"], []), "<Dag: 1 variable, 0 edges>"),
        (dw.Dag(["a", "b"], [("a", "b")]), "<Dag: 2 variables, 1 edge>"),
        (
            dw.Dag(["a", "b"], [("a", "b")]).cpdag(),
            "<Cpdag: 2 variables, 0 directed and 1 undirected edge>",
        ),
    ],
)
def test_one_is_not_several(graph, text):
    assert repr(graph) == text
