"""What cells spell numbers."""

from __future__ import annotations

import numpy as np
import pytest

from dagwright._core import are_dates, parse_numbers


@pytest.mark.parametrize(
    ("decimal", "cell", "value"),
    [
        (".", "1.5", 1.5),
        (".", "-1e3", -1000),
        (".", "1,234.5", 1234.5),
        (".", "1\u00a0234\u00a0567", 1234567),
        (".", "1'234", 1234),
        (".", "\u22125", -5),
        (".", "$5", 5),
        (".", "5 €", 5),
        (".", "12 %", 12),
        (".", "007", 7),
        (".", "-inf", -np.inf),
        (",", "3,14", 3.14),
        (",", "1.234,5", 1234.5),
        (",", "1.234", 1234),
        (".", "(103.33)", -103.33),
        (".", "($1,234.50)", -1234.5),
        (".", "103.33-", -103.33),
        (",", "103,33-", -103.33),
        (".", "103.33 CR", -103.33),
        (".", "103 CR", -103),
        (".", "103.33 cr", -103.33),
        (".", "103.33 DR", 103.33),
    ],
)
def test_numbers_as_people_write_them(decimal, cell, value):
    assert parse_numbers([cell], decimal).tolist() == [value]


def test_everything_else_is_not_a_number():
    words = ["", "-", "NA", "1,2", "2020-01-01", "12:30", "$5%", "nan", "0x1", "1e", "x1", "\ud800"]
    assert np.isnan(parse_numbers(words)).all()
    assert np.isnan(parse_numbers(["(5", "(-5)", "-5-", "(inf)", "inf-", "5 cr", "CR", "()"])).all()
    assert np.isnan(parse_numbers(["51.26e307", "-1e999", "9" * 400])).all()
    assert np.isnan(parse_numbers(["1.5", "01.02.2003"], ",")).all()
    with pytest.raises(ValueError, match="decimal mark"):
        parse_numbers(["1"], ";")
    with pytest.raises(TypeError):
        parse_numbers([1])


def test_dates_are_recognised():
    assert are_dates(["2020-01-31", "1/2/1999", "12:30", "5 May 2020"]).all()
    assert not are_dates(["2020", "3.14", "may be", "10-20", ""]).any()
