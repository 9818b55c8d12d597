"""Any table survives a round trip through CSV, and no bytes whatever break the reader."""

from __future__ import annotations

import csv
import io
import itertools
import tempfile
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

import dagwright as dw
from dagwright._core import CsvEncoder, CsvError, NotUtf8Error
from dagwright.data.text.columns import ALL_LABELS

# Surrogates have no UTF-8 form and NUL is refused; anything else is a legitimate label.
LABELS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
PLAIN = st.text("ab ,\"\n\r'é0", max_size=9)
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def tables(draw, labels):
    width = draw(st.integers(1, 5))
    row = st.lists(labels, min_size=width, max_size=width)
    return draw(st.lists(row, min_size=1, max_size=20))


def encode(content, width, cuts=()):
    """Feed content in pieces and return the rows that come out."""
    encoder = CsvEncoder(width, ",", ".", ALL_LABELS, list(range(width)), 1)
    edges = [0, *sorted(cut % (len(content) + 1) for cut in cuts), len(content)]
    for start, stop in itertools.pairwise(edges):
        encoder.feed(content[start:stop])
    encoder.finish()
    columns = []
    for j in range(width):
        column = encoder.column(j)
        labels = column.labels
        columns.append([labels[code] for code in column.codes])
        assert set(columns[j]) == set(labels)
    rows = [list(row) for row in zip(*columns, strict=True)]
    assert len(rows) == encoder.n_records
    return rows


def outcome(content, width, cuts=()):
    try:
        return encode(content, width, cuts)
    except (CsvError, NotUtf8Error) as error:
        return str(error)


def trimmed(rows):
    """Return rows without blanks around their cells, and without rows of several empty cells."""
    rows = [[cell.strip(" \t") for cell in row] for row in rows]
    return [row for row in rows if any(row) or len(row) == 1]


def written(rows, line_end):
    text = io.StringIO(newline="")
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator=line_end).writerows(rows)
    return text.getvalue().encode()


@given(tables(st.one_of(LABELS, PLAIN)), LINE_ENDS, st.lists(st.integers(0, 10**6), max_size=8))
def test_quoted_tables_come_back_whatever_the_piece_boundaries(rows, line_end, cuts):
    assert encode(written(rows, line_end), len(rows[0]), cuts) == trimmed(rows)


@given(
    tables(st.text("abcxyz01é-", min_size=1, max_size=12)),
    LINE_ENDS,
    st.lists(st.integers(0, 10**6), max_size=8),
    st.booleans(),
)
def test_unquoted_tables_come_back_whatever_the_piece_boundaries(rows, line_end, cuts, ended):
    text = line_end.join(",".join(row) for row in rows) + (line_end if ended else "")
    assert encode(text.encode(), len(rows[0]), cuts) == rows


@given(
    st.one_of(st.binary(max_size=200), st.text('ab,"\n\r \té\ufeff', max_size=80).map(str.encode)),
    st.integers(1, 3),
    st.lists(st.integers(0, 10**6), max_size=8),
)
@example(b"\xef\xbb\xbfa,b\n1,2", 2, [1, 2, 3])
@example(b"\xef\xbb\x80,b\n1,2", 2, [1, 2])
@example(b'a\rbb\n\n\r\n"c\r\n', 1, [2, 3, 7])
def test_piece_boundaries_never_matter(content, width, cuts):
    assert outcome(content, width, cuts) == outcome(content, width)


@given(
    st.one_of(st.binary(max_size=300), st.text('a1.,"\n\r ?-e', max_size=80).map(str.encode)),
    st.sampled_from([None, True, False]),
    st.sampled_from([None, "x0", "a"]),
)
def test_any_bytes_give_a_dataset_or_a_clear_error(content, header, weights):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "any.csv"
        path.write_bytes(content)
        try:
            result = dw.read_data(path, header=header, weights=weights)
        except dw.DagwrightError as error:
            result = error
    assert "any.csv" in str(result) if isinstance(result, Exception) else result.n_rows >= 1


@given(tables(st.text('abc ,"\nxyz', max_size=9)), st.booleans())
def test_a_file_and_a_frame_of_the_same_table_give_the_same_dataset(rows, as_is):
    rows = [row for row in trimmed(rows) if any(row)]
    if not rows:
        return
    names = [f"name {j}" for j in range(len(rows[0]))]
    frame = {
        name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)
    }
    words = {"as_is": as_is, "missing": "state", "keep": () if as_is else names}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        path.write_bytes(written([names, *rows], "\r\n"))
        assert result_of(dw.read_data, path, header=True, delimiter=",", **words) == result_of(
            dw.Dataset.from_frame, frame, **words
        )


def result_of(read, table, **words):
    """Return a dataset, or only that there is none."""
    try:
        return read(table, **words)
    except dw.DataError as error:
        assert "no column is left" in str(error)  # noqa: PT017 - either outcome is fine
        return None
