"""On a real Dask cluster: `make dask`, part of `make check`."""

import pytest

from dagwright.cli.experiment import open_executor
from dagwright.experiments import load_plan, read_records, run_plan
from dagwright.experiments.runner import record_path

pytestmark = pytest.mark.dask


def test_a_cluster_gives_the_records_of_one_process(tmp_path):
    # Not at the top: `make test` collects this file without Dask.
    from distributed import LocalCluster  # noqa: PLC0415

    plan = load_plan("s4-single")
    run_plan(plan, "smoke", records=tmp_path / "here")
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        open_executor(1, cluster.scheduler_address) as executor,
    ):
        run_plan(plan, "smoke", records=tmp_path / "there", executor=executor)
    found = [
        {
            record["key"]: record["found"]
            for record in read_records(record_path(tmp_path / place, plan, "smoke"))
        }
        for place in ("here", "there")
    ]
    assert found[0] == found[1]
    assert len(found[0]) == 10
