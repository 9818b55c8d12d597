"""Where bytes come from: packed files, archives, standard input and open streams."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile

import pytest
from tests.support.raw import raw, raw_file, table_cells

import dagwright as dw
from dagwright.data.options import TableOptions
from dagwright.data.reading import read_raw

TEXT = b"rain,wet\nno,0\nyes,1\n"
EXPECTED = {"rain": ["no", "yes"], "wet": ["0", "1"]}


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("suffix", "module"), [(".gz", gzip), (".bz2", bz2), (".xz", lzma)], ids=["gz", "bz2", "xz"]
)
@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.dat", "t", "v1.2"])
def test_compressed_files_are_read(tmp_path, name, suffix, module):
    text = TEXT.replace(b",", b"\t") if name == "t.tsv" else TEXT
    path = tmp_path / (name + suffix)
    path.write_bytes(module.compress(text))
    assert table_cells(raw_file(path)) == EXPECTED
    whole = module.compress(text * 1000)
    for broken in (whole[: len(whole) // 2], text):
        path.write_bytes(broken)
        with pytest.raises(dw.FormatError, match=r"is not a complete (gzip|bzip2|xz) file"):
            raw_file(path)


@pytest.mark.parametrize("module", [gzip, bz2, lzma])
def test_a_packed_file_without_suffix_is_known_by_its_first_bytes(module):
    assert table_cells(raw(module.compress(TEXT), "t.csv")) == EXPECTED


def test_an_archive_with_one_table_is_read():
    assert table_cells(raw(zipped({"folder/t.csv": TEXT}), "t.zip")) == EXPECTED
    files = {"t.tsv": TEXT.replace(b",", b"\t"), "README.md": b"x", "__MACOSX/._t.csv": b"y"}
    assert table_cells(raw(zipped(files), "t.zip")) == EXPECTED
    assert table_cells(raw(zipped({"t": TEXT}), "t")) == EXPECTED


def test_an_archive_with_several_tables_or_none_is_refused():
    with pytest.raises(dw.FormatError, match=r"t\.zip holds 2 tables: a\.csv, b\.csv; unpack"):
        raw(zipped({"a.csv": TEXT, "b.csv": TEXT}), "t.zip")
    with pytest.raises(dw.FormatError, match=r"t\.zip holds no table"):
        raw(zipped({".hidden": b"x"}), "t.zip")
    with pytest.raises(dw.FormatError, match=r"t\.zip is not a complete zip file"):
        raw(zipped({"a.csv": TEXT})[:40], "t.zip")


def test_messages_name_the_table_in_the_archive():
    with pytest.raises(dw.FormatError, match=r"t\.zip:a\.csv, line 3: 1 cell"):
        raw(zipped({"a.csv": b"a,b\n1,2\n3\n4,5\n"}), "t.zip")


def test_standard_input_is_read(monkeypatch):
    class Input:
        buffer = io.BytesIO(gzip.compress(TEXT))

    monkeypatch.setattr("sys.stdin", Input)
    assert table_cells(read_raw("-", TableOptions())) == EXPECTED
    Input.buffer = io.BytesIO(b"a,b\n1\n2,3\n")
    with pytest.raises(dw.FormatError, match="standard input, line 2: 1 cell"):
        read_raw("-", TableOptions())


def test_a_stream_that_cannot_jump_is_read():
    class Pipe(io.RawIOBase):
        def __init__(self):
            self._rest = io.BytesIO(TEXT)

        def readable(self):
            return True

        def readinto(self, buffer):
            return self._rest.readinto(memoryview(buffer)[:5])

    assert table_cells(read_raw(Pipe(), TableOptions())) == EXPECTED


@pytest.mark.parametrize("wrong", [io.StringIO("a,b\n1,2\n"), 7])
def test_what_gives_no_bytes_is_refused(wrong):
    with pytest.raises(dw.FormatError, match="gives no bytes: open it with 'rb'"):
        read_raw(wrong, TableOptions())


@pytest.mark.parametrize(
    "address", ["https://example.org/t.csv", "HTTP://x", "s3://bucket/t.parquet"]
)
def test_addresses_are_refused_with_a_sentence(address):
    with pytest.raises(dw.FormatError, match="download the file first: dagwright opens no network"):
        read_raw(address, TableOptions())


def test_a_missing_file_or_a_folder_is_named(tmp_path):
    with pytest.raises(dw.FormatError, match=r"cannot read .*absent\.csv: No such file"):
        raw_file(tmp_path / "absent.csv")
    with pytest.raises(dw.FormatError, match=r"cannot read .*: Is a directory"):
        raw_file(tmp_path)


def test_an_archive_of_an_unknown_kind_or_with_a_password_is_refused():
    plain = zipped({"a.csv": TEXT})
    entry = plain.index(b"PK\x01\x02")
    newer = bytearray(plain)
    newer[entry + 6] = 100  # the version that is needed to unpack
    with pytest.raises(dw.FormatError, match=r"t\.zip is not a complete zip file: .*version"):
        raw(bytes(newer), "t.zip")
    locked = bytearray(plain)
    locked[6] |= 1
    locked[entry + 8] |= 1
    with pytest.raises(dw.FormatError, match=r"cannot be unpacked: .*password"):
        raw(bytes(locked), "t.zip")
