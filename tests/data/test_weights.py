"""Columns of weights."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.raw import raw

import dagwright as dw
from dagwright.data.frame import frame_table
from dagwright.data.weights import check_weights, take_weights


def weights(table):
    take_weights(table, "w")
    assert "w" not in table.columns
    return table.weights


def test_weights_are_numbers_however_they_are_written():
    assert weights(raw("w;b\n1;x\n2,0;y\n1.000;y\n3,0;y\n")).tolist() == [1, 2, 1000, 3]
    many = "w,b\n" + "".join(f"{i},x\n" for i in range(5000))
    assert np.array_equal(weights(raw(many)), np.arange(5000))
    assert weights(frame_table({"w": [1, 3, 1]})).tolist() == [1, 3, 1]


@pytest.mark.parametrize("hole", ["", "NA", "much"])
@pytest.mark.parametrize("n", [3, 6000])
def test_what_is_not_a_number_is_named_with_its_line(hole, n):
    text = "w,b\n" + "".join(f"{hole if i == 2 else i},x\n" for i in range(n))
    with pytest.raises(
        dw.DataError, match=f"'w' holds no weights: '{hole}' is not a number in line 4"
    ):
        weights(raw(text, header=True))


def test_a_null_of_a_frame_is_named_with_its_row():
    with pytest.raises(dw.DataError, match="'w' holds no weights: there is none in row 1"):
        weights(frame_table({"w": [1, None, 2]}))


def test_text_is_not_weights():
    words = "w,b\n" + "".join(f"much{i},x\n" for i in range(9))
    with pytest.raises(
        dw.DataError, match="'w' holds no weights: 'much0' is not a number in line 2"
    ):
        weights(raw(words))


def test_fractional_weights_are_refused_with_what_to_do():
    with pytest.raises(dw.DataError, match=r"weight 0\.5 of row 1 .*survey.*with replacement"):
        check_weights([1.0, 0.5], 2)
    with pytest.raises(dw.DataError, match="weights are counts of rows: whole numbers"):
        check_weights([1.0, 1e300], 2)
    assert check_weights([1.0, 2.0], 2).tolist() == [1, 2]
