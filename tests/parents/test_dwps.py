"""The binary form of parent sets: no damage goes unnoticed, and none ends the process."""

import gzip
import os
import random
import struct

import numpy as np
import pytest

import dagwright as dw
from dagwright.parents.binary_file import binary_pieces
from dagwright.parents.header import header_json

SETS = dw.ParentSets.from_lists(
    ["rain", "wet"], {"rain": [(-7.5, ())], "wet": [(-9.0, ()), (-1 / 3, ("rain",))]}
)


def version_1(sets):
    """Return the file as 0.1.0 wrote it."""
    header = header_json(sets)
    content = struct.pack("<8sII", b"\x89DWPS\r\n\x00", 1, len(header)) + header
    arrays = (sets.child_starts, sets.scores, sets.set_starts, sets.members)
    for array, dtype in zip(arrays, ("<i8", "<f8", "<u4", "<u2"), strict=True):
        content += b"\x00" * (-len(content) % 64) + array.astype(dtype).tobytes()
    return content


@pytest.fixture
def path(tmp_path):
    SETS.write(tmp_path / "sets.dwps")
    return tmp_path / "sets.dwps"


@pytest.fixture
def read(tmp_path):
    def read_bytes(content):
        file = tmp_path / "changed.dwps"
        file.write_bytes(content)
        return dw.read_parent_sets(file)

    return read_bytes


def test_sets_come_back(path):
    assert dw.read_parent_sets(path) == SETS
    assert not dw.read_parent_sets(path).scores.flags.writeable


def test_every_flipped_bit_is_refused(path, read):
    content = path.read_bytes()
    accepted = []
    for bit in range(8 * len(content)):
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            read(bytes(flipped))
            accepted.append(bit)
        except dw.FormatError:
            pass
    assert accepted == []


def test_every_truncation_is_refused(path, read):
    content = path.read_bytes()
    for length in range(len(content)):
        with pytest.raises(dw.FormatError):
            read(content[:length])
    with pytest.raises(dw.FormatError, match="more after the sets"):
        read(content + b"\x00")


def test_damage_of_a_larger_file_is_refused(tmp_path, read):
    scores = dw.LocalScores(dw.load_dataset("wdbc"), "bic")
    sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    content = b"".join(binary_pieces(sets, True))
    assert read(content) == sets
    draw = random.Random(5)
    for _ in range(300):
        changed = bytearray(content)
        changed[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
        with pytest.raises(dw.FormatError):
            read(bytes(changed))
        with pytest.raises(dw.FormatError):
            read(content[: draw.randrange(len(content))])
        begin, length = draw.randrange(len(content) - 64), draw.randrange(1, 64)
        noise = draw.randbytes(length)
        if content[begin : begin + length] != noise:
            with pytest.raises(dw.FormatError):
                read(content[:begin] + noise + content[begin + length :])


def test_a_file_that_shrinks_after_reading_does_no_harm(path):
    sets = dw.read_parent_sets(path)
    os.truncate(path, 10)
    assert sets == SETS
    assert dw.solve(sets, "minobs", iterations=100).dag.edges == (("rain", "wet"),)


def test_a_file_may_be_replaced_after_reading(path):
    sets = dw.read_parent_sets(path)
    dw.ParentSets.from_lists(["a"], {"a": [(-1, ())]}).write(path)
    assert sets == SETS


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: b"", "empty"),
        (lambda content: content[:10], "too short"),
        (lambda content: b"x" + content[1:], "begins otherwise"),
        (lambda content: content[:8] + b"\x03" + content[9:], "version 3"),
        (lambda content: content[:20], "ends early"),
        (lambda content: content[:60], "ends early"),
        (lambda content: content + b"\x00", "more after the sets"),
        (lambda content: content[:-2] + b"\x09\x00", "its checksum is wrong"),
        (lambda content: content.replace(b'"n_sets": 3', b'"n_sets": 4'), "its checksum is wrong"),
    ],
)
def test_the_message_says_what_is_wrong(path, read, change, message):
    with pytest.raises(dw.FormatError, match=message):
        read(change(path.read_bytes()))


def test_files_of_the_first_version_are_read(read):
    assert read(version_1(SETS)) == SETS


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: content[:60], "ends early"),
        (lambda content: content + b"\x00", "more after the sets"),
        (lambda content: content.replace(b'"n_sets": 3', b'"n_sets": x'), "header is damaged"),
        (lambda content: content.replace(b'"n_sets": 3', b'"n_sets":-1'), "header is damaged"),
        (lambda content: content[:-2] + b"\x09\x00", "damaged .*positions below 2"),
    ],
)
def test_the_structure_of_the_first_version_is_checked(read, change, message):
    with pytest.raises(dw.FormatError, match=message):
        read(change(version_1(SETS)))


def test_no_damage_of_the_first_version_is_more_than_an_error(read):
    content = version_1(SETS)
    for bit in range(0, 8 * len(content), 7):
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            sets = read(bytes(flipped))
        except dw.FormatError:
            continue
        assert np.isfinite(dw.solve(sets, "dp").score)
    for length in range(len(content)):
        with pytest.raises(dw.FormatError):
            read(content[:length])


def test_a_packed_file_has_the_same_content(tmp_path, path):
    SETS.write(tmp_path / "sets.dwps.gz")
    assert gzip.decompress((tmp_path / "sets.dwps.gz").read_bytes()) == path.read_bytes()
    assert dw.read_parent_sets(tmp_path / "sets.dwps.gz") == SETS
