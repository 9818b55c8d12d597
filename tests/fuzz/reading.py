"""What the targets for tables share."""

from __future__ import annotations

import atexit
import tempfile
import warnings
from pathlib import Path

import dagwright as dw

warnings.simplefilter("error")
_FOLDER = tempfile.TemporaryDirectory()
atexit.register(_FOLDER.cleanup)


def read(content: bytes, name: str, **options) -> None:
    """Read bytes as a file: a sound dataset or a clear error must come of it."""
    path = Path(_FOLDER.name) / name
    path.write_bytes(content)
    try:
        data = dw.read_data(path, **options)
    except dw.DagwrightError:
        return
    assert data.n_rows >= 1
    assert data.n_variables >= 1
    for codes, arity in zip(data.codes, data.arities, strict=True):
        assert len(codes) == data.n_rows
        assert codes.max() < arity
    assert len(data.fingerprint) == 32
