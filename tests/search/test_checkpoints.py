"""A search that was killed resumes from its checkpoint, and finds what it would have found."""

import hashlib
import json
import os
from pathlib import Path

import pytest
from resumable import METHODS, answer, make_problem, solve

import dagwright as dw
from dagwright.running.checkpoint import CheckpointKeeper, StateFile
from dagwright.running.control import force_stop_at_check

every_method = pytest.mark.parametrize("name", METHODS)


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch):
    """Thousands of states are written here; that they reach the disk is tested elsewhere."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)


@every_method
def test_a_search_stopped_many_times_finds_what_one_that_was_not_finds(name, tmp_path):
    problem = make_problem(name)
    file = dw.Checkpoint(tmp_path / "search.checkpoint", every=0)
    whole = solve(name, problem)
    resumed = 0
    for check in range(60, 10**6, 401):
        with force_stop_at_check(check):
            result = solve(name, problem, checkpoint=file, threads=1 + check % 2)
        resumed += any("resumed from" in note for note in result.notes)
        if result.stop_reason != "interrupted":
            break
    assert resumed > 0
    assert answer(result) == answer(whole)
    dw.verify(result)


@every_method
def test_a_finished_search_gives_the_same_answer_again(name, tmp_path):
    problem = make_problem(name)
    file = tmp_path / "search.checkpoint"
    first = solve(name, problem, checkpoint=dw.Checkpoint(file, every=0))
    assert file.exists()
    assert answer(solve(name, problem, checkpoint=file)) == answer(first)


def test_the_limit_can_be_raised_afterwards(tmp_path):
    problem = make_problem("minobs")
    file = dw.Checkpoint(tmp_path / "search.checkpoint", every=0)
    solve("minobs", problem, checkpoint=file, iterations=10_000)
    assert answer(solve("minobs", problem, checkpoint=file)) == answer(solve("minobs", problem))


def test_a_limit_below_what_was_done_is_refused(tmp_path):
    problem = make_problem("minobs")
    file = dw.Checkpoint(tmp_path / "search.checkpoint", every=0)
    solve("minobs", problem, checkpoint=file)
    with pytest.raises(dw.DagwrightError, match="the limit is 10"):
        solve("minobs", problem, checkpoint=file, iterations=10)


def test_a_target_that_was_reached_before_ends_the_search_at_once(tmp_path):
    problem = make_problem("iinobs")
    file = dw.Checkpoint(tmp_path / "search.checkpoint", every=0)
    first = solve("iinobs", problem, checkpoint=file)
    again = solve("iinobs", problem, checkpoint=file, target=first.score - 1, iterations=10**9)
    assert again.stop_reason == "target"


def test_time_goes_on_where_it_stopped(tmp_path):
    problem = make_problem("hill-climbing")
    file = dw.Checkpoint(tmp_path / "search.checkpoint", every=0)
    first = solve("hill-climbing", problem, checkpoint=file, iterations=1_000)
    header = json.loads(Path(file.path).read_bytes().split(b"\n")[0])
    second = solve("hill-climbing", problem, checkpoint=file)
    assert 0 < header["seconds"] <= first.seconds
    assert second.seconds > header["seconds"]
    times = [point.seconds for point in second.trace]
    assert times == sorted(times)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 3}, "its seed is 2, here it is 3"),
        ({"constraints": dw.Constraints(max_parents=1)}, "its constraints are others"),
        ({"start": dw.Dag([f"v{i}" for i in range(14)], [("v0", "v1")])}, "its start is"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(tmp_path, change, words):
    problem = make_problem("hill-climbing")
    file = dw.Checkpoint(tmp_path / "search.checkpoint", every=0)
    solve("hill-climbing", problem, checkpoint=file)
    with pytest.raises(dw.DagwrightError, match=words):
        solve("hill-climbing", problem, checkpoint=file, **change)


def test_a_checkpoint_of_another_method_or_problem_is_refused(tmp_path):
    problem = make_problem("hill-climbing")
    file = tmp_path / "search.checkpoint"
    solve("hill-climbing", problem, checkpoint=dw.Checkpoint(file, every=0))
    with pytest.raises(dw.DagwrightError, match="its method is HillClimbing"):
        dw.solve(problem, dw.SGS(), checkpoint=file, seed=2)
    other = dw.LocalScores(problem.data, "bic")
    with pytest.raises(dw.DagwrightError, match="its problem is BDeu"):
        solve("hill-climbing", other, checkpoint=file)


def test_a_damaged_checkpoint_is_refused(tmp_path):
    problem = make_problem("minobs")
    file = tmp_path / "search.checkpoint"
    solve("minobs", problem, checkpoint=dw.Checkpoint(file, every=0))
    content = file.read_bytes()
    for damaged in (content[:-3], content[:-1] + bytes([content[-1] ^ 1]), content + b"x"):
        file.write_bytes(damaged)
        with pytest.raises(dw.FormatError, match="the checkpoint is damaged"):
            solve("minobs", problem, checkpoint=file)
    newer = content.replace(b"dagwright checkpoint 2", b"dagwright checkpoint 9", 1)
    for foreign in (b"", b"\n", b"[]\n", b"a,b\n1,2\n", b"[" * 10**5, content[:20], newer):
        file.write_bytes(foreign)
        with pytest.raises(dw.FormatError, match="this is not a checkpoint"):
            solve("minobs", problem, checkpoint=file)


@pytest.mark.parametrize("name", sorted(set(dw.METHODS) - set(METHODS)))
def test_methods_that_keep_no_checkpoints_say_so_before_any_work(name, tmp_path):
    with pytest.raises(dw.DagwrightError, match=f"{name} keeps no checkpoints; .* minobs"):
        dw.solve(make_problem("minobs"), name, checkpoint=tmp_path / "search.checkpoint")


def test_a_path_that_cannot_be_written_is_refused_before_any_work(tmp_path):
    with pytest.raises(dw.FormatError, match="there is no directory"):
        solve("minobs", make_problem("minobs"), checkpoint=tmp_path / "nowhere" / "file")


@pytest.mark.parametrize("name", ["a folder", "pipe", "nowhere/file", "x" * 300, ""])
def test_a_place_that_keeps_no_checkpoint_is_refused_before_any_work(table, tmp_path, name):
    (tmp_path / "a folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    place = os.fspath(tmp_path / name) if name else name
    problem = make_problem("minobs")
    with pytest.raises(dw.FormatError) as first:
        solve("minobs", problem, checkpoint=place)
    with pytest.raises(dw.FormatError) as second:
        dw.learn(table, method="minobs", checkpoint=place)
    for error in (first, second):
        assert "remove" not in str(error.value)


def test_a_disk_that_fails_later_does_not_end_the_search(tmp_path, monkeypatch):
    def fail(path, content):
        raise dw.FormatError(f"{path}: cannot write (No space left on device)")

    monkeypatch.setattr("dagwright.running.checkpoint.write_whole", fail)
    problem = make_problem("minobs")
    file = dw.Checkpoint(tmp_path / "search.checkpoint", every=0)
    result = solve("minobs", problem, checkpoint=file)
    assert answer(result) == answer(solve("minobs", problem))
    assert "the last checkpoint was not written" in result.notes[-1]


@pytest.mark.parametrize("every", [-1, float("nan"), float("inf"), "often", True])
def test_an_interval_that_is_no_time_is_refused(every):
    with pytest.raises(dw.DagwrightError, match="every="):
        dw.Checkpoint("file", every=every)


def test_states_are_not_written_more_often_than_asked(tmp_path):
    file = tmp_path / "search.checkpoint"
    result = solve("minobs", make_problem("minobs"), checkpoint=dw.Checkpoint(file, every=3600))
    assert not file.exists()
    assert result.notes[-1] == "no checkpoint: the search ended before it had a state to keep"


# `learn`, whose candidate sets are kept too.


@pytest.fixture
def table():
    return make_problem("hill-climbing").data


def test_learn_goes_on_with_the_very_same_candidate_sets(table, tmp_path):
    file = dw.Checkpoint(tmp_path / "search.checkpoint", every=0)
    options = {"method": dw.MINOBS(generations=15), "selection": dw.Sequential(max_parents=2)}
    whole = dw.learn(table, time_limit=None, **options)
    with force_stop_at_check(400):
        part = dw.learn(table, time_limit=None, checkpoint=file, **options)
    # The forced stop may have struck while sets were found: these are not kept then.
    rest = dw.learn(table, time_limit=None, checkpoint=file, **options)
    again = dw.learn(table, time_limit=None, checkpoint=file, **options)
    assert part.stop_reason == "interrupted"
    assert rest.dag == again.dag == whole.dag
    assert any("resumed from" in note for note in again.notes)
    assert again.timings[1:] == rest.timings[1:]  # all but the reading of the table
    assert len(list(tmp_path.glob("*.completed.dwps"))) == 1


def test_sets_that_a_clock_cut_short_are_used_again(table, tmp_path):
    file = tmp_path / "search.checkpoint"
    options = {
        "method": dw.MINOBS(generations=2),
        "selection": dw.Sequential(seconds_per_variable=1e-9),
        "checkpoint": dw.Checkpoint(file, every=0),
    }
    first = dw.learn(table, **options)
    assert "the clock ended the search for candidate sets" in first.irreproducible
    (kept,) = tmp_path.glob("*.time.dwps")
    second = dw.learn(table, **options)
    assert "the clock ended the search for candidate sets" in second.irreproducible
    # A first pass adds families to the very same sets.
    assert second.score >= dw.solve(dw.read_parent_sets(kept), dw.MINOBS(generations=2)).score
    assert second.score == first.score


def test_a_checkpoint_of_other_data_is_refused_before_sets_are_found(table, tmp_path):
    file = dw.Checkpoint(tmp_path / "search.checkpoint", every=0)
    dw.learn(table, method=dw.MINOBS(generations=3), checkpoint=file)
    other = table.select(table.names[:5])
    with pytest.raises(dw.DagwrightError, match="another run: its data is"):
        dw.learn(other, method=dw.MINOBS(generations=3), checkpoint=file)


def test_a_method_that_was_named_has_to_resume(table, tmp_path):
    with pytest.raises(dw.DagwrightError, match="exact keeps no checkpoints"):
        dw.learn(table, method="exact", checkpoint=tmp_path / "file")


def test_learn_starts_from_a_network_in_a_file(table, tmp_path):
    best = dw.learn(table, method=dw.HillClimbing(restarts=20))
    dw.fit(best.dag, table).write(tmp_path / "net.bif")
    warm = dw.learn(table, method=dw.HillClimbing(), start=tmp_path / "net.bif")
    assert warm.trace[0].score == best.score
    with pytest.raises(dw.FormatError, match="nowhere"):
        dw.learn(table, method=dw.HillClimbing(), start="nowhere.bif")


def forged(content, state=None, **changes):
    """Return a checkpoint with another header or state, under a digest that is right."""
    first, _, old = content.split(b"\n", 2)
    header = {**json.loads(first), **changes}
    first = json.dumps({key: value for key, value in header.items() if value is not None}).encode()
    state = old if state is None else state
    digest = hashlib.sha256(first + b"\n" + state).hexdigest().encode()
    return b"\n".join([first, digest, state])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"identity": None}, "what it belongs to"),
        ({"identity": []}, "what it belongs to"),
        ({"iterations": None}, "no count of iterations"),
        ({"iterations": -1}, "no count of iterations"),
        ({"iterations": "many"}, "no count of iterations"),
        ({"iterations": 2**70}, "no count of iterations"),
        ({"seconds": None}, "no time"),
        ({"seconds": -1.0}, "no time"),
        ({"seconds": float("nan")}, "no time"),
        ({"state": b""}, "it has no state"),
    ],
)
def test_a_damaged_checkpoint_with_a_right_digest_is_refused(tmp_path, changes, message):
    problem = make_problem("minobs")
    file = tmp_path / "search.checkpoint"
    solve("minobs", problem, checkpoint=dw.Checkpoint(file, every=0), iterations=3_000)
    file.write_bytes(forged(file.read_bytes(), **changes))
    with pytest.raises(dw.FormatError, match=f"the checkpoint is damaged .*{message}"):
        solve("minobs", problem, checkpoint=file)


def test_a_state_that_the_search_does_not_understand_is_the_fault_of_the_file(tmp_path):
    problem = make_problem("minobs")
    file = tmp_path / "search.checkpoint"
    solve("minobs", problem, checkpoint=dw.Checkpoint(file, every=0), iterations=3_000)
    identity = json.loads(file.read_bytes().split(b"\n")[0])["identity"]
    keeper = CheckpointKeeper(StateFile(dw.Checkpoint(file)), identity)
    for error in (ValueError("not one of this search"), IndexError("beyond")):
        with pytest.raises(dw.FormatError, match="the checkpoint is damaged"), keeper.resuming():
            raise error
    with pytest.raises(dw.DataError), keeper.resuming():  # which is a ValueError as well
        raise dw.DataError("something else")
    fresh = CheckpointKeeper(StateFile(dw.Checkpoint(tmp_path / "fresh")), identity)
    with pytest.raises(ValueError, match="no state to blame"), fresh.resuming():
        raise ValueError("no state to blame")


@pytest.mark.parametrize("name", ["minobs", "hill-climbing"])
def test_a_garbled_state_with_a_right_digest_is_refused(tmp_path, name):
    problem = make_problem(name)
    file = tmp_path / "search.checkpoint"
    solve(name, problem, checkpoint=dw.Checkpoint(file, every=0), iterations=3_000)
    content = file.read_bytes()
    state = content.split(b"\n", 2)[2]
    for garbled in (state[:-1], state + b"x", b"x", b"\xff" * len(state)):
        file.write_bytes(forged(content, garbled))
        with pytest.raises(dw.FormatError, match="the checkpoint is damaged"):
            solve(name, problem, checkpoint=file)


def test_a_count_that_the_search_does_not_keep_is_refused_under_a_right_digest(tmp_path):
    """Found by `make fuzz`: a walk without shakes was asked to shake."""
    problem = make_problem("tabu")
    file = tmp_path / "search.checkpoint"
    solve("tabu", problem, checkpoint=dw.Checkpoint(file, every=0))
    content = file.read_bytes()
    state = bytearray(content.split(b"\n", 2)[2])
    state[0:8] = (10**6).to_bytes(8, "little")  # rounds without a better network
    file.write_bytes(forged(content, bytes(state)))
    with pytest.raises(dw.FormatError, match="the checkpoint is damaged"):
        solve("tabu", problem, checkpoint=file)


def test_a_score_that_is_not_that_of_the_order_is_refused_under_a_right_digest(tmp_path):
    problem = make_problem("obs")
    file = tmp_path / "search.checkpoint"
    solve("obs", problem, checkpoint=dw.Checkpoint(file, every=0), iterations=3_000)
    content = file.read_bytes()
    state = bytearray(content.split(b"\n", 2)[2])
    state[0] ^= 1
    file.write_bytes(forged(content, bytes(state)))
    with pytest.raises(dw.FormatError, match="the checkpoint is damaged"):
        solve("obs", problem, checkpoint=file)


def test_a_full_disk_does_not_end_the_search_when_sets_are_kept(table, tmp_path, monkeypatch):
    def full(path, content):
        raise dw.FormatError(f"{path}: cannot write (No space left on device)")

    file = dw.Checkpoint(tmp_path / "search.checkpoint", every=0)
    options = {"method": dw.MINOBS(generations=3), "time_limit": None, "checkpoint": file}
    with monkeypatch.context() as patch:
        patch.setattr("dagwright.parents.set_files.write_whole", full)
        with pytest.warns(dw.DagwrightWarning, match="sets were not kept .*No space left"):
            result = dw.learn(table, **options)
    # A state without its sets would be refused by the next run.
    assert list(tmp_path.iterdir()) == []
    assert dw.learn(table, **options).dag == result.dag
    assert Path(file.path).exists()
