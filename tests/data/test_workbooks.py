"""Sheets of workbooks, read like tables of text."""

from __future__ import annotations

import importlib

import pytest
from tests.support.raw import cells, raw, table_cells
from tests.support.workbooks import ods, xlsx

import dagwright as dw
from dagwright.data import workbook
from dagwright.data.raw import Real

pytest.importorskip("python_calamine")

ROWS = [["name", "age", "smokes"], ["Ada", 36, True], ["Bob", 40.5, False], ["Eve, jr", None, True]]
EXPECTED = {
    "name": ["Ada", "Bob", "Eve, jr"],
    "age": ["36", "40.5", ""],
    "smokes": ["TRUE", "FALSE", "TRUE"],
}


def test_a_workbook_reads_like_text():
    assert table_cells(raw(xlsx({"people": ROWS}), "t.xlsx")) == EXPECTED


def test_the_content_tells_a_workbook_whatever_its_name():
    for name in ("t.csv", "t.bin", "t"):
        assert table_cells(raw(xlsx({"people": ROWS}), name)) == EXPECTED
    assert list(raw(ods([["a", "b"], [1, "x"], [2, "y"]]), "t").columns) == ["a", "b"]


def test_sheets_are_chosen_by_name_or_position():
    content = xlsx({"notes": [["see", "other"], ["a", "b"]], "people": ROWS, "2": [["x"], ["y"]]})
    for sheet in ("people", 2):
        assert table_cells(raw(content, "t.xlsx", sheet=sheet)) == EXPECTED
    assert list(raw(content, "t.xlsx", sheet="3").columns) == ["x"]
    assert list(raw(content, "t.xlsx", sheet="2").columns) == ["x"]  # a name comes first
    table = raw(content, "t.xlsx")
    assert list(table.columns) == ["see", "other"]
    assert "read the sheet 'notes'; there are also 'people', '2' (sheet=)" in table.notes
    for sheet in ("absent", 4, 0):
        with pytest.raises(dw.DataError, match=r"t\.xlsx: no sheet .*there are 'notes', 'people'"):
            raw(content, "t.xlsx", sheet=sheet)


def test_titles_and_footers_of_a_sheet_are_left_out():
    rows = [["Our people"], [], *ROWS, [], ["Source: us"]]
    table = raw(xlsx({"s": rows}), "t.xlsx")
    assert table_cells(table) == EXPECTED
    assert table.where(0) == "row 4"
    assert any("'Our people'" in note for note in table.notes)
    assert any("'Source: us'" in note for note in table.notes)


def test_an_ods_file_is_read():
    table = raw(ods([["a", "b"], [1, "x"], [2.5, "y"], [3, "x"]]), "t.ods")
    assert table_cells(table) == {"a": ["1", "2.5", "3"], "b": ["x", "y", "x"]}


def test_many_numbers_are_numbers_exactly():
    values = [i / 7 for i in range(5000)]
    table = raw(
        xlsx({"s": [["x", "y"], *([value, i % 2] for i, value in enumerate(values))]}), "t.xlsx"
    )
    assert isinstance(table.columns["x"], Real)
    assert table.columns["x"].values.tolist() == values
    assert set(cells(table.columns["y"])) == {"0", "1"}


def test_what_is_for_text_is_refused():
    with pytest.raises(dw.DataError, match="are for files of text"):
        raw(xlsx({"s": ROWS}), "t.xlsx", delimiter=";")
    with pytest.raises(dw.DataError, match="sheet='a' is for workbooks"):
        raw("a,b\n1,2\n", sheet="a")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"a,b\n1,2\n", xlsx({"s": ROWS})[:300]])
def test_a_broken_workbook_is_refused(content):
    with pytest.raises(dw.FormatError, match=r"t\.xlsx is not a readable workbook"):
        raw(content, "t.xlsx")


def test_an_empty_sheet_is_refused():
    with pytest.raises(dw.DataError, match=r"t\.xlsx: the file is empty"):
        raw(xlsx({"s": []}), "t.xlsx")


def test_without_the_library_the_message_says_what_to_install(monkeypatch):
    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr(workbook.importlib, "import_module", absent)
    with pytest.raises(dw.DagwrightError, match=r"pip install 'dagwright\[excel\]'"):
        raw(xlsx({"s": ROWS}), "t.xlsx")
    assert importlib is workbook.importlib
