"""Forward sampling: exact in distribution, the same for any number of threads."""

from __future__ import annotations

import numpy as np
import pytest

import dagwright as dw


def test_the_same_seed_gives_the_same_rows_for_any_number_of_threads():
    net = dw.load_network("insurance")
    one = net.sample(20_001, seed=5, threads=1)
    assert net.sample(20_001, seed=5, threads=3) == one
    assert net.sample(20_001, seed=6, threads=1) != one


def test_a_short_sample_is_the_beginning_of_a_long_one():
    net = dw.load_network("asia")
    short, long = net.sample(5000, seed=2), net.sample(9000, seed=2)
    for few, many in zip(short.codes, long.codes, strict=True):
        assert np.array_equal(few, many[:5000])


def test_rows_are_the_same_on_every_machine():
    # Of the first release; a change of it is a change that users must hear of.
    data = dw.load_network("alarm").sample(10_000, seed=42)
    assert data.fingerprint == "12913b2b0163f7c971b6fa6750576872"


def test_frequencies_agree_with_exact_marginals():
    net = dw.load_network("asia")
    joint = joint_distribution(net)
    n = 200_000
    data = net.sample(n, seed=1)
    place = [data.names.index(name) for name in net.names]
    seen = np.zeros(joint.shape)
    np.add.at(seen, tuple(data.codes[i] for i in place), 1)
    assert not seen[joint == 0].any()
    expected = n * joint[joint > 0]
    chi_square = np.sum((seen[joint > 0] - expected) ** 2 / np.maximum(expected, 1))
    freedom = np.count_nonzero(joint) - 1
    assert abs(chi_square - freedom) < 6 * np.sqrt(2 * freedom)


def joint_distribution(net):
    """Multiply everything out: axes in the order of the names."""
    letters = {name: chr(ord("a") + i) for i, name in enumerate(net.names)}
    terms = ["".join(letters[m] for m in (*net.dag.parents(name), name)) for name in net.names]
    expression = ",".join(terms) + "->" + "".join(letters.values())
    return np.einsum(expression, *(net.cpts[name] for name in net.names))


def test_impossible_states_are_never_drawn_and_large_arities_work():
    wide = np.zeros(300)
    wide[[0, 7, 298]] = [0.25, 0.5, 0.25]
    net = dw.BayesianNetwork(
        dw.Dag(["wide", "copy", "one"], [("wide", "copy")]),
        {"wide": list(range(300)), "copy": list(range(300)), "one": ["only"]},
        {"wide": wide, "copy": np.eye(300), "one": [1.0]},
    )
    data = net.sample(20_000, seed=9)
    assert set(np.unique(data.codes[0])) == {0, 7, 298}
    assert np.array_equal(data.codes[0], data.codes[1])
    assert data.codes[0].dtype == np.uint16
    assert not data.codes[2].any()
    assert data.arities == (300, 300, 1)


def test_rows_that_add_up_to_a_little_less_than_one_do_no_harm():
    net = dw.BayesianNetwork(dw.Dag(["a"], []), {"a": [0, 1]}, {"a": [0.99995, 0.0]})
    assert not net.sample(100_000).codes[0].any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n is 0"),
        ({"n": 1.5}, "whole number"),
        ({"n": 10, "seed": -1}, "seed is -1"),
        ({"n": 10, "threads": 0}, "threads=0"),
    ],
)
def test_numbers_out_of_range_are_refused(arguments, message):
    with pytest.raises(dw.DagwrightError, match=message):
        dw.load_network("asia").sample(**arguments)
