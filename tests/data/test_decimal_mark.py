"""Decimal marks and thousands: decided, said, and overruled."""

from __future__ import annotations

import pytest
from tests.support.raw import raw

import dagwright as dw
from dagwright.data.text.decimal_mark import ambiguous_number, guess_decimal

MIXED = ["21", "904", "1.048", "420.488", "77", "2.100", "560"]


def test_points_beside_small_whole_numbers_only_separate_thousands():
    assert guess_decimal([MIXED]) == ","
    assert guess_decimal([[*MIXED, "1200"]]) == "."
    assert guess_decimal([[*MIXED, "3.14"]]) == "."
    assert guess_decimal([["1.048", "2.100", "420.488"]]) == "."
    assert guess_decimal([MIXED], comma_separates=True) == "."


def test_numbers_that_can_be_read_either_way_are_named():
    assert ambiguous_number([["1,089", "2,114"], ["x", "y"]]) == "1,089"
    assert ambiguous_number([["1,089", "2,11"]]) is None
    assert ambiguous_number([["0.123"]]) is None
    assert ambiguous_number([["12", "x"]]) is None


def test_a_note_says_how_they_were_read_and_the_user_can_overrule_it():
    text = "a;b\n" + "".join(f"15.{i}91;x\n" for i in range(10, 99))
    table = raw(text)
    assert table.decimal == "."
    text = "a;b\n" + "".join(f"15.{i};x\n" for i in range(110, 999))
    table = raw(text)
    assert "15.110 was read as 15.11 (otherwise: decimal=',')" in table.notes
    assert raw(text, decimal=",").decimal == ","
    assert not any("was read as" in note for note in raw(text, decimal=",").notes)


def test_other_marks_are_refused():
    with pytest.raises(dw.DataError, match="decimal='x': give"):
        dw.TableOptions(decimal="x")
