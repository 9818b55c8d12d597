import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dagwright as dw
from dagwright.experiments import RecordFile, read_records


def fill(path, keys):
    with RecordFile(path) as records:
        for key in keys:
            records.append({"key": key, "score": -1.5})


def test_no_file_has_no_records(tmp_path):
    assert read_records(tmp_path / "none.jsonl") == []


def test_records_are_appended(tmp_path):
    fill(tmp_path / "a.jsonl", "ab")
    fill(tmp_path / "a.jsonl", "c")
    assert [record["key"] for record in read_records(tmp_path / "a.jsonl")] == ["a", "b", "c"]


@given(cut=st.integers(0, 200))
def test_a_file_cut_anywhere_loses_at_most_the_record_being_written(tmp_path_factory, cut):
    path = tmp_path_factory.mktemp("records") / "a.jsonl"
    fill(path, "abcde")
    content = path.read_bytes()
    cut = min(cut, len(content))
    path.write_bytes(content[:cut])
    whole = content[:cut].count(b"\n")
    assert len(read_records(path)) == whole
    fill(path, "z")
    keys = [record["key"] for record in read_records(path)]
    assert keys == [*"abcde"[:whole], "z"]


def test_the_last_of_equal_keys_counts(tmp_path):
    with RecordFile(tmp_path / "a.jsonl") as records:
        records.append({"key": "a", "score": 1})
        records.append({"key": "a", "score": 2})
    assert [record["score"] for record in read_records(tmp_path / "a.jsonl")] == [2]


def test_a_line_that_is_no_record_is_named(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"key": "a"}\n[1, 2]\n{"key": "b"}\n', encoding="utf-8")
    with pytest.raises(dw.FormatError, match="line 2"):
        read_records(path)


def test_two_runs_do_not_write_to_one_file(tmp_path):
    path = tmp_path / "a.jsonl"
    with RecordFile(path), pytest.raises(dw.DagwrightError, match="another run"):
        fill(path, "a")
    fill(path, "a")


def test_what_json_cannot_hold_is_not_written(tmp_path):
    with RecordFile(tmp_path / "a.jsonl") as records, pytest.raises(ValueError, match="JSON"):
        records.append({"key": "a", "score": float("inf")})
    assert (tmp_path / "a.jsonl").read_bytes() == b""


def test_names_are_written_as_they_are(tmp_path):
    with RecordFile(tmp_path / "a.jsonl") as records:
        records.append({"key": "é", "n": 1})
    assert json.loads((tmp_path / "a.jsonl").read_text(encoding="utf-8"))["key"] == "é"
