import pytest

import dagwright as dw
from dagwright.experiments import load_plan, make_jobs
from dagwright.experiments.methods import make_method

SMALL = """
title = "Two methods"
paper = "own"
shows = "nothing"
kind = "search"

[[instances]]
kind = "random"
name = "small"
variables = 5
rows = [20, 30]

[[methods]]
name = "climb"
method = "hill-climbing"

[[methods]]
name = "tabu"
method = "tabu"
restarts = 1

[sizes.smoke]
expected = "1 s"
repetitions = 2
"""


def write(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def plan(tmp_path):
    return load_plan(write(tmp_path, SMALL))


def test_jobs_are_the_product_of_instances_methods_and_repetitions(plan):
    jobs = make_jobs(plan, "smoke")
    found = {(job.instance["name"], job.method["name"], job.repetition) for job in jobs}
    assert found == {
        (f"small-{rows}", method, repetition)
        for rows in (20, 30)
        for method in ("climb", "tabu")
        for repetition in (0, 1)
    }


def test_adding_a_method_changes_no_other_jobs_seed_or_key(plan, tmp_path):
    more = SMALL.replace('[[methods]]\nname = "tabu"', _METHOD + '[[methods]]\nname = "tabu"')
    before = {job.label: (job.key, job.seed, job.data_seed) for job in make_jobs(plan, "smoke")}
    after = make_jobs(load_plan(write(tmp_path, more)), "smoke")
    assert len(after) == 12
    for job in after:
        if job.label in before:
            assert (job.key, job.seed, job.data_seed) == before[job.label]


_METHOD = '[[methods]]\nname = "new"\nmethod = "sgs"\n\n'


def test_methods_share_data_but_not_seeds_unless_asked(plan, tmp_path):
    one, other = make_jobs(plan, "smoke")[:2]
    assert one.data_seed == other.data_seed
    assert one.seed != other.seed
    shared = load_plan(write(tmp_path, "shared_seeds = true\n" + SMALL))
    one, other = make_jobs(shared, "smoke")[:2]
    assert one.seed == other.seed


def test_changing_a_parameter_makes_another_job(plan, tmp_path):
    changed = SMALL.replace("restarts = 1", "restarts = 2")
    keys = {job.key for job in make_jobs(plan, "smoke")}
    others = {job.key for job in make_jobs(load_plan(write(tmp_path, changed)), "smoke")}
    assert len(keys & others) == 4


def test_instances_can_change_methods_and_be_left_to_some(tmp_path):
    text = SMALL.replace("rows = [20, 30]", "rows = 20\nmethods = { tabu = { restarts = 5 } }")
    text += '\n[[methods]]\nname = "other"\nmethod = "ges"\nonly = ["elsewhere"]\n'
    jobs = make_jobs(load_plan(write(tmp_path, text)), "smoke")
    assert {job.method["name"]: job.method.get("restarts") for job in jobs} == {
        "climb": None,
        "tabu": 5,
    }


def test_a_method_that_takes_anothers_time_comes_after_it(tmp_path):
    text = SMALL.replace("restarts = 1\n", 'restarts = 1\ntime_of = "climb"\n')
    jobs = make_jobs(load_plan(write(tmp_path, text)), "smoke")
    assert jobs[1].after == jobs[0].key
    wrong = SMALL.replace("restarts = 1\n", 'restarts = 1\ntime_of = "unknown"\n')
    with pytest.raises(dw.DagwrightError, match="takes the time of 'unknown'"):
        make_jobs(load_plan(write(tmp_path, wrong)), "smoke")


def test_a_method_may_have_no_limit_and_search_with_another():
    assert make_method({"name": "x", "method": "obs", "restarts": "none"}).restarts is None
    heuristic = {"kind": "static", "sizes": [2, 3]}
    made = make_method({"name": "x", "method": "astar", "heuristic": heuristic})
    assert made.heuristic == dw.StaticPatterns(sizes=(2, 3))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('title = "Two methods"', "", "title is missing"),
        ('kind = "search"', 'kind = "dance"', "kind = 'dance'"),
        ('paper = "own"', 'paper = "own"\ncolour = 1', "colour is not known"),
        ("[sizes.smoke]", "[sizes.huge]", "sizes.huge"),
        ('expected = "1 s"', "", "expected is missing"),
        ('name = "tabu"', 'name = "climb"', "a name of its own"),
        ("[[methods]]", "[[methods", "own.toml"),
    ],
)
def test_a_broken_plan_is_refused_with_the_reason(tmp_path, old, new, words):
    with pytest.raises(dw.FormatError, match=words):
        load_plan(write(tmp_path, SMALL.replace(old, new)))


def test_unknown_names_are_refused(plan, tmp_path):
    with pytest.raises(dw.DagwrightError, match="no plan is called 'nothing'"):
        load_plan("nothing")
    with pytest.raises(dw.DagwrightError, match="has no size 'full'"):
        make_jobs(plan, "full")
    narrowed = SMALL + '\nmethods = ["climb", "typo"]\n'
    with pytest.raises(dw.DagwrightError, match="methods: there is no 'typo'"):
        make_jobs(load_plan(write(tmp_path, narrowed)), "smoke")
    with pytest.raises(dw.DagwrightError, match="has no parameter 'speed'"):
        make_method({"name": "x", "method": "obs", "speed": 3})
