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
from typing import Any, Protocol

from dagwright.errors import DagwrightError, FormatError
from dagwright.files import (
    check_writable,
    is_stream,
    read_pieces,
    remove_leftover,
    unused_name,
    write_whole,
)
from dagwright.running.control import Control

__all__ = [
    "Checkpoint",
    "CheckpointKeeper",
    "Saved",
    "StateFile",
    "StatePlace",
    "check_identity",
    "damaged",
    "resolve_checkpoint",
]

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
    """Return the checkpoint that a user's path or object stands for; refuse what can keep none."""
    if checkpoint is None:
        return None
    found = checkpoint if isinstance(checkpoint, Checkpoint) else Checkpoint(checkpoint)
    check_writable(found.path)
    if is_stream(found.path):
        raise FormatError(f"{found.path}: a pipe or a device keeps no checkpoint: name a file")
    return found


@dataclass(frozen=True)
class Saved:
    """What a place holds: a header of plain values, and the state of a search."""

    header: dict[str, Any]
    state: bytes


class StatePlace(Protocol):
    """Where the state of a search is kept: a file, or a part of one."""

    path: Path
    every: float
    """Seconds between two states, at least."""
    saved: Saved | None
    """What an earlier run left here."""

    @property
    def failure(self) -> str | None:
        """Why the last state could not be written; None if it was."""
        ...

    def write(self, header: Mapping[str, Any], state: bytes) -> None:
        """Keep a new state instead of the old one."""
        ...


class StateFile:
    """A file with the state of a run, written whole or not at all, under a checksum.

    Parameters
    ----------
    checkpoint
        Which file, and how often.
    form
        What the file says that it is.

    Attributes
    ----------
    path, every, saved, failure
        As in `StatePlace`.
    """

    def __init__(self, checkpoint: Checkpoint, form: str = _FORMAT) -> None:
        self.path, self.every = Path(checkpoint.path), float(checkpoint.every)
        self.failure: str | None = None
        self._form = form
        remove_leftover(self.path)
        self.saved = _read(self.path, form) if self.path.exists() else None

    def write(self, header: Mapping[str, Any], state: bytes) -> None:
        """Keep a new state; a disk that fails is remembered, and ends nothing."""
        first = json.dumps({"format": self._form, **header}).encode("ascii") + b"\n"
        # A search of hours is not worth less because a disk was full for a minute.
        try:
            write_whole(self.path, [first, _digest(first, state), state])
            self.failure = None
        except FormatError as error:
            self.failure = str(error)


class CheckpointKeeper:
    """The state of one search: continues from that of an earlier one, and keeps new ones.

    Parameters
    ----------
    place
        Where states are.
    identity
        What must be the same for a search to resume from another's state, in words by what it is.
    """

    def __init__(self, place: StatePlace, identity: Mapping[str, str]) -> None:
        self._place = place
        self._identity = dict(identity)
        self._states = 0
        self._resumed = place.saved
        if self._resumed is not None:
            _check_search(place.path, self._resumed)
            check_identity(place.path, self._resumed.header["identity"], identity)

    def attach(self, control: Control) -> None:
        """Let a search continue from the state that is there, if any, and keep its states."""
        resumed, before = self._resumed, 0.0
        if resumed is not None:
            limit, done = control.core.iteration_limit, resumed.header["iterations"]
            if limit is not None and done > limit:
                raise DagwrightError(
                    f"{self._place.path} was saved after {done} iterations, the limit is {limit}: "
                    "raise the limit or remove the file"
                )
            before = resumed.header["seconds"]
        if control.root.before:
            control.began -= before  # which the whole run counts already
        state = None if resumed is None else resumed.state
        control.core.keep_checkpoints(self._save, self._place.every, state, before)

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
            raise damaged(self._place.path, str(error)) from error

    @property
    def notes(self) -> tuple[str, ...]:
        """Say what was read, and what could not be written."""
        notes = []
        if self._resumed is not None:
            header = self._resumed.header
            notes.append(
                f"resumed from {self._place.path}: {header['iterations']:,} iterations in "
                f"{header['seconds']:.1f} s were done before"
            )
        if self._states == 0 and self._resumed is None:
            notes.append("no checkpoint: the search ended before it had a state to keep")
        if self._place.failure is not None:
            notes.append(f"the last checkpoint was not written: {self._place.failure}")
        return tuple(notes)

    def _save(self, state: bytes, iterations: int, seconds: float) -> None:
        self._states += 1
        header = {"identity": self._identity, "iterations": iterations, "seconds": seconds}
        self._place.write(header, state)


def check_identity(path: Path, saved: Mapping[str, str], now: Mapping[str, str]) -> None:
    """Refuse the checkpoint of another run, and say what differs."""
    for what, here in now.items():
        before = saved.get(what)
        if before != here:
            raise DagwrightError(
                f"{path} is the checkpoint of another run: its {_difference(what, before, here)}; "
                "give another file, or remove this one to start again",
                remedy={"checkpoint": str(unused_name(path))},
            )


def _difference(what: str, before: str | None, here: str) -> str:
    """Say how two runs differ in something; how Python writes an object tells a person nothing."""
    was, is_ = (str(each).partition("(")[0] for each in (before, here))
    if what == "constraints":
        return "constraints are others"
    if what == "start":  # known by a digest
        return "start is another"
    if was == is_:
        return f"{what} has other parameters"
    return f"{what} is {was}, here it is {is_}"


def damaged(path: Path, reason: str) -> FormatError:
    """Return the error for a file whose content is at fault."""
    return FormatError(f"{path}: the checkpoint is damaged ({reason}); remove it to start again")


def _digest(first: bytes, state: bytes) -> bytes:
    return hashlib.sha256(first + state).hexdigest().encode("ascii") + b"\n"


def _read(path: Path, form: str) -> Saved:
    first, digest, state = (*b"".join(read_pieces(path)).split(b"\n", 2), b"", b"")[:3]
    try:
        header = json.loads(first)
        known = header["format"] == form
    except (ValueError, KeyError, TypeError, RecursionError):
        known = False
    if not known:
        raise FormatError(f"{path}: this is not a checkpoint of this version of dagwright")
    if digest + b"\n" != _digest(first + b"\n", state):
        raise damaged(path, "its checksum is wrong")
    if not isinstance(header.get("identity"), dict):
        raise damaged(path, "it does not say what it belongs to")
    _check_seconds(path, header)
    return Saved(header, state)


def _check_seconds(path: Path, header: Mapping[str, Any]) -> None:
    seconds = header.get("seconds")
    if not isinstance(seconds, int | float) or not 0 <= seconds < math.inf:
        raise damaged(path, "it has no time")


def _check_search(path: Path, saved: Saved) -> None:
    """Refuse what is not the state of a search, although its digest is right."""
    _check_seconds(path, saved.header)
    done = saved.header.get("iterations")
    if type(done) is not int or not 0 <= done < 2**63:
        raise damaged(path, "it has no count of iterations")
    if not saved.state:
        raise damaged(path, "it has no state")
