"""Files that a long search can go on from after it was killed."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dagwright import _core
from dagwright.errors import DagwrightError, FormatError
from dagwright.files import check_writable, read_pieces, remove_leftover, write_whole

__all__ = ["Checkpoint", "CheckpointKeeper", "resolve_checkpoint"]

_FORMAT = "dagwright checkpoint 2"


@dataclass(frozen=True)
class Checkpoint:
    """Where a search keeps its state, and how often.

    The file is written whole or not at all, so a search that is killed at any moment leaves a
    state that it can go on from: the same call reads the file, if it is there, and continues.

    Parameters
    ----------
    path
        The file. One that belongs to another problem, method, seed or constraints is refused.
    every
        Seconds between two states, at least.

    Examples
    --------
    >>> import dagwright as dw, pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "search.checkpoint"
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> climb = dw.HillClimbing(restarts=40)
    >>> part = dw.solve(scores, climb, iterations=200, checkpoint=dw.Checkpoint(file, every=0))
    >>> rest = dw.solve(scores, climb, checkpoint=file)
    >>> rest.dag == dw.solve(scores, climb).dag
    True
    """

    path: str | os.PathLike[str]
    every: float = 5.0

    def __post_init__(self) -> None:
        if not isinstance(self.path, (str, os.PathLike)):
            raise DagwrightError(f"Checkpoint(path={self.path!r}): give the path of a file")
        number = isinstance(self.every, (int, float)) and not isinstance(self.every, bool)
        if not number or not 0 <= self.every < math.inf:
            raise DagwrightError(f"Checkpoint(every={self.every!r}): give seconds from 0")


def resolve_checkpoint(
    checkpoint: Checkpoint | str | os.PathLike[str] | None,
) -> Checkpoint | None:
    """Return the checkpoint that a user's path or object stands for."""
    if checkpoint is None or isinstance(checkpoint, Checkpoint):
        return checkpoint
    return Checkpoint(checkpoint)


class CheckpointKeeper:
    """The file of one run: reads the state of an earlier one, and writes new states.

    Parameters
    ----------
    checkpoint
        Which file, and how often.
    identity
        What must be the same for a run to go on from another's state, in words by what it is.
    """

    def __init__(self, checkpoint: Checkpoint, identity: Mapping[str, str]) -> None:
        self._checkpoint = checkpoint
        self._path = Path(checkpoint.path)
        self._identity = dict(identity)
        self._states = 0
        self._failure: str | None = None
        self._resumed: _Saved | None = None
        check_writable(self._path)
        remove_leftover(self._path)
        if self._path.exists():
            self._resumed = _read(self._path)
            self._check_identity(self._resumed.header["identity"])

    def attach(self, control: _core.RunControl) -> None:
        """Let a run continue from the state in the file, if there is one, and write its states."""
        resumed = self._resumed
        if resumed is not None:
            limit, done = control.iteration_limit, resumed.header["iterations"]
            if limit is not None and done > limit:
                raise DagwrightError(
                    f"{self._path} was saved after {done} iterations, the limit is {limit}: raise "
                    "the limit or remove the file"
                )

        before = 0.0 if resumed is None else resumed.header["seconds"]
        state = None if resumed is None else resumed.state
        control.keep_checkpoints(self._save, float(self._checkpoint.every), state, before)

    @contextmanager
    def resuming(self) -> Iterator[None]:
        """Run the search in this: what goes wrong because of the state is the file's fault.

        The digest finds all that disks do. A state under a right digest that the search does not
        understand was written by other code, and is refused like any other damage.
        """
        try:
            yield
        except (ValueError, IndexError, OverflowError) as error:
            if self._resumed is None or isinstance(error, DagwrightError):
                raise
            raise _damaged(self._path, str(error)) from error

    @property
    def notes(self) -> tuple[str, ...]:
        """Say what was read, and what could not be written."""
        notes = []
        if self._resumed is not None:
            header = self._resumed.header
            notes.append(
                f"resumed from {self._path}: {header['iterations']:,} iterations in "
                f"{header['seconds']:.1f} s were done before"
            )
        if self._states == 0 and self._resumed is None:
            notes.append("no checkpoint: the search ended before it had a state to keep")
        if self._failure is not None:
            notes.append(f"the last checkpoint was not written: {self._failure}")
        return tuple(notes)

    def _check_identity(self, saved: Mapping[str, str]) -> None:
        for what, now in self._identity.items():
            before = saved.get(what)
            if before != now:
                raise DagwrightError(
                    f"{self._path} is the checkpoint of another run: its {what} is {before}, here "
                    f"it is {now}. Give another file, or remove this one to start again"
                )

    def _save(self, state: bytes, iterations: int, seconds: float) -> None:
        header = {
            "format": _FORMAT,
            "identity": self._identity,
            "iterations": iterations,
            "seconds": seconds,
        }
        first = json.dumps(header).encode("ascii") + b"\n"
        self._states += 1
        # A search of hours is not worth less because a disk was full for a minute.
        try:
            write_whole(self._path, [first, _digest(first, state), state])
            self._failure = None
        except FormatError as error:
            self._failure = str(error)


@dataclass(frozen=True)
class _Saved:
    header: dict[str, Any]
    state: bytes


def _digest(first: bytes, state: bytes) -> bytes:
    return hashlib.sha256(first + state).hexdigest().encode("ascii") + b"\n"


def _damaged(path: Path, reason: str) -> FormatError:
    return FormatError(f"{path}: the checkpoint is damaged ({reason}); remove it to start again")


def _read(path: Path) -> _Saved:
    first, digest, state = (*b"".join(read_pieces(path)).split(b"\n", 2), b"", b"")[:3]
    try:
        header = json.loads(first)
        known = header["format"] == _FORMAT
    except (ValueError, KeyError, TypeError, RecursionError):
        known = False
    if not known:
        raise FormatError(f"{path}: this is not a checkpoint of this version of dagwright")
    if digest + b"\n" != _digest(first + b"\n", state):
        raise _damaged(path, "its checksum is wrong")
    _check_header(path, header)
    if not state:
        raise _damaged(path, "it has no state")
    return _Saved(header, state)


def _check_header(path: Path, header: Mapping[str, Any]) -> None:
    """Refuse a header that is not one of ours, although its digest is right."""
    identity, done = header.get("identity"), header.get("iterations")
    if not isinstance(identity, dict):
        raise _damaged(path, "it does not say what it belongs to")
    if type(done) is not int or not 0 <= done < 2**63:
        raise _damaged(path, "it has no count of iterations")
    seconds = header.get("seconds")
    if not isinstance(seconds, int | float) or not 0 <= seconds < math.inf:
        raise _damaged(path, "it has no time")
