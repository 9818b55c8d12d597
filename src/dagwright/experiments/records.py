"""`RecordFile`: one JSON line per run, only ever appended to."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TypeAlias

from dagwright.errors import DagwrightError, FormatError

__all__ = ["Record", "RecordFile", "read_records"]

Record: TypeAlias = Mapping[str, Any]


def read_records(path: Path | str) -> list[Record]:
    """Return the records of a file, in order; none if there is no file.

    A last line that a kill cut short is left out. Of records with equal keys the last counts.

    Parameters
    ----------
    path
        The file of a `RecordFile`.
    """
    file = Path(path)
    if not file.exists():
        return []
    found: dict[str, Record] = {}
    lines = file.read_bytes().split(b"\n")
    for number, line in enumerate(lines, start=1):
        if not line or number == len(lines):  # the rest after the last line break
            continue
        try:
            record = json.loads(line)
            found[record["key"]] = record
        except (ValueError, KeyError, TypeError):
            raise FormatError(f"{file}, line {number}: no record: remove the line") from None
    return list(found.values())


class RecordFile:
    """Appends records; a kill at any moment loses at most the record being written.

    Only one process at a time may have a file open; another is refused.

    Parameters
    ----------
    path
        Made if need be, with its folder.

    Examples
    --------
    >>> import tempfile
    >>> from dagwright.experiments import RecordFile, read_records
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with RecordFile(f"{folder}/a.jsonl") as records:
    ...         records.append({"key": "1", "score": -2.5})
    ...     read_records(f"{folder}/a.jsonl")
    [{'key': '1', 'score': -2.5}]
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._file: IO[bytes] | None = None

    def __enter__(self) -> RecordFile:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab+")
        except OSError as error:
            raise FormatError(f"{self.path}: cannot write ({error.strerror})") from None
        try:
            _lock(self._file, self.path)
            _cut_torn_line(self._file)
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._file is not None
        self._file.close()

    def append(self, record: Record) -> None:
        """Write one record and wait until it is on the disk."""
        assert self._file is not None
        # allow_nan: JSON has no infinity, and a reader must not meet one.
        line = json.dumps(record, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        self._file.write(line.encode("utf-8") + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _lock(file: IO[bytes], path: Path) -> None:
    try:
        import fcntl  # noqa: PLC0415 - there is none on Windows, where two runs are not refused
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise DagwrightError(f"{path}: another run is writing to it: wait for its end") from None


def _cut_torn_line(file: IO[bytes]) -> None:
    """Remove what a kill left behind the last line break, or it would spoil the next line."""
    file.seek(0)
    content = file.read()
    file.truncate(content.rfind(b"\n") + 1)
