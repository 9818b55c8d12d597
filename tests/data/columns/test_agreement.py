"""Decisions depend on what is in the cells, not on their order or on who read them."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from raw_columns import decided, floats, integers, text

WORDS = st.sampled_from(
    ["yes", "no", "Yes", "NA", "", "?", "-", "7", "<5", "2014-05-03", "a b c d e"]
)
WHOLE = st.integers(-20, 400)


def content(found):
    """Return what was decided, to be compared."""
    return found.columns, [*found.used], found.warnings


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(WORDS, WORDS, WHOLE, st.sampled_from([1, 2, 2.5])), min_size=2), st.randoms()
)
def test_the_order_of_rows_does_not_matter(rows, random):
    # Every row twice, so that no number runs with the rows.
    rows = [*rows, *rows]
    table = dict(zip("abcd", map(list, zip(*rows, strict=True)), strict=True))
    order = random.sample(range(len(rows)), len(rows))
    turned = {name: [cells[i] for i in order] for name, cells in table.items()}
    first, second = decided(table), decided(turned)
    assert content(first) == content(second)
    for name, column in first.used.items():
        if hasattr(column, "codes"):
            assert column.states == second.used[name].states
            assert column.codes[order].tolist() == second.used[name].codes.tolist()
        else:
            assert np.array_equal(column.values[order], second.used[name].values, equal_nan=True)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(WHOLE, st.integers(0, 3), st.integers(10**14, 10**18)), min_size=2))
def test_integers_are_decided_alike_as_text_as_integers_and_as_floats(rows):
    cells = dict(zip("abc", map(list, zip(*rows, strict=True)), strict=True))
    as_text = decided({name: text([*map(str, c)]) for name, c in cells.items()})
    typed = decided({name: integers(c) for name, c in cells.items()})
    assert content(as_text) == content(typed)
    del cells["c"]  # too long for floats
    as_text = decided({name: text([*map(str, c)]) for name, c in cells.items()})
    as_floats = decided({name: floats(c) for name, c in cells.items()})
    assert content(as_text) == content(as_floats)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.floats(-1e6, 1e6, allow_nan=False).map(lambda x: round(x, 2)), min_size=2))
def test_decimals_are_decided_alike_as_text_and_as_floats(values):
    as_text = decided({"a": text([*map(repr, values)])})
    assert content(as_text) == content(decided({"a": floats(values)}))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(*[WORDS | st.text(max_size=4)] * 3), min_size=1, max_size=40))
def test_every_table_gets_a_decision_and_values_that_fit_it(rows):
    table = dict(zip("abc", map(list, zip(*rows, strict=True)), strict=True))
    found = decided(table)
    assert [*found.columns] == [*table]
    assert [*found.used] == [name for name, column in found.columns.items() if column.is_used]
    for name, values in found.used.items():
        assert values.n_missing == found.columns[name].n_missing
        if hasattr(values, "codes"):
            assert len(values.states) == found.columns[name].n_values
            assert values.codes.max() < max(1, len(values.states))
