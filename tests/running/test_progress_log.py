import io
import json
import math

import pytest

import dagwright as dw


def at(seconds, stage="minobs", **more):
    facts = {
        "iterations": 10, "best_score": -100.0, "work_done": 2, "work_total": None,
        "seconds_left": None, **more,
    }  # fmt: skip
    return dw.Progress(stage, seconds, **facts)


@pytest.fixture
def stream():
    return io.StringIO()


def seconds_of(stream):
    return [float(line.split()[0]) for line in stream.getvalue().splitlines()]


def watch(log, until, step=0.5):
    log.on_start(at(0.0))
    for tick in range(1, int(until / step)):
        assert log.on_progress(at(tick * step)) is None


def test_lines_come_ever_more_rarely(stream):
    watch(dw.ProgressLog(stream), 250)
    assert seconds_of(stream) == [0, 1, 3, 8, 18, 48, 108, 168, 228]


def test_a_new_stage_is_watched_more_closely_again(stream):
    log = dw.ProgressLog(stream)
    watch(log, 100)
    log.on_start(at(200.0, "bound"))
    log.on_progress(at(200.5, "bound"))
    log.on_progress(at(201.0, "bound"))
    assert seconds_of(stream)[-2:] == [200, 201]


def test_the_seconds_between_lines_can_be_said(stream):
    watch(dw.ProgressLog(stream, every=20), 50)
    assert seconds_of(stream) == [0, 20, 40]


@pytest.mark.parametrize("every", [0, -1, math.nan, True])
def test_senseless_seconds_are_refused(stream, every):
    with pytest.raises(dw.DagwrightError, match="every="):
        dw.ProgressLog(stream, every=every)


def test_a_short_run_can_leave_no_trace(stream):
    log = dw.ProgressLog(stream, quiet_for=30)
    watch(log, 20)
    log.on_stage_end(at(20.0))
    log.on_end("a result")
    assert stream.getvalue() == ""


def test_a_long_run_speaks_as_soon_as_it_is_long(stream):
    log = dw.ProgressLog(stream, quiet_for=30)
    watch(log, 40)
    log.on_stage_end(at(40.0))
    log.on_end("a result")
    assert seconds_of(stream) == [30, 32, 37, 40, 40]
    assert stream.getvalue().endswith("done: a result\n")


def test_a_bound_is_shown_once_it_says_something(stream):
    log = dw.ProgressLog(stream, every=1)
    log.on_start(at(0.0))
    log.on_progress(at(1.0, bound=-50.0))
    log.on_progress(at(2.0, bound=-98.0, work_total=7, work_unit="climbs"))
    _, far, near = stream.getvalue().splitlines()
    assert "best -100.0000" in far
    assert "bound" not in far
    assert "bound -98.0000, gap 2.00%, 10 moves, 2 of 7 climbs, memory " in near


def test_an_error_is_no_result(stream):
    log = dw.ProgressLog(stream)
    log.on_start(at(0.0))
    log.on_end(None)
    assert stream.getvalue().endswith("ended without a result\n")


def test_what_takes_many_lines_is_named(stream):
    dw.plan({"rain": [0, 1] * 30, "wet": [0, 1] * 29 + [1, 1]}, callbacks=dw.ProgressLog(stream))
    assert stream.getvalue().endswith("done: Plan\n")


def test_every_stage_of_a_run_begins_and_ends_in_the_log(tmp_path):
    path = tmp_path / "run.jsonl"
    result = dw.learn(dw.load_dataset("wdbc"), time_limit=2, callbacks=dw.ProgressLog(path))
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    begun = [line["stage"] for line in lines if line["event"] == "stage begins"]
    ended = [line["stage"] for line in lines if line["event"] == "stage ended"]
    assert begun == ended
    assert len(begun) > 1
    assert lines[-1]["event"] == "search ended"
    assert f"score {result.score:.4f}" in lines[-1]["message"]
    assert all("time" in line and "seconds" in line for line in lines)


def test_an_error_in_a_callback_ends_no_stage(stream):
    class Broken(dw.Callback):
        def on_progress(self, progress):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        dw.learn(dw.load_dataset("wdbc"), callbacks=[Broken(), dw.ProgressLog(stream)])
    assert "ended, " not in stream.getvalue()
    assert stream.getvalue().endswith("ended without a result\n")
