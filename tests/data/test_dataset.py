"""The immutable coded table itself."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import dagwright as dw


def small(weights=None):
    return dw.Dataset(["a", "b"], [["no", "yes"], [0, 1, 5]], [[0, 1, 1], [2, 0, 1]], weights)


def test_reports_its_shape_names_and_arities():
    data = small()
    assert (data.n_rows, data.n_variables) == (3, 2)
    assert data.names == ("a", "b")
    assert data.states == (("no", "yes"), (0, 1, 5))
    assert data.arities == (2, 3)


def test_without_weights_the_total_weight_is_the_number_of_rows():
    assert small().weights is None
    assert small().total_weight == 3


def test_with_weights_keeps_the_number_of_rows_and_sums_the_weights():
    data = small([0, 5, 2])
    assert data.n_rows == 3
    assert data.total_weight == 7
    assert data.weights.dtype == np.int64


def test_whole_float_weights_become_integers():
    assert small(np.array([1.0, 2.0, 0.0])).weights.tolist() == [1, 2, 0]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, -1, 1], "weight -1 of row 1 is negative"),
        ([1, 0.5, 1], r"weight 0.5 of row 1 is not a whole number"),
        ([1, 1, float("nan")], "weight nan of row 2 is not a whole number"),
        ([1, 1, None], "weight nan of row 2 is not a whole number"),
        ([1, 1, 1e300], "weight 1e.300 of row 2 is not a whole number"),
        ([1, 1], "weights of shape 2 for 3 rows"),
        (3, "weights of shape a single value for 3 rows"),
        ([0, 0, 0], "all weights are zero"),
        (["x", "y", "z"], "not numbers"),
        ([1, "x", None], "not all numbers"),
        ([2**62, 2**62, 1], "more than can be counted"),
        ([[1], [1, 2], 1], "not a list of numbers"),
    ],
)
def test_bad_weights_are_refused_with_the_reason(weights, message):
    with pytest.raises(dw.DataError, match=message):
        small(weights)


@pytest.mark.parametrize(
    ("arity", "dtype"),
    [(1, np.uint8), (256, np.uint8), (257, np.uint16), (65536, np.uint16), (65537, np.uint32)],
)
def test_codes_take_the_narrowest_type_for_the_arity(arity, dtype):
    data = dw.Dataset(["a"], [range(arity)], [[0, arity - 1]])
    assert data.codes[0].dtype == dtype
    assert data.codes[0].tolist() == [0, arity - 1]


def test_codes_and_weights_are_read_only():
    data = small([1, 1, 1])
    for array in (*data.codes, data.weights):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_changing_the_array_it_was_made_from_changes_nothing():
    source = np.array([0, 1, 1], dtype=np.uint8)
    data = dw.Dataset(["a"], [["x", "y"]], [source])
    source[0] = 1
    assert data.codes[0].tolist() == [0, 1, 1]


def test_strided_codes_become_contiguous():
    table = np.array([[0, 1], [1, 0]], dtype=np.uint8)
    data = dw.Dataset(["a"], [["x", "y"]], [table[:, 0]])
    assert data.codes[0].flags.c_contiguous


@pytest.mark.parametrize("name", ["names", "weights", "_codes", "anything"])
def test_attributes_cannot_be_set(name):
    with pytest.raises(AttributeError):
        setattr(small(), name, None)


def test_a_constant_column_is_accepted():
    assert dw.Dataset(["a"], [["only"]], [[0, 0]]).arities == (1,)


def test_states_that_no_row_has_count_in_the_arity():
    assert dw.Dataset(["a"], [["x", "y", "z"]], [[0, 0]]).arities == (3,)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], [], []), "no columns"),
        ((["a"], [["x"]], [[]]), "no rows"),
        ((["a", "b", "a"], [["x"]] * 3, [[0]] * 3), "several columns are called 'a'"),
        (([""], [["x"]], [[0]]), "name of variable 0 is ''"),
        (([3], [["x"]], [[0]]), "name of variable 0 is 3"),
        (("ab", [["x"]] * 2, [[0]] * 2), "not the single string"),
        ((["a", "b"], [["x"]], [[0]]), "2 names, 1 lists of states and 1 columns"),
        ((["a", "b"], [["x"]] * 2, [[0], [0, 0]]), "'b' has 2 rows where 'a' has 1"),
        ((["a"], [["x", "y"]], [[0, 2]]), "codes of variable 'a' run from 0 to 2"),
        ((["a"], [["x", "y"]], [[0, -1]]), "codes of variable 'a' run from -1 to 0"),
        ((["a"], [["x", "y"]], [[0.0, 1.0]]), "codes of variable 'a' must be a list of integers"),
        ((["a"], [["x", "x"]], [[0, 1]]), "states of variable 'a' occur more than once: 'x'"),
        ((["a"], [["x", 1.5]], [[0, 1]]), "state 1.5 of variable 'a'"),
    ],
)
def test_parts_that_do_not_fit_are_refused_with_the_variable_named(arguments, message):
    with pytest.raises(dw.DataError, match=message):
        dw.Dataset(*arguments)


def test_equal_tables_are_equal_and_hash_alike():
    assert small() == small()
    assert hash(small()) == hash(small())


@pytest.mark.parametrize(
    "other",
    [
        small([1, 1, 1]),
        dw.Dataset(["a", "c"], [["no", "yes"], [0, 1, 5]], [[0, 1, 1], [2, 0, 1]]),
        dw.Dataset(["a", "b"], [["no", "Yes"], [0, 1, 5]], [[0, 1, 1], [2, 0, 1]]),
        dw.Dataset(["a", "b"], [["no", "yes"], [False, True, 5]], [[0, 1, 1], [2, 0, 1]]),
        dw.Dataset(["a", "b"], [["no", "yes"], ["0", "1", "5"]], [[0, 1, 1], [2, 0, 1]]),
        dw.Dataset(["a", "b"], [["no", "yes"], [0, 1, 5]], [[0, 1, 1], [2, 1, 1]]),
        "a dataset",
    ],
)
def test_any_difference_makes_tables_unequal(other):
    assert small() != other


def test_the_fingerprint_is_the_same_in_another_process():
    code = (
        "import dagwright as dw; print(dw.Dataset(['a', 'b'], [['no', 'yes'], [0, 1, 5]],"
        "[[0, 1, 1], [2, 0, 1]]).fingerprint)"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == small().fingerprint


@pytest.mark.parametrize("again", [lambda d: pickle.loads(pickle.dumps(d)), copy.deepcopy])
def test_copies_are_equal_and_still_read_only(again):
    data = again(small([1, 2, 3]))
    assert data == small([1, 2, 3])
    assert not any(array.flags.writeable for array in (*data.codes, data.weights))


def test_select_keeps_columns_in_the_order_asked_and_the_weights():
    data = small([1, 2, 3]).select(["b"])
    assert data == dw.Dataset(["b"], [[0, 1, 5]], [[2, 0, 1]], [1, 2, 3])
    assert small().select(["b", "a"]).names == ("b", "a")


def test_select_names_the_variables_it_does_not_know():
    with pytest.raises(dw.DataError, match="no variable 'z' in this table: there are 'a'"):
        small().select(["a", "z"])


def test_the_representation_is_one_short_line():
    assert repr(small()) == "Dataset(3 rows, 2 variables: a[2], b[3])"
    assert repr(small([1, 0, 8]).select(["a"])) == (
        "Dataset(3 rows of total weight 9, 1 variable: a[2])"
    )
    wide = dw.Dataset([f"v{j}" for j in range(9)], [["x"]] * 9, [[0]] * 9)
    assert repr(wide).endswith("v5[1], ...)")
    assert repr(wide).startswith("Dataset(1 row, 9 variables")
