"""Names of the package that have moved into modules of their own."""

import pytest

import dagwright
from dagwright.moved import MOVED


@pytest.mark.parametrize("name", MOVED)
def test_a_name_that_has_moved_still_works_and_says_where_it_is(name):
    with pytest.warns(DeprecationWarning, match=f"write dagwright.{MOVED[name]}.{name}"):
        old = getattr(dagwright, name)
    assert old is getattr(getattr(dagwright, MOVED[name]), name)


def test_every_name_of_these_modules_has_moved_there():
    now = {
        (each, place) for place in set(MOVED.values()) for each in getattr(dagwright, place).__all__
    }
    assert now == set(MOVED.items())


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'dagwright' has no attribute 'Nothing'"):
        dagwright.Nothing  # noqa: B018 - reading it is what fails
