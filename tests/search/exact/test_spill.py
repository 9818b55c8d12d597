"""BFBnB with layers in files: resume, damage, a full disk."""

import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from random_sets import hard_sets

import dagwright as dw
from dagwright.running.control import force_stop_at_check

HEURISTIC = dw.SimpleHeuristic()


@pytest.fixture(scope="module")
def sets():
    return hard_sets(14, 3)


@pytest.fixture(scope="module")
def whole(sets):
    return dw.solve(sets, dw.BFBnB(HEURISTIC), threads=1)


def interrupt(sets, directory, layer=8):
    """Stop a run in the middle of a layer; its finished layers stay."""
    for check in range(1, 5000, 7):
        with force_stop_at_check(check):
            result = dw.solve(sets, dw.BFBnB(HEURISTIC, spill=directory), threads=1)
        if len(list(directory.iterdir())) > layer:
            return result
    raise AssertionError("never got that far")


def test_files_give_the_same_search_and_are_removed(sets, whole, tmp_path):
    result = dw.solve(sets, dw.BFBnB(HEURISTIC, spill=tmp_path / "new" / "folder"))
    assert result.dag == whole.dag
    assert result.counters["expanded"] == whole.counters["expanded"]
    assert list((tmp_path / "new" / "folder").iterdir()) == []


def test_a_stopped_run_goes_on_from_its_last_finished_layer(sets, whole, tmp_path):
    stopped = interrupt(sets, tmp_path)
    assert stopped.stop_reason == "interrupted"
    assert stopped.bound >= whole.score - 1e-6
    done = max(int(path.name.split("-")[2][:3]) for path in tmp_path.glob("*.layer"))
    result = dw.solve(sets, dw.BFBnB(HEURISTIC, spill=tmp_path))
    assert any(f"from layer {done}" in note for note in result.notes)
    assert result.dag == whole.dag
    assert result.counters["expanded"] == whole.counters["expanded"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", ["flip", "header", "cut", "empty"])
def test_a_damaged_layer_is_done_again(sets, whole, tmp_path, damage):
    interrupt(sets, tmp_path)
    victim = sorted(tmp_path.glob("*.layer"))[5]
    content = bytearray(victim.read_bytes())
    if damage == "flip":
        content[-20] ^= 1
    elif damage == "header":
        content[30] ^= 1
    elif damage == "cut":
        del content[-8:]
    else:
        content.clear()
    victim.write_bytes(content)
    result = dw.solve(sets, dw.BFBnB(HEURISTIC, spill=tmp_path))
    assert any("from layer 4" in note for note in result.notes)
    assert result.dag == whole.dag
    assert result.counters["expanded"] == whole.counters["expanded"]


def test_layers_of_another_problem_are_left_alone(sets, whole, tmp_path):
    interrupt(sets, tmp_path)
    before = sorted(tmp_path.iterdir())
    other = hard_sets(14, 4)
    assert dw.solve(other, dw.BFBnB(HEURISTIC, spill=tmp_path)).status == "optimal"
    assert sorted(tmp_path.iterdir()) == before
    again = dw.solve(sets, dw.BFBnB(dw.DynamicPatterns(k=2), spill=tmp_path))
    assert again.dag == whole.dag
    assert sorted(tmp_path.iterdir()) == before


def test_layers_of_a_tighter_limit_are_not_used(sets, whole, tmp_path):
    """What was pruned against a better network than we know may hold the optimum."""
    with force_stop_at_check(100):
        stopped = dw.solve(
            sets, dw.BFBnB(HEURISTIC, spill=tmp_path), start=whole.dag, threads=1, seed=1
        )
    assert stopped.stop_reason == "interrupted"
    assert list(tmp_path.glob("*.layer"))
    result = dw.solve(sets, dw.BFBnB(HEURISTIC, spill=tmp_path))
    assert result.score == pytest.approx(whole.score, abs=1e-6)


KILLED = """
import sys
sys.path.insert(0, {tests!r})
from random_sets import hard_sets
import dagwright as dw
sets = hard_sets(18, 3)
dw.solve(sets, dw.BFBnB(dw.SimpleHeuristic(), spill={spill!r}), threads=1)
"""


def test_a_killed_run_is_taken_up(tmp_path):
    program = KILLED.format(tests=str(Path(__file__).parents[2] / "support"), spill=str(tmp_path))
    process = subprocess.Popen([sys.executable, "-c", program])
    deadline = time.monotonic() + 60
    while len(list(tmp_path.glob("*.layer"))) < 6 and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()
    sets = hard_sets(18, 3)
    want = dw.solve(sets, dw.BFBnB(HEURISTIC))
    result = dw.solve(sets, dw.BFBnB(HEURISTIC, spill=tmp_path))
    assert any("resumed from layer" in note for note in result.notes)
    assert (result.dag, result.counters["expanded"]) == (want.dag, want.counters["expanded"])
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_ends_with_the_incumbent_and_says_so(sets, whole, tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, hard))
    try:
        result = dw.solve(sets, dw.BFBnB(HEURISTIC, spill=tmp_path))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert result.stop_reason == "memory"
    assert any("cannot write" in note and str(tmp_path) in note for note in result.notes)
    assert result.bound >= whole.score - 1e-6
    dw.verify(result)
    assert list(tmp_path.glob("*.part")) == []
    # With room again, the run continues.
    assert dw.solve(sets, dw.BFBnB(HEURISTIC, spill=tmp_path)).dag == whole.dag


def test_a_directory_that_cannot_be_made_is_named(sets, tmp_path):
    (tmp_path / "file").write_text("")
    result = dw.solve(sets, dw.BFBnB(HEURISTIC, spill=tmp_path / "file" / "below"))
    assert any("cannot create" in note for note in result.notes)
    assert result.stop_reason == "memory"


def test_a_stopped_run_leaves_no_part_of_a_layer(sets, tmp_path):
    interrupt(sets, tmp_path)
    assert list(tmp_path.glob("*.layer"))
    assert list(tmp_path.glob("*.part")) == []


def test_layers_that_cannot_be_opened_for_the_moment_are_kept(sets, whole, tmp_path):
    interrupt(sets, tmp_path)
    layers = sorted(tmp_path.iterdir())
    layers[3].rename(tmp_path / "aside")
    layers[3].symlink_to(layers[3])  # a loop, which the system refuses to open
    refused = dw.solve(sets, dw.BFBnB(HEURISTIC, spill=tmp_path))
    assert refused.stop_reason == "memory"
    assert refused.bound >= whole.score - 1e-6
    assert any("cannot open" in note for note in refused.notes)
    layers[3].unlink()
    (tmp_path / "aside").rename(layers[3])
    assert sorted(tmp_path.iterdir()) == layers
    result = dw.solve(sets, dw.BFBnB(HEURISTIC, spill=tmp_path))
    assert any("from layer" in note for note in result.notes)
    assert result.dag == whole.dag
