"""Columns of weights."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.raw import raw

import dagwright as dw
from dagwright.data.frame import frame_table
from dagwright.data.problems import MissingError
from dagwright.data.weights import check_weights, column_weights


def weights(text, **words):
    table = raw(text, **words)
    return column_weights("w", table.columns["w"], table.decimal)


def test_weights_are_numbers_however_they_are_written():
    assert weights("w;b\n1;x\n2,0;y\n1.000;y\n2,5;y\n").tolist() == [1, 2, 1000, 2.5]
    many = "w,b\n" + "".join(f"{i},x\n" for i in range(5000))
    assert np.array_equal(weights(many), np.arange(5000))
    coded = frame_table({"w": [1, 3, 1]}).columns["w"]
    assert column_weights("w", coded).tolist() == [1, 3, 1]


@pytest.mark.parametrize("hole", ["", "NA"])
@pytest.mark.parametrize("n", [3, 6000])
def test_missing_weights_are_counted(hole, n):
    text = "w,b\n" + "".join(f"{hole if i == 2 else i},x\n" for i in range(n))
    with pytest.raises(MissingError) as problem:
        weights(text)
    assert problem.value.count == 1


@pytest.mark.parametrize("n", [3, 6000])
def test_words_are_not_weights(n):
    text = "w,b\n" + "".join(f"{'much' if i == 2 else i},x\n" for i in range(n))
    with pytest.raises(dw.DataError, match="column 'w' holds no weights: 'much' is not a number"):
        weights(text, header=True)
    words = "w,b\n" + "".join(f"much{i},x\n" for i in range(n))
    with pytest.raises(dw.DataError, match="column 'w' holds no weights: 'much"):
        weights(words)


def test_fractional_weights_are_refused_with_what_to_do():
    with pytest.raises(dw.DataError, match=r"weight 0\.5 of row 1 .*survey.*with replacement"):
        check_weights([1.0, 0.5], 2)
    with pytest.raises(dw.DataError, match="weights are counts of rows: whole numbers"):
        check_weights([1.0, 1e300], 2)
    assert check_weights([1.0, 2.0], 2).tolist() == [1, 2]
