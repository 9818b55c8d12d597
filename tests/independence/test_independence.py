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


@given(datasets(), st.data())
def test_a_test_is_that_of_the_definition(data, draw):
    order = draw.draw(st.permutations(range(data.n_variables)))
    if len(order) < 2:
        return
    x, y, *others = order
    conditions = others[: draw.draw(st.integers(0, len(others)))]
    names = data.names
    found = dw.independence_test(data, names[x], names[y], [names[v] for v in conditions])
    statistic, degrees, p_value = naive.g_test(data.codes, x, y, conditions, data.weights)
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
    alpha = [0.05, 0.01][seed % 2]
    expected = naive.mmpc(codes, alpha)
    found = dw.mmpc(data, alpha=alpha, threads=1 + seed % 2)
    assert [{data.names.index(v) for v in found[name]} for name in data.names] == expected
    one = dw.mmpc(data, alpha=alpha, target="v2")
    assert one == found["v2"]


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
        (lambda d: dw.independence_test(d, "v0", "v0"), "different variables"),
        (lambda d: dw.independence_test(d, "v0", "v1", ["v1"]), "different variables"),
        (lambda d: dw.independence_test(d, "v0", "v1", "v2"), "list of names"),
        (lambda d: dw.independence_test(d, "v0", "nowhere"), "nowhere"),
    ],
)
def test_mistakes_are_named(call, message):
    with pytest.raises(dw.DagwrightError, match=message):
        call(make_dataset([[0, 1], [0, 1], [0, 1]], [2, 2, 2]))
