"""On a real Dask cluster: `make dask`, part of `make check`."""

import numpy as np
import pytest

import dagwright as dw
from dagwright.running import count_workers

pytestmark = pytest.mark.dask


@pytest.fixture(scope="module")
def scores():
    return dw.LocalScores(dw.load_dataset("wdbc"), memory_limit="256M")


@pytest.fixture(scope="module")
def executor():
    # Not at the top: `make test` collects this file without Dask.
    from distributed import Client, LocalCluster  # noqa: PLC0415

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
        client.get_executor() as executor,
    ):
        yield executor


@pytest.mark.parametrize(
    "selection",
    [
        dw.Sequential(max_parents=3),
        dw.Greedy(max_evaluations=400),
        dw.Independence(max_evaluations=400),
    ],
    ids=lambda selection: selection.name,
)
def test_a_cluster_gives_the_lists_of_one_thread(scores, executor, selection):
    expected = dw.find_parent_sets(scores, selection, threads=1, time_limit=None)
    found = dw.find_parent_sets(scores, selection, executor=executor, time_limit=None)
    assert found == expected
    assert found.complete_size == expected.complete_size
    assert found.unseen_bound == expected.unseen_bound
    assert found.evaluations == expected.evaluations
    assert found.notes == expected.notes


def test_constraints_and_bdeu_reach_the_workers(executor):
    scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BDeu(ess=10), memory_limit="256M")
    a, b, c = scores.names[:3]
    keywords = {
        "selection": dw.Sequential(max_parents=2),
        "constraints": dw.Constraints(required=[(a, b)], forbidden=[(c, b)]),
    }
    expected = dw.find_parent_sets(scores, threads=1, **keywords)
    assert dw.find_parent_sets(scores, executor=executor, **keywords) == expected
    assert all(a in entry.parents for entry in expected[b])


def test_a_long_table_is_sent_without_a_warning(executor):
    rng = np.random.default_rng(0)
    columns = rng.integers(0, 2, (8, 2_000_000), dtype=np.uint8)  # Dask warns above 10 MB
    columns.flags.writeable = False
    data = dw.Dataset([f"v{i}" for i in range(8)], [[0, 1]] * 8, list(columns))
    scores = dw.LocalScores(data, memory_limit="256M")
    expected = dw.find_parent_sets(scores, dw.Sequential(max_parents=1), threads=1)
    found = dw.find_parent_sets(scores, dw.Sequential(max_parents=1), executor=executor)
    assert found == expected


def test_the_time_is_shared_among_the_workers_that_there_are(executor):
    assert count_workers(executor) == 2


def test_no_time_leaves_the_empty_sets_and_says_so(scores, executor):
    sets = dw.find_parent_sets(scores, executor=executor, time_limit=0)
    assert sets.n_sets >= 31
    assert any("time limit" in note for note in sets.notes)


def test_bootstrap_gives_the_shares_of_one_thread(executor):
    data = dw.load_network("asia").sample(500, seed=1)
    expected = dw.bootstrap(data, 6, seed=2, threads=1)
    assert dw.bootstrap(data, 6, seed=2, executor=executor) == expected
