"""Compressed tables of text: broken streams of every kind. The first byte chooses the kind."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile

from tests.fuzz.reading import read

NAMES = ("t.csv.gz", "t.dat.bz2", "t.xz", "t.zip")
TABLE = b"a,b\n0,x\n1,y\n" * 20


def _zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("t.csv", TABLE)
    return out.getvalue()


SEEDS = [
    b"\0" + gzip.compress(TABLE),
    b"\1" + bz2.compress(TABLE),
    b"\2" + lzma.compress(TABLE),
    b"\0" + gzip.compress(TABLE) * 2,
    b"\3" + _zipped(),
]


def target(content: bytes) -> None:
    """Read the rest of the input as a compressed file."""
    if content:
        read(content[1:], NAMES[content[0] % len(NAMES)])
