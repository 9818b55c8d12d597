"""Local scores against a naive second implementation, and against themselves."""

import numpy as np
import pytest
from amount import scaled
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_scores import naive_score
from strategies import datasets, make_dataset

import dagwright as dw
from dagwright import _core
from dagwright.scores.reference import reference_score

SCORES = [dw.BIC(), dw.AIC(), dw.LogLikelihood(), dw.K2(), dw.BDeu(ess=0.5), dw.BDeu(ess=10)]
KINDS = [_core.ScoreKind.bic, _core.ScoreKind.bdeu, _core.ScoreKind.k2]
KERNELS = list(_core.CountingKernel)
MERGES = list(_core.MergeRows)


def families(data, draw):
    child = draw(st.sampled_from(data.names))
    others = [name for name in data.names if name != child]
    parents = draw(st.lists(st.sampled_from(others), unique=True)) if others else []
    return child, parents


@settings(max_examples=scaled(150))
@given(data=datasets(), draw=st.data())
@pytest.mark.parametrize("score", SCORES, ids=str)
def test_scores_agree_with_the_naive_implementation(score, data, draw):
    child, parents = families(data, draw.draw)
    scores = dw.LocalScores(data, score, memory_limit="4M")
    expected = naive_score(data, score.name, child, parents, getattr(score, "ess", 1.0))
    assert scores(child, parents) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert reference_score(data, score, child, parents) == pytest.approx(
        expected, rel=1e-9, abs=1e-9
    )


def oracle(data, kind, kernel, merge):
    table = _core.Table(list(data.codes), list(data.arities), data.weights, merge)
    return _core.LocalScores(table, kind, 1.0, 1 << 16, kernel)


@settings(max_examples=scaled(60))
@given(data=datasets(max_rows=300), draw=st.data())
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("cpu", ["baseline", None])
def test_every_kernel_gives_the_same_bits(cpu, kind, data, draw):
    with pytest.MonkeyPatch.context() as patch:
        if cpu:
            patch.setenv("DAGWRIGHT_CPU", cpu)
        child, parents = families(data, draw.draw)
        family = data.names.index(child), [data.names.index(p) for p in parents]
        values = {
            oracle(data, kind, kernel, merge).score(*family)
            for kernel in KERNELS
            for merge in MERGES
        }
    values.add(
        oracle(data, kind, _core.CountingKernel.automatic, _core.MergeRows.never).score(*family)
    )
    assert len(values) == 1


@given(data=datasets(), draw=st.data())
def test_the_order_of_rows_and_parents_does_not_matter(data, draw):
    child, parents = families(data, draw.draw)
    order = np.random.default_rng(draw.draw(st.integers(0, 99))).permutation(data.n_rows)
    shuffled = make_dataset(
        [column[order] for column in data.codes],
        data.arities,
        None if data.weights is None else data.weights[order],
    )
    for score in (dw.BIC(), dw.BDeu()):
        first = dw.LocalScores(data, score, memory_limit="4M")(child, parents)
        assert dw.LocalScores(shuffled, score, memory_limit="4M")(child, parents[::-1]) == first


@given(data=datasets(weighted=True))
def test_a_weight_counts_like_copies_of_its_row(data):
    copies = make_dataset([np.repeat(c, data.weights) for c in data.codes], data.arities)
    parents = list(data.names[1:3])
    for score in (dw.BIC(), dw.BDeu(), dw.K2()):
        weighted = dw.LocalScores(data, score, memory_limit="4M")
        repeated = dw.LocalScores(copies, score, memory_limit="4M")
        assert weighted(data.names[0], parents) == repeated(data.names[0], parents)


@given(data=datasets())
def test_many_and_additions_equal_single_calls(data):
    child, *others = data.names
    present, rest = others[:2], others[2:]
    scores = dw.LocalScores(data, "bdeu", memory_limit="4M")
    batch = scores.additions(child, present)
    assert list(batch) == rest
    assert scores.many(child, [[*present, name] for name in rest]) == list(batch.values())
    fresh = dw.LocalScores(data, "bdeu", memory_limit="4M")
    assert [fresh(child, [*present, name]) for name in rest] == list(batch.values())


@given(data=datasets(max_variables=4), draw=st.data())
def test_no_family_scores_above_its_bound(data, draw):
    child, parents = families(data, draw.draw)
    for score in SCORES:
        scores = dw.LocalScores(data, score, memory_limit="4M")
        assert scores(child, parents) <= scores.upper_bound(child) + 1e-9
