import pytest

from dagwright.experiments import SIZES, list_papers, list_plans, load_plan, make_jobs
from dagwright.experiments.instances import find_missing
from dagwright.experiments.methods import find_unknown_method, make_method
from dagwright.experiments.metrics import find_metrics


@pytest.mark.parametrize("paper", list_papers())
def test_the_plans_of_a_folder_are_those_of_its_paper(paper):
    assert {load_plan(name).paper.lower() for name in list_plans(paper)} == {paper}


@pytest.mark.parametrize("name", list_plans())
@pytest.mark.parametrize("size", SIZES)
def test_every_plan_has_every_size_and_says_how_long_it_takes(name, size):
    plan = load_plan(name)
    assert plan.size(size)["expected"]
    jobs = make_jobs(plan, size)
    assert jobs
    assert len({job.key for job in jobs}) == len(jobs)


@pytest.mark.parametrize("name", list_plans())
def test_every_method_of_a_plan_can_be_made(name):
    plan = load_plan(name)
    for spec in plan.methods:
        own = {key: value for key, value in spec.items() if key != "only"}
        if "method" in own and find_unknown_method(own) is None:
            assert make_method(own).name == own["method"]


@pytest.mark.parametrize("name", list_plans())
def test_every_metric_of_a_plan_is_known(name):
    assert set(load_plan(name).metrics) <= {*find_metrics(), "scores"}


@pytest.mark.parametrize("name", list_plans())
def test_smoke_sizes_need_no_files(name, tmp_path):
    for job in make_jobs(load_plan(name), "smoke"):
        assert find_missing(job.instance, tmp_path) is None
