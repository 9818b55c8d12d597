"""A power failure at any moment: files are old or new, and searches resume as if nothing was.

Runs are recorded in another process, change by change, and begun again in every folder that could
have been left of them.
"""

import os
import sys
from pathlib import Path

import pytest
from amount import some
from crash.recording import needs_recorder, record
from crash.replay import after_power_failure, contents, left_at_the_end, restore
from crash.runs import OUTPUTS, RUNS

pytestmark = [needs_recorder, pytest.mark.slow]
SUPPORT = str(Path(__file__).parents[1] / "support")


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch):
    """The recorded process syncs; those that resume here have no power failure to fear."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)


@pytest.fixture
def recorded(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([SUPPORT, os.environ.get("PYTHONPATH", "")]))
    folder = tmp_path / "folder"
    folder.mkdir()

    def run(name, *more, before=None):
        restore(folder, before or {})
        command = [sys.executable, "-m", "crash.runs", name, str(folder), *more]
        changes = record(command, folder, tmp_path / "log")
        states = after_power_failure(before or {}, changes)
        # Else a change was overlooked, and all the rest would be worth nothing.
        assert states[-1] == contents(folder)
        if name != "layers":  # which are of no use to anyone after the end
            assert left_at_the_end(before or {}, changes) == [states[-1]]
        return folder, states

    return run


def strays(folder, *expected):
    return [name for name in contents(folder) if name not in expected]


@pytest.mark.parametrize("name", ["orders", "walks"])
def test_a_search_resumes_from_whatever_a_power_failure_leaves(recorded, tmp_path, name):
    (tmp_path / "undisturbed").mkdir()
    whole = RUNS[name](tmp_path / "undisturbed")
    folder, states = recorded(name)
    assert len({state.get("search.checkpoint") for state in states}) > 3
    for state in some(states):
        restore(folder, state)
        assert RUNS[name](folder) == whole
        assert strays(folder, "search.checkpoint") == []


def test_learning_resumes_with_its_candidate_sets_whatever_a_power_failure_leaves(
    recorded, tmp_path
):
    (tmp_path / "undisturbed").mkdir()
    whole = RUNS["learn"](tmp_path / "undisturbed")
    names = sorted(contents(tmp_path / "undisturbed"))
    network = (tmp_path / "undisturbed" / "net.bif").read_bytes()
    folder, states = recorded("learn", before={"net.bif": b"old"})
    assert any(name.endswith(".dwps") for state in states for name in state)
    for state in some(states):
        assert state["net.bif"] in {b"old", network}
        restore(folder, state)
        assert RUNS["learn"](folder) == whole
        assert sorted(contents(folder)) == names


def test_a_proof_resumes_from_whatever_layers_a_power_failure_leaves(recorded, tmp_path):
    (tmp_path / "undisturbed").mkdir()
    whole = RUNS["layers"](tmp_path / "undisturbed")
    folder, states = recorded("layers")
    assert max(map(len, states)) > 5
    for state in some(states):
        restore(folder, state)
        assert RUNS["layers"](folder) == whole
        assert contents(folder) == {}


@pytest.mark.parametrize("way", [(), ("named",)])
@pytest.mark.parametrize("old", [b"old", None])
def test_outputs_are_old_or_new_after_a_power_failure(recorded, way, old):
    before = {} if old is None else dict.fromkeys(OUTPUTS, old)
    folder, states = recorded("outputs", *way, before=before)
    last = states[-1]
    assert sorted(last) == sorted(OUTPUTS)
    for state in states:
        for name in OUTPUTS:
            assert state.get(name) in {old, last[name]}
    littered = [state for state in states if state.keys() - set(OUTPUTS)]
    # Only where a nameless file is not the target at once is there something to leave behind.
    assert bool(littered) == (old is not None or way == ("named",))
    for state in some(littered) if littered else []:
        restore(folder, state)
        RUNS["outputs"](folder)
        assert strays(folder, *OUTPUTS) == []
