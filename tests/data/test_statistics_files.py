"""Files of SPSS and Stata."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from tests.support.raw import cells, raw, raw_file

import dagwright as dw
from dagwright.data import statistics_file
from dagwright.data.raw import Coded, Opaque, Real

pyreadstat = pytest.importorskip("pyreadstat")

FRAME = pd.DataFrame(
    {
        "sex": [1.0, 2.0, 1.0, 9.0],
        "age": [31.0, 45.5, 99.0, np.nan],
        "town": ["Ulm", "Bonn", "Ulm", ""],
        "when": pd.to_datetime(["2020-01-01"] * 4),
    }
)
LABELS = {"sex": {1: "male", 2: "female", 3: "other", 9: "refused"}, "age": {99: "unknown"}}


@pytest.fixture
def sav(tmp_path):
    path = tmp_path / "t.sav"
    missing = {"sex": [9], "age": [{"lo": 98, "hi": 99}]}
    pyreadstat.write_sav(FRAME, path, variable_value_labels=LABELS, missing_ranges=missing)
    return path


def test_value_labels_are_declared_states_and_user_missing_values_missing(sav):
    table = raw_file(sav)
    sex, age, town, when = table.columns.values()
    assert isinstance(sex, Coded)
    assert sex.declared
    assert sex.states == ("male", "female", "other")
    assert sex.codes[:3].tolist() == [0, 1, 0]
    assert sex.missing.tolist() == [False, False, False, True]
    assert isinstance(age, Real)
    assert age.values[:2].tolist() == [31.0, 45.5]
    assert np.isnan(age.values[2:]).all()
    assert cells(town) == ["Ulm", "Bonn", "Ulm", ""]
    assert isinstance(when, Opaque)
    assert when.is_date
    assert table.n_rows == 4
    assert "value labels were used in 1 of 4 columns" in table.notes


def test_a_stata_file_is_read_whatever_its_name(tmp_path):
    path = tmp_path / "t.dta"
    pyreadstat.write_dta(FRAME, path, variable_value_labels={"sex": LABELS["sex"]})
    for name in ("t.dta", "t.bin"):
        table = raw(path.read_bytes(), name)
        assert table.columns["sex"].states == ("male", "female", "other", "refused")
        assert table.columns["age"].values[1] == 45.5


def test_values_without_a_label_keep_a_column_as_it_is(tmp_path):
    path = tmp_path / "t.sav"
    pyreadstat.write_sav(FRAME[["sex"]], path, variable_value_labels={"sex": {1: "male"}})
    assert raw_file(path).columns["sex"].values.tolist() == [1, 2, 1, 9]


@pytest.mark.parametrize("name", ["t.sav", "t.dta", "t.por"])
@pytest.mark.parametrize("content", [b"", b"$FL2 nonsense", b"a,b\n1,2\n"])
def test_a_broken_file_is_refused(name, content):
    with pytest.raises(dw.FormatError, match=r"is not a readable .* file"):
        raw(content, name)


def test_without_the_library_the_message_says_what_to_install(monkeypatch):
    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr(statistics_file.importlib, "import_module", absent)
    with pytest.raises(dw.DagwrightError, match=r"pip install 'dagwright\[stats\]'"):
        raw(b"", "t.sav")


def test_a_column_without_a_name_is_refused(sav, monkeypatch):
    """Found by fuzzing: damage to a record of names leaves None for one."""
    read = pyreadstat.read_sav

    def nameless(*arguments, **options):
        columns, meta = read(*arguments, **options)
        return {None: columns["sex"], **columns}, meta

    monkeypatch.setattr(pyreadstat, "read_sav", nameless)
    with pytest.raises(dw.FormatError, match="a column has no name"):
        raw_file(sav)
