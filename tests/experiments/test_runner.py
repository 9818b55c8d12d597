import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

import dagwright as dw
from dagwright.experiments import execute, load_plan, read_records, run_plan
from dagwright.experiments.runner import record_path

PLAN = """
title = "Two methods"
paper = "own"
shows = "nothing"
kind = "search"
metrics = ["structure", "trace", "counters", "gold", "edges", "held_out"]

[[instances]]
kind = "random"
name = "small"
variables = 6
rows = 50
test_rows = 50

[[methods]]
name = "climb"
method = "hill-climbing"

[[methods]]
name = "tabu"
method = "tabu"
restarts = "none"
time_of = "climb"

[sizes.smoke]
expected = "1 s"
repetitions = 3
"""


def load(tmp_path, text=PLAN):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return load_plan(path)


def test_a_second_run_has_nothing_to_do(tmp_path):
    plan = load(tmp_path)
    first = run_plan(plan, "smoke", records=tmp_path)
    again = run_plan(plan, "smoke", records=tmp_path)
    assert (first.ran, first.known) == (6, 0)
    assert (again.ran, again.known) == (0, 6)


def test_only_what_is_missing_is_run_after_a_kill(tmp_path):
    plan = load(tmp_path)
    run_plan(plan, "smoke", records=tmp_path)
    file = record_path(tmp_path, plan, "smoke")
    before = read_records(file)
    file.write_bytes(file.read_bytes()[:-30])
    summary = run_plan(plan, "smoke", records=tmp_path)
    assert (summary.ran, summary.known) == (1, 5)
    after = {record["key"]: record for record in read_records(file)}
    assert after.keys() == {record["key"] for record in before}
    for record in before[:-1]:
        assert after[record["key"]] == record


def test_records_are_complete(tmp_path):
    plan = load(tmp_path)
    run_plan(plan, "smoke", records=tmp_path)
    for record in read_records(record_path(tmp_path, plan, "smoke")):
        assert record["environment"]["threads"] == 1
        assert record["environment"]["dagwright"] == dw.__version__
        assert record["facts"]["variables"] == 6
        found = record["found"]
        assert found["score"] >= record["facts"]["empty"]
        assert found["trace"][-1][1] == pytest.approx(found["score"])
        assert found["spurious"] + found["missing"] <= 15
        assert found["kl_term"] >= 0
        assert len(found["learned"]) == found["edges"]


def test_results_depend_neither_on_the_executor_nor_on_the_order(tmp_path):
    text = PLAN.replace('time_of = "climb"\n', "").replace('restarts = "none"', "restarts = 2")
    plan = load(tmp_path, text)
    run_plan(plan, "smoke", records=tmp_path / "one")
    with ThreadPoolExecutor(3) as pool:
        run_plan(plan, "smoke", records=tmp_path / "many", executor=pool)
    scores = []
    for folder in ("one", "many"):
        records = read_records(record_path(tmp_path / folder, plan, "smoke"))
        scores.append({record["key"]: record["found"]["score"] for record in records})
    assert scores[0] == scores[1]
    assert len(scores[0]) == 6


def test_a_method_gets_the_time_of_another(tmp_path):
    plan = load(tmp_path)
    run_plan(plan, "smoke", records=tmp_path)
    records = read_records(record_path(tmp_path, plan, "smoke"))
    taken = {r["repetition"]: r["seconds"] for r in records if r["method"] == "climb"}
    for record in records:
        if record["method"] == "tabu":
            assert record["limits"]["time_limit"] == taken[record["repetition"]]
            assert record["found"]["stopped"] == "time"


def test_what_a_machine_or_version_does_not_have_is_skipped_with_a_reason(tmp_path):
    text = PLAN.replace('method = "tabu"', 'method = "magic"').replace('restarts = "none"\n', "")
    text += '\n[[instances]]\nkind = "table"\nname = "absent"\nfiles = ["uci/{name}.csv"]\n'
    summary = run_plan(load(tmp_path, text), "smoke", records=tmp_path, data=tmp_path)
    assert summary.ran == 3
    assert summary.skipped["small tabu"] == "this version has no method 'magic'"
    assert summary.skipped["absent climb"] == "no file uci/absent.csv in the folder of data"


def test_a_method_is_skipped_with_the_one_whose_time_it_takes(tmp_path):
    text = PLAN.replace('method = "hill-climbing"', 'method = "magic"')
    summary = run_plan(load(tmp_path, text), "smoke", records=tmp_path)
    assert summary.ran == 0
    assert not summary.failed


def test_a_failure_does_not_end_the_others_and_is_tried_again(tmp_path):
    text = PLAN.replace('method = "tabu"', 'method = "tabu"\nspeed = 3')
    plan = load(tmp_path, text)
    for _ in range(2):
        summary = run_plan(plan, "smoke", records=tmp_path)
        assert len(summary.failed) == 3
        assert "has no parameter 'speed'" in next(iter(summary.failed.values()))
    assert summary.known == 3


def test_the_clock_stops_while_results_are_evaluated(tmp_path, monkeypatch):
    clock = [0.0]
    solve = execute.solve

    def search(*arguments, **options):
        clock[0] += 2
        return solve(*arguments, **options)

    def evaluate(*arguments):
        clock[0] += 100
        return {}

    now = SimpleNamespace(perf_counter=lambda: clock[0], process_time=lambda: clock[0])
    monkeypatch.setattr(execute, "time", now)
    monkeypatch.setattr(execute, "solve", search)
    monkeypatch.setattr(execute, "evaluate", evaluate)
    plan = load(tmp_path, PLAN.replace('time_of = "climb"\n', "").replace('"none"', "1"))
    run_plan(plan, "smoke", records=tmp_path)
    records = read_records(record_path(tmp_path, plan, "smoke"))
    assert {(record["seconds"], record["cpu"]) for record in records} == {(2, 2)}


def test_candidate_sets_are_found_once_for_all_methods(tmp_path):
    text = (
        PLAN.replace('time_of = "climb"\n', "")
        .replace('"none"', "1")
        .replace('["structure", "trace", "counters", "gold", "edges", "held_out"]', "[]")
    )
    text += '\n[[selections]]\nname = "sequential"\nmax_parents = 2\n'
    plan = load(tmp_path, text)
    run_plan(plan, "smoke", records=tmp_path)
    assert len(list((tmp_path / "cache").glob("*.dwps"))) == 3  # one a sample
    records = read_records(record_path(tmp_path, plan, "smoke"))
    assert {record["facts"]["max_in_degree"] <= 2 for record in records} == {True}


def test_a_killed_program_leaves_records_that_the_next_run_goes_on_from(tmp_path):
    text = PLAN.replace("repetitions = 3", "repetitions = 200")
    plan = load(tmp_path, text)
    file = record_path(tmp_path, plan, "smoke")
    program = (
        "from dagwright.experiments import load_plan, run_plan;"
        f"run_plan(load_plan({str(tmp_path / 'own.toml')!r}), 'smoke', records={str(tmp_path)!r})"
    )
    process = subprocess.Popen([sys.executable, "-c", program])
    try:
        while process.poll() is None and (not file.exists() or file.stat().st_size < 5000):
            time.sleep(0.01)
    finally:
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
    done = len(read_records(file))
    assert done > 0
    summary = run_plan(plan, "smoke", records=tmp_path)
    assert (summary.ran, summary.known) == (400 - done, done)
