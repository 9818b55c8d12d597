"""Dates and times."""

import pytest
from raw_columns import column, some_numbers, verdict

from dagwright.data.columns.dates import is_date, is_span_of_years


@pytest.mark.parametrize(
    "label",
    [
        "2014-05-03", "2014-7-1", "3/1/22", "03.05.2014", "12/31/1999", "2014/05/03 12:30",
        "1846-12-29T00:00:00Z", "03/1995", "1995-03", "2014Q1", "Q3 2014", "5 March 2014",
        "March 5, 2014", "Mar-14", "12-Jan-99", "Mon, 3 Feb 2014", "12:30", "4:05 PM", "23:59:59.5",
    ],
)  # fmt: skip
def test_dates_and_times(label):
    assert is_date(label)


@pytest.mark.parametrize(
    "label", ["2014", "March", "Monday", "12/40/1999", "1.5", "3-4", "a/b", "May I?", "1/2", ""]
)
def test_what_is_not_a_date(label):
    assert not is_date(label)


def test_spans_of_years():
    assert all(map(is_span_of_years, ["1995 - 1998", "2010/11", "1985 & 1989", "1999-present"]))
    assert not any(map(is_span_of_years, ["18-24", "1995", "12 - 15"]))


def test_dates_are_left_out_however_often_they_come_back():
    cells = ["2014-05-03", "2014-06-03", "2014-07-03"] * 30
    assert verdict(cells) == ("date", "leave out")
    assert column(cells).reason == "dates such as 2014-05-03"


def test_a_few_other_cells_do_not_matter():
    assert verdict([*[f"2014-05-{day:02}" for day in range(1, 29)], "soon"]) == (
        "date",
        "leave out",
    )
    assert verdict([*["2014-05-03", "2014-05-04"] * 9, *["soon", "later"] * 9])[0] == "category"


def test_whole_numbers_that_are_all_days_or_months_are_dates():
    days = [20140000 + 100 * month + day for month in (1, 2, 3) for day in range(1, 29)]
    assert verdict(days * 2) == ("date", "leave out")
    months = [100 * year + month for year in range(1990, 1994) for month in range(1, 13)]
    assert verdict(months * 2) == ("date", "leave out")


def test_numbers_of_that_size_with_other_endings_are_numbers():
    assert verdict(some_numbers(200, 180_000, 210_000)) == ("number", "cut")


def test_years_are_numbers():
    assert verdict([*range(1950, 2010)]) == ("number", "cut")
