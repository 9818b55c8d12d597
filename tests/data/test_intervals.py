"""Labels of intervals."""

import re

from hypothesis import given
from hypothesis import strategies as st

from dagwright.data.intervals import interval_labels


def test_labels_are_words():
    assert interval_labels([42, 66]) == ("below_42", "from_42_to_66", "from_66")
    assert interval_labels([-3.5]) == ("below_minus_3.5", "from_minus_3.5")
    assert interval_labels([1e-7, 2e9]) == ("below_1e-7", "from_1e-7_to_2e9", "from_2e9")
    assert interval_labels([0.00001, 2_500_000]) == (
        "below_0.00001",
        "from_0.00001_to_2500000",
        "from_2500000",
    )
    assert interval_labels([]) == ("all",)


def test_long_numbers_are_shortened_but_not_their_whole_part():
    assert interval_labels([5 / 3]) == ("below_1.667", "from_1.667")
    assert interval_labels([-0.0, 123456.789]) == ("below_0", "from_0_to_123457", "from_123457")


def test_cuts_that_are_close_get_more_digits():
    assert interval_labels([0.1234567, 0.1234568])[1] == "from_0.1234567_to_0.1234568"


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), unique=True))
def test_labels_are_distinct_and_plain(cuts):
    labels = interval_labels(sorted({cut + 0.0 for cut in cuts}))
    assert len(set(labels)) == len(labels)
    assert all(re.fullmatch(r"[a-z0-9_.\-]+", label) for label in labels)
