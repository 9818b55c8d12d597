"""The recorder and the replay find what careless writers lose."""

import sys

import pytest
from crash.recording import needs_recorder, record, run_killed_at
from crash.replay import after_power_failure, contents, left_at_the_end

pytestmark = needs_recorder

WRITERS = {
    "in place": "f = open('a', 'wb'); f.write(b'new content'); f.flush(); os.fsync(f.fileno())",
    "no sync": "open('b', 'wb').write(b'new content'); os.replace('b', 'a')",
    "no sync of the folder": (
        "f = open('b', 'wb'); f.write(b'new content'); f.flush(); os.fsync(f.fileno())\n"
        "os.replace('b', 'a')"
    ),
    "careful": (
        "f = open('b', 'wb'); f.write(b'new content'); f.flush(); os.fsync(f.fileno())\n"
        "os.replace('b', 'a'); os.fsync(os.open('.', os.O_RDONLY))"
    ),
}


def program(writer):
    return [sys.executable, "-c", f"import os, sys\nos.chdir(sys.argv[1])\n{WRITERS[writer]}"]


def found_after(writer, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a").write_bytes(b"old")
    changes = record([*program(writer), str(folder)], folder, tmp_path / "log")
    states = after_power_failure({"a": b"old"}, changes)
    assert states[-1] == contents(folder) == {"a": b"new content"}
    return {state.get("a") for state in states}, changes


@pytest.mark.parametrize("writer", ["in place", "no sync"])
def test_half_of_a_file_is_found_where_nothing_holds_it_together(writer, tmp_path):
    found, _ = found_after(writer, tmp_path)
    assert {b"", b"new content"[:5], bytes(11)} & found


@pytest.mark.parametrize("writer", ["careful", "no sync of the folder"])
def test_a_careful_writer_leaves_the_old_or_the_new(writer, tmp_path):
    found, _ = found_after(writer, tmp_path)
    assert found == {b"old", b"new content"}


def test_a_name_may_be_lost_until_its_folder_is_synced(tmp_path):
    _, changes = found_after("careful", tmp_path)
    assert [change.kind for change in changes] == ["create", "write", "sync", "rename", "sync"]
    lost = left_at_the_end({"a": b"old"}, changes[:4])
    assert {state["a"] for state in lost} == {b"old", b"new content"}
    assert left_at_the_end({"a": b"old"}, changes) == [{"a": b"new content"}]


def test_a_process_can_be_killed_before_each_change(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    found = []
    for change in range(1, 7):
        (folder / "a").write_bytes(b"old")
        (folder / "b").unlink(missing_ok=True)
        code = run_killed_at([*program("careful"), str(folder)], folder, change)
        found.append((code, sorted(contents(folder)), (folder / "a").read_bytes()))
    assert found == [
        (-9, ["a"], b"old"),
        (-9, ["a", "b"], b"old"),
        (-9, ["a", "b"], b"old"),
        (-9, ["a", "b"], b"old"),
        (-9, ["a"], b"new content"),
        (0, ["a"], b"new content"),
    ]
