import io
import json
import os
from datetime import datetime
from pathlib import Path

import pytest

import dagwright as dw
from dagwright.running import LogLines


def test_lines_are_appended_and_dated(tmp_path):
    path = tmp_path / "run.log"
    path.write_text("before\n", encoding="utf-8")
    LogLines(path).write("note", "männlich\nweiblich", seconds=1.25)
    first, second = path.read_text(encoding="utf-8").splitlines()
    assert first == "before"
    time, text = second.split(" ", 1)
    assert datetime.fromisoformat(time).tzinfo is not None
    assert text == "     1.2 s  männlich weiblich"


def test_the_name_decides_on_json(tmp_path):
    path = tmp_path / "run.JSONL"
    LogLines(path).write("progress", "far", 2.0, bound=float("inf"), score=-1.5)
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record.pop("time")
    expected = {"event": "progress", "message": "far", "seconds": 2.0, "bound": None, "score": -1.5}
    assert record == expected


def test_names_that_are_no_text_are_escaped(tmp_path):
    path = tmp_path / "run.log"
    LogLines(path).write("note", "file \udce4")
    assert path.read_text(encoding="utf-8").endswith("file \\udce4\n")


def test_a_line_is_there_at_once(tmp_path):
    path = tmp_path / "run.log"
    lines = LogLines(path)
    for number in range(3):
        lines.write("note", str(number))
        assert len(path.read_text(encoding="utf-8").splitlines()) == number + 1


def test_a_stream_gets_lines_without_dates():
    stream = io.StringIO()
    LogLines(stream).write("note", "here")
    assert stream.getvalue() == "here\n"


def test_a_stream_that_fails_is_said_once():
    said = []
    stream = io.StringIO()
    stream.close()
    lines = LogLines(stream, on_failure=said.append)
    lines.write("note", "one")
    lines.write("note", "two")
    assert len(said) == 1
    assert "the log is not complete" in said[0]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_a_warning():
    with pytest.warns(dw.DagwrightWarning, match="No space left") as told:
        LogLines("/dev/full").write("note", "one")
    assert len(told) == 1


def test_a_line_that_was_cut_off_does_not_swallow_the_next_one(tmp_path, monkeypatch):
    path = tmp_path / "run.log"
    lines = LogLines(path, on_failure=lambda _: None)
    write, rooms = os.write, iter([5])

    def little_room(descriptor, data):
        room = next(rooms, None)
        if room is None:
            raise OSError(28, "No space left on device")
        return write(descriptor, data[:room])

    with monkeypatch.context() as patch:
        patch.setattr("os.write", little_room)
        lines.write("note", "first")
    lines.write("note", "second")
    cut_off, whole = path.read_text(encoding="utf-8").splitlines()
    assert len(cut_off) == 5
    assert whole.endswith("second")


def test_a_log_that_cannot_be_opened_is_an_error(tmp_path):
    with pytest.raises(dw.FormatError, match="cannot write"):
        dw.ProgressLog(tmp_path / "nowhere" / "run.log")
