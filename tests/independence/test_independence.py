import naive_independence as naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2
from strategies import datasets, make_dataset

import dagwright as dw
from dagwright import _core
from dagwright.running.control import force_stop_at_check


@given(datasets(), st.data(), st.sampled_from(["occurring", "effective"]))
def test_a_test_is_that_of_the_definition(data, draw, rule):
    order = draw.draw(st.permutations(range(data.n_variables)))
    if len(order) < 2:
        return
    x, y, *others = order
    conditions = others[: draw.draw(st.integers(0, len(others)))]
    names = data.names
    given = [names[v] for v in conditions]
    found = dw.independence_test(data, names[x], names[y], given, degrees=rule)
    statistic, degrees, p_value = naive.g_test(data.codes, x, y, conditions, data.weights, rule)
    assert found.statistic == pytest.approx(statistic, abs=1e-8)
    assert found.degrees == degrees
    assert found.p_value == pytest.approx(p_value, abs=1e-9)


@pytest.mark.parametrize("degrees", [1, 2, 3, 7, 40, 1000, 30_000])
def test_p_values_are_those_of_scipy(degrees):
    for share in (0.0, 0.01, 0.5, 0.9, 1.0, 1.1, 2.0, 10.0):
        statistic = share * degrees
        got = _core.log_chi_square_survival(statistic, degrees)
        expected = chi2.logsf(statistic, degrees)
        if np.isfinite(expected):
            assert got == pytest.approx(expected, rel=1e-9, abs=1e-12)
        else:  # scipy takes the logarithm last
            assert -statistic < got < -700


def test_log_p_values_tell_extreme_associations_apart():
    rng = np.random.default_rng(0)
    a = rng.integers(0, 2, 5000)
    noise = [np.where(rng.random(5000) < share, 1 - a, a) for share in (0.01, 0.02)]
    data = make_dataset([a, *noise], [2, 2, 2])
    strong, weak = (dw.independence_test(data, "v0", name) for name in ("v1", "v2"))
    assert strong.p_value == weak.p_value == 0.0
    assert strong.log_p_value < weak.log_p_value < -700


def test_mutual_information_is_that_of_the_definition():
    data = dw.load_network("asia").sample(500, seed=3)
    matrix = dw.mutual_information(data, threads=2)
    assert np.array_equal(matrix, matrix.T)
    for i, x in enumerate(data.names):
        for j, y in enumerate(data.names):
            if i != j:
                test = dw.independence_test(data, x, y)
                assert matrix[i, j] == pytest.approx(test.statistic / (2 * data.n_rows))
    counts = np.bincount(data.codes[0]) / data.n_rows
    assert matrix[0, 0] == pytest.approx(-(counts * np.log(counts)).sum())


@pytest.mark.parametrize("seed", range(6))
def test_mmpc_is_that_of_the_definition(seed):
    rng = np.random.default_rng(seed)
    n, rows = 6, 400
    codes = [rng.integers(0, 2, rows)]
    for v in range(1, n):
        parents = [codes[p] for p in rng.choice(v, min(v, 2), replace=False)]
        codes.append((sum(parents) + (rng.random(rows) < 0.2)) % 3)
    data = make_dataset([c.astype(np.uint8) for c in codes], [3] * n)
    rules = {"alpha": [0.05, 0.01][seed % 2], "rows_per_cell": [0, 1.5, 5][seed % 3]}
    expected = naive.mmpc(codes, arities=[3] * n, **rules)
    found = dw.mmpc(data, threads=1 + seed % 2, **rules)
    assert [{data.names.index(v) for v in found[name]} for name in data.names] == expected
    one = dw.mmpc(data, target="v2", **rules)
    assert one == found["v2"]


def four_states(rows):
    """A target that three variables follow in 3 rows of 4, each in others; all have 4 states."""
    row = np.arange(rows)
    target = (row * 7 + row // 4) % 4
    followers = [np.where((row + 5 * k) % 4 == 0, (target + 1 + k) % 4, target) for k in range(3)]
    return make_dataset([target, *followers], [4] * 4)


def test_a_set_with_too_few_rows_separates_nobody():
    # 100 rows: a pair has 16 cells (80 rows needed); with a condition it has 64 (320). So only
    # pairs can be tested, and each variable keeps all on which it depends.
    data = four_states(100)
    dependent = {
        x: tuple(
            y for y in data.names if y != x and dw.independence_test(data, x, y).p_value < 0.05
        )
        for x in data.names
    }
    assert dependent["v0"] == ("v1", "v2", "v3")
    assert dw.mmpc(data) == dependent
    assert not dw.independence_test(data, "v0", "v1", ["v2"]).reliable


def test_a_pair_with_too_few_rows_counts_as_independent():
    data = four_states(79)
    assert not dw.independence_test(data, "v0", "v1").reliable
    assert dw.mmpc(data) == dict.fromkeys(data.names, ())
    assert dw.mmpc(data, rows_per_cell=79 / 16)["v0"] == ("v1", "v2", "v3")


def test_a_set_with_rows_enough_separates():
    # v2 copies v1, which copies v0, each with noise of its own: 2 x 2 x 2 cells need 40 rows.
    rng = np.random.default_rng(3)
    chain = [rng.integers(0, 2, 2000)]
    for _ in range(2):
        chain.append(np.where(rng.random(2000) < 0.2, 1 - chain[-1], chain[-1]))
    data = make_dataset(chain, [2] * 3)
    assert dw.mmpc(data)["v0"] == ("v1",)
    assert dw.mmpc(data, rows_per_cell=251)["v0"] == ("v1", "v2")  # 251 * 8 > 2000


def test_sets_that_allow_no_test_are_not_visited():
    # 21 copies with noise, 100 rows: only pairs can be tested, among 2^20 subsets of neighbours.
    rng = np.random.default_rng(0)
    base = rng.integers(0, 4, 100)
    copies = [np.where(rng.random(100) < 0.1, rng.integers(0, 4, 100), base) for _ in range(21)]
    data = make_dataset(copies, [4] * 21)
    with force_stop_at_check(5000):
        found = dw.mmpc(data, target="v0", symmetric=False)
    assert len(found) == 20


@pytest.mark.parametrize(
    ("network", "shares"), [("alarm", (0.67, 0.80, 0.86)), ("insurance", (0.56, 0.57, 0.62))]
)
def test_few_rows_keep_most_neighbours(network, shares):
    # What Tsamardinos et al.'s rule gives on samples of 100, 500 and 1000 rows. A set with too few
    # rows that counts as independence leaves half of it at 100 rows.
    truth = dw.load_network(network)
    pairs = {frozenset(edge) for edge in truth.dag.edges}
    for rows, share in zip((100, 500, 1000), shares, strict=True):
        recall = []
        for seed in range(6):
            near = dw.mmpc(truth.sample(rows, seed=seed))
            found = {frozenset((x, y)) for x in near for y in near[x]}
            recall.append(len(found & pairs) / len(pairs))
        assert np.mean(recall) == pytest.approx(share, abs=0.06)


def test_without_the_symmetry_correction_there_may_be_more():
    data = dw.load_network("asia").sample(300, seed=1)
    both = dw.mmpc(data)
    one_sided = dw.mmpc(data, symmetric=False)
    for name in data.names:
        assert set(both[name]) <= set(one_sided[name])
        assert both[name] == tuple(v for v in one_sided[name] if name in one_sided[v])


def test_conditioning_on_nothing_keeps_every_dependent_variable():
    data = dw.load_network("asia").sample(1000, seed=1)
    found = dw.mmpc(data, max_given=0)
    for name in data.names:
        tests = {v: dw.independence_test(data, name, v) for v in data.names if v != name}
        assert set(found[name]) == {v for v, t in tests.items() if t.p_value <= 0.05}


def test_constant_columns_have_no_neighbours():
    data = make_dataset([[0, 1] * 20, [0, 1] * 20, [0] * 40], [2, 2, 1])
    assert dw.mmpc(data) == {"v0": ("v1",), "v1": ("v0",), "v2": ()}


def test_half_a_search_is_an_error_and_no_answer():
    data = dw.load_network("asia").sample(1000, seed=1)
    for check in (1, 5, 20):
        with force_stop_at_check(check), pytest.raises(dw.DagwrightError, match="before it was"):
            dw.mmpc(data)
    with pytest.raises(dw.DagwrightError, match="time"):
        dw.mmpc(data, time_limit=0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda d: dw.mmpc(d, alpha=0), "alpha=0"),
        (lambda d: dw.mmpc(d, alpha=1.5), "alpha=1.5"),
        (lambda d: dw.mmpc(d, max_given=-1), "max_given=-1"),
        (lambda d: dw.mmpc(d, target="nowhere"), "nowhere"),
        (lambda d: dw.mmpc(d, rows_per_cell=-1), "rows_per_cell=-1"),
        (lambda d: dw.mmpc(d, degrees="all"), "degrees='all'"),
        (lambda d: dw.mmpc(d, symmetric=1), "symmetric=1"),
        (lambda d: dw.independence_test(d, "v0", "v1", rows_per_cell="5"), "rows_per_cell='5'"),
        (lambda d: dw.independence_test(d, "v0", "v0"), "different variables"),
        (lambda d: dw.independence_test(d, "v0", "v1", ["v1"]), "different variables"),
        (lambda d: dw.independence_test(d, "v0", "v1", "v2"), "list of names"),
        (lambda d: dw.independence_test(d, "v0", "nowhere"), "nowhere"),
    ],
)
def test_mistakes_are_named(call, message):
    with pytest.raises(dw.DagwrightError, match=message):
        call(make_dataset([[0, 1], [0, 1], [0, 1]], [2, 2, 2]))
