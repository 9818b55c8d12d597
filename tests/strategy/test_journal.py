"""`learn` resumes stage by stage from its checkpoint."""

import hashlib
import json
import warnings

import pytest
from resumable import answer_of_learn, learn_table

import dagwright as dw
from dagwright.running.control import fake_clock, force_stop_at_check

BUDGET = {"iterations": 1_500, "memory_limit": "256M"}


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch):
    """That states reach the disk is tested elsewhere."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)


@pytest.fixture(scope="module")
def table():
    return learn_table()


@pytest.fixture
def keep(tmp_path):
    return dw.Checkpoint(tmp_path / "learn.checkpoint", every=0)


def header_of(keep):
    return json.loads(keep.path.read_bytes().split(b"\n")[0])


def forge(keep, state=None, **changes):
    """Change header or state of a file, under a digest that is right."""
    first, _, old = keep.path.read_bytes().split(b"\n", 2)
    first = json.dumps({**json.loads(first), **changes}).encode()
    state = old if state is None else state
    digest = hashlib.sha256(first + b"\n" + state).hexdigest().encode()
    keep.path.write_bytes(b"\n".join([first, digest, state]))


def test_a_run_stopped_in_every_stage_finds_what_one_that_was_not_finds(table, keep):
    whole = dw.learn(table, **BUDGET)
    check, lives = 10, 0
    while True:
        with force_stop_at_check(check):
            result = dw.learn(table, checkpoint=keep, threads=1 + lives % 2, **BUDGET)
        if result.stop_reason != "interrupted":
            break
        check, lives = int(1.2 * check), lives + 1
    assert lives > 10
    assert answer_of_learn(result) == answer_of_learn(whole)
    assert any(note.startswith("resumed from") for note in result.notes)
    dw.verify(result)


def test_a_finished_run_is_read_not_done_again(table, keep, monkeypatch):
    first = dw.learn(table, checkpoint=keep, **BUDGET)
    for done_before in ("cut_and_learn", "enumerate_parent_sets", "first_pass"):
        monkeypatch.setattr(f"dagwright.strategy.work.{done_before}", None)
    monkeypatch.setattr("dagwright.strategy.bounding.work_on_bound", None)
    monkeypatch.setattr("dagwright.strategy.task.run_method", None)
    again = dw.learn(table, checkpoint=keep, **BUDGET)
    assert answer_of_learn(again) == answer_of_learn(first)
    assert again.timings[1:] == first.timings[1:]  # all but the reading of the table
    assert again.seconds >= first.timings[-1].seconds


def test_the_file_says_what_is_done(table, keep):
    dw.learn(table, checkpoint=keep, **BUDGET)
    names = [piece["name"] for piece in header_of(keep)["done"]]
    assert names[:3] == ["cuts", "candidate parent sets", "first pass"]
    assert [name.split("(")[0] for name in names[3:8]] == [
        "HillClimbing",
        "HillClimbing",
        "MINOBS",
        "HillClimbing",
        "Exact",
    ]


def test_a_method_that_cannot_resume_begins_again_with_its_stage(table, keep, monkeypatch):
    whole = dw.learn(table, **BUDGET)

    def stop_in_it(method, problem, run):
        run.known.offer(run.start, -(10.0**9), at=0.0)
        run.control.stop("interrupted")

    with monkeypatch.context() as patch:
        patch.setattr(dw.Exact, "run", stop_in_it)
        part = dw.learn(table, checkpoint=keep, **BUDGET)
    assert part.stop_reason == "interrupted"
    assert not any(piece["name"].startswith("Exact") for piece in header_of(keep)["done"])
    rest = dw.learn(table, checkpoint=keep, **BUDGET)
    assert answer_of_learn(rest) == answer_of_learn(whole)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 3}, "its seed is 0, here it is 3"),
        ({"iterations": 1_600}, "its number of iterations is 1500, here it is 1600"),
        ({"iterations": None}, "here it is not limited"),
        ({"score": "aic"}, "its score is BIC"),
        ({"method": "minobs"}, "its method is auto"),
        ({"selection": "greedy"}, "its selection is Sequential"),
        ({"constraints": dw.Constraints(max_parents=1)}, "its constraints are others"),
        ({"start": dw.Dag(learn_table().names, [("a", "b")])}, "its start is"),
    ],
)
def test_the_checkpoint_of_another_question_is_refused(table, keep, change, words):
    dw.learn(table, checkpoint=keep, **BUDGET)
    with pytest.raises(dw.DagwrightError, match=words):
        dw.learn(table, checkpoint=keep, **{**BUDGET, **change})


def test_the_checkpoint_of_another_table_or_of_solve_is_refused(table, keep, tmp_path):
    dw.learn(table, checkpoint=keep, **BUDGET)
    with pytest.raises(dw.DagwrightError, match="another run: its data is 300 rows"):
        dw.learn(table.select(table.names[2:9]), checkpoint=keep, **BUDGET)
    scores = dw.LocalScores(table.select(table.names[2:9]), "bic")
    climb = dw.HillClimbing(restarts=9)
    with pytest.raises(dw.FormatError, match="this is not a checkpoint"):
        dw.solve(scores, climb, checkpoint=keep)
    other = dw.Checkpoint(tmp_path / "solve.checkpoint", every=0)
    dw.solve(scores, climb, checkpoint=other)
    with pytest.raises(dw.FormatError, match="this is not a checkpoint"):
        dw.learn(scores.data, method=climb, checkpoint=other)


def test_a_damaged_checkpoint_is_refused(table, keep):
    dw.learn(table, checkpoint=keep, **BUDGET)
    content = keep.path.read_bytes()
    for damaged in (content[:-3], content + b"x", content.replace(b"cuts", b"cats", 1)):
        keep.path.write_bytes(damaged)
        with pytest.raises(dw.FormatError, match="the checkpoint is damaged"):
            dw.learn(table, checkpoint=keep, **BUDGET)


@pytest.mark.parametrize(
    "changes",
    [
        {"done": None},
        {"done": ["cuts"]},
        {"search": "state"},
        {"seconds": -1},
        {"identity": None},
    ],
)
def test_a_header_that_is_not_ours_is_refused_under_a_right_digest(table, keep, changes):
    dw.learn(table, checkpoint=keep, **BUDGET)
    forge(keep, **changes)
    with pytest.raises(dw.FormatError, match="the checkpoint is damaged"):
        dw.learn(table, checkpoint=keep, **BUDGET)


@pytest.mark.parametrize("key", ["parents", "score", "trace", "bounds", "counters", "timings"])
def test_a_piece_that_is_not_ours_is_refused_under_a_right_digest(table, keep, key):
    dw.learn(table, checkpoint=keep, **BUDGET)
    done = header_of(keep)["done"]
    for garbled in ("x", [[]], 7 if key != "score" else {}):
        done[3]["known"][key] = garbled
        forge(keep, done=done)
        with pytest.raises(dw.FormatError, match="the checkpoint is damaged"):
            dw.learn(table, checkpoint=keep, **BUDGET)


def test_candidate_sets_that_are_gone_are_missed(table, keep, tmp_path):
    dw.learn(table, checkpoint=keep, **BUDGET)
    (kept,) = tmp_path.glob("*.dwps")
    kept.unlink()
    with pytest.raises(dw.DagwrightError, match="but not the candidate sets of this run"):
        dw.learn(table, checkpoint=keep, **BUDGET)


def test_a_full_disk_ends_nothing_and_is_told(table, keep, monkeypatch, tmp_path):
    def full(path, content):
        raise dw.FormatError(f"{path}: cannot write (No space left on device)")

    monkeypatch.setattr("dagwright.running.checkpoint.write_whole", full)
    monkeypatch.setattr("dagwright.parents.set_files.write_whole", full)
    with pytest.warns(dw.DagwrightWarning, match="sets were not kept"):
        result = dw.learn(table, checkpoint=keep, **BUDGET)
    assert answer_of_learn(result) == answer_of_learn(dw.learn(table, **BUDGET))
    assert any("the last checkpoint was not written" in note for note in result.notes)
    assert list(tmp_path.iterdir()) == []


def test_time_of_killed_runs_counts_towards_the_limit(table, keep):
    with fake_clock(0.01):
        first = dw.learn(table, time_limit=10, threads=1, checkpoint=keep)
        assert first.stop_reason == "time"
        spent = header_of(keep)["seconds"]
        assert spent == pytest.approx(10, abs=1.5)
        again = dw.learn(table, time_limit=10, threads=1, checkpoint=keep)
    assert again.score >= first.score
    assert 9.9 < again.seconds < 12


def moves_of_minobs(keep):
    pieces = header_of(keep)["done"]
    (found,) = [piece["known"] for piece in pieces if piece["name"].startswith("MINOBS")]
    return found["iterations"]


def test_under_a_clock_a_method_that_cannot_resume_keeps_its_best(table, keep):
    options = {"method": "auto", "threads": 1, "memory_limit": "256M", "checkpoint": keep}
    options["selection"] = dw.Sequential(max_parents=2)
    with fake_clock(0.01):
        for check in range(200, 10**5, 50):
            with force_stop_at_check(check):
                part = dw.learn(table, time_limit=60, **options)
            if header_of(keep)["best"] is not None:
                break
        best = header_of(keep)["best"]
        rest = dw.learn(table, time_limit=60, **options)
    assert part.stop_reason == "interrupted"
    assert rest.score >= best["known"]["score"]
    assert rest.bounds[0].score <= best["known"]["bounds"][0][0]
    dw.verify(rest)


def test_more_time_lets_the_last_search_continue(keep):
    rows = dw.load_network("alarm").sample(300, seed=2)
    options = {"method": "minobs", "threads": 1, "memory_limit": "256M", "checkpoint": keep}
    with fake_clock(0.01):
        first = dw.learn(rows, time_limit=8, **options)
        done = moves_of_minobs(keep)
        second = dw.learn(rows, time_limit=30, **options)
    assert first.stop_reason == second.stop_reason == "time"
    assert second.score >= first.score
    assert moves_of_minobs(keep) > 2 * done


@pytest.mark.parametrize("check", [30, 100, 300, 900, 1_500])
def test_with_a_clock_a_stopped_run_loses_nothing_that_was_kept(table, keep, check):
    with fake_clock(0.01):
        with force_stop_at_check(check):
            dw.learn(table, time_limit=20, threads=1, checkpoint=keep)
        done = header_of(keep)["done"][1:] if keep.path.exists() else []
        kept = [piece["known"]["score"] for piece in done]
        rest = dw.learn(table, time_limit=20, threads=1, checkpoint=keep)
    assert rest.score >= max(kept, default=-float("inf"))
    assert rest.seconds < 23
    dw.verify(rest)


def test_less_memory_may_lead_another_way(table, keep):
    """What the file has of another way is done again, instead of being mistaken for this one."""
    dw.learn(table, checkpoint=keep, **BUDGET)
    done = header_of(keep)["done"]
    for piece in done[4:]:
        piece["name"] = "Other()"
    forge(keep, done=done)
    again = dw.learn(table, checkpoint=keep, **BUDGET)
    assert answer_of_learn(again) == answer_of_learn(dw.learn(table, **BUDGET))


def test_a_function_as_score_resumes(keep):
    data = learn_table().select(["v0", "v1", "v2", "v3"])
    options = {"score": _fewest, "iterations": 40}
    whole = dw.learn(data, **options)
    with force_stop_at_check(25):
        dw.learn(data, checkpoint=keep, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rest = dw.learn(data, checkpoint=keep, **options)
    assert (rest.dag, rest.score, rest.bound) == (whole.dag, whole.score, whole.bound)


def _fewest(data, child, parents):
    return -abs(len(parents) - 1.0) - data.names.index(child) / 10
