"""Micro-benchmarks of what searches spend their time on; `make bench` runs them, tests do not."""

from __future__ import annotations

import numpy as np
import pytest

from dagwright import _core

MEMO_BYTES = 1 << 28
ROWS = 20_000


def make_codes(variables: int, rows: int, arity: int) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    return [rng.integers(arity, size=rows, dtype=np.uint8) for _ in range(variables)]


def make_table(variables: int, rows: int, arity: int) -> _core.Table:
    return _core.Table(make_codes(variables, rows, arity), [arity] * variables)


def make_scores(table: _core.Table, kernel: str = "automatic") -> _core.LocalScores:
    chosen = getattr(_core.CountingKernel, kernel)
    return _core.LocalScores(table, _core.ScoreKind.bic, 1.0, MEMO_BYTES, chosen)


@pytest.mark.parametrize("arity", [2, 4])
def test_building_a_table(benchmark, arity):
    codes = make_codes(100, ROWS, arity)
    benchmark(_core.Table, codes, [arity] * 100)


@pytest.mark.parametrize("kernel", ["bits", "codes", "rows"])
@pytest.mark.parametrize(("arity", "parents"), [(2, 1), (2, 5), (4, 1), (4, 4)])
def test_counting_20_extensions(benchmark, kernel, arity, parents):
    table = make_table(30, ROWS, arity)
    present, candidates = list(range(1, parents)), list(range(10, 30))

    def setup():
        scores = make_scores(table, kernel)
        scores.score(29, [28])  # its buffers exist
        return (scores,), {}

    def count(scores):
        return scores.score_additions(0, present, candidates)

    benchmark.pedantic(count, setup=setup, rounds=40)


def test_recalling_from_the_memo(benchmark):
    scores = make_scores(make_table(30, ROWS, 2))
    candidates = list(range(10, 30))
    scores.score_additions(0, [1, 2], candidates)
    benchmark(scores.score_additions, 0, [1, 2], candidates)


@pytest.mark.parametrize("parents", [0, 1, 2])
def test_refreshing_one_target_of_441(benchmark, parents):
    table = make_table(441, 5000, 3)
    present, candidates = list(range(1, parents + 1)), list(range(parents + 1, 441))

    def setup():
        return (make_scores(table),), {}

    def refresh(scores):
        return scores.score_additions(0, present, candidates)

    benchmark.pedantic(refresh, setup=setup, rounds=40)
