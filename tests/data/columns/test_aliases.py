"""Columns that say the same."""

import numpy as np
import pytest
from raw_columns import decided, floats, shuffled, some_numbers, text

from dagwright.data.columns.aliases import find_aliases
from dagwright.data.raw import Coded

CLASSES = shuffled([1, 2, 3] * 30)
NAMES = [["First", "Second", "Third"][number - 1] for number in CLASSES]
PRICES = [number / 8 for number in some_numbers(90, 100, 900)]


def aliases(table, **words):
    return {n: c.same_as for n, c in decided(table, **words).columns.items() if c.same_as}


def test_the_first_of_columns_that_determine_each_other_is_used():
    found = decided({"pclass": CLASSES, "class": NAMES, "price": PRICES})
    assert [*found.used] == ["pclass", "price"]
    column = found.columns["class"]
    assert (column.treatment.value, column.kind.value) == ("same as another", "category")
    assert (column.same_as, column.reason) == ("pclass", "the same as 'pclass' under other names")


def test_one_row_that_differs_is_enough():
    other = "First" if NAMES[0] == "Third" else "Third"
    assert not aliases({"pclass": CLASSES, "class": [other, *NAMES[1:]]})


def test_a_column_that_only_follows_from_another_is_not_the_same():
    assert not aliases({"pclass": CLASSES, "rich": [number == 1 for number in CLASSES]})


def test_several_columns_are_attached_to_the_first():
    columns = {"a": CLASSES, "b": NAMES, "c": [name[:1] for name in NAMES]}
    assert aliases(columns) == {"b": "a", "c": "a"}


def test_holes_have_to_agree():
    first = ["", *map(str, CLASSES[1:])]
    assert aliases({"a": first, "b": ["NA", *NAMES[1:]]}) == {"b": "a"}
    assert not aliases({"a": first, "b": NAMES})


@pytest.mark.parametrize("change", [lambda x: 2.2 * x, lambda x: -x, lambda x: np.log(x) + 1])
def test_numbers_are_the_same_if_they_rise_and_fall_together(change):
    copies = [float(change(price)) for price in PRICES]
    assert aliases({"price": PRICES, "copy": copies}) == {"copy": "price"}


def test_numbers_that_only_determine_each_other_are_not():
    order = dict(zip(sorted(set(PRICES)), shuffled(sorted(set(PRICES))), strict=True))
    assert not aliases({"price": PRICES, "code": [order[price] for price in PRICES]})


def test_numbers_that_are_rounded_are_not():
    assert not aliases({"price": PRICES, "round": [round(price / 10, 1) for price in PRICES]})


def test_two_columns_of_all_different_values_prove_nothing():
    first, second = np.random.default_rng(1).normal(size=(2, 90)).tolist()
    assert not aliases({"a": first, "b": second})


def test_agreement_in_a_handful_of_rows_proves_nothing():
    assert not aliases({"a": ["x", "y"] * 4, "b": ["u", "v"] * 4})
    assert not aliases({"a": [1.5, 2.5, 3.5, 4.5, 5.5, 6.5], "b": [1.1, 2.1, 3.1, 4.1, 5.1, 6.1]})


def test_nor_do_two_rare_events_at_the_same_time():
    rare = ["no"] * 199 + ["yes"]
    assert not aliases({"a": rare, "b": [word.upper() for word in rare]})


def test_constants_are_not_the_same():
    assert not aliases({"a": ["x"] * 60, "b": ["y"] * 60})


def test_declared_states_can_be_the_same_too():
    declared = Coded(("1st", "2nd", "3rd"), np.array(CLASSES, dtype=np.uint8) - 1, declared=True)
    assert aliases({"pclass": text([*map(str, CLASSES)]), "class": declared}) == {"class": "pclass"}


def test_the_user_can_keep_both():
    columns = {"pclass": CLASSES, "class": NAMES}
    assert not aliases(columns, keep="class")
    assert not aliases(columns, category="class")
    assert not aliases(columns, columns=["pclass", "class"])
    assert aliases(columns, keep="pclass") == {"class": "pclass"}
    assert decided(columns, keep="class").columns["class"].decided_by == "user"


def test_a_column_left_out_is_no_first():
    assert not aliases({"pclass": CLASSES, "class": NAMES}, exclude="pclass")


def test_many_columns_are_compared_in_linear_time():
    columns = {
        f"g{i}": floats(row)
        for i, row in enumerate(np.random.default_rng(1).normal(size=(2000, 40)))
    }
    columns["copy"] = floats(columns["g1234"].values * 3)
    assert aliases(columns) == {"copy": "g1234"}


def test_columns_of_many_and_of_few_declared_states_can_say_the_same():
    codes = np.random.default_rng(1).integers(3, size=300)
    missing = codes == 2
    few = Coded(("a", "b", "c"), codes.astype(np.uint8))
    many = Coded(tuple(map(str, range(400))), (codes + 290).astype(np.uint16), declared=True)
    holes = Coded(("x", "y"), np.where(missing, 0, codes).astype(np.uint8), missing)
    turned = Coded(("b", "c", "a"), ((codes + 2) % 3).astype(np.uint8))
    other = Coded(("a", "b", "c"), codes[::-1].astype(np.uint8))
    found = find_aliases(
        {"few": few, "many": many, "holes": holes, "turned": turned, "other": other}
    )
    assert found == {"many": "few", "holes": "few", "turned": "few"}
