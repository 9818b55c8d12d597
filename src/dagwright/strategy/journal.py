"""What of a run is finished, in a file: a run that was killed does not do it again.

The steps of a schedule hand each piece of their work to a journal. A run that resumes goes the same
way through the schedule, and is given the pieces that its file has; the search that was under way
continues from its own state. So the schedule reads the same with a checkpoint and without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypedDict, TypeVar, cast

from dagwright.constraints import Scope
from dagwright.errors import DagwrightError
from dagwright.running import Checkpoint, CheckpointKeeper, Control
from dagwright.running.checkpoint import Saved, StateFile, check_identity, damaged
from dagwright.search.known import Known
from dagwright.search.known_record import KnownRecord, known_from_record, record_of

__all__ = ["Journal", "JournalFile", "Piece"]

_FORMAT = "dagwright checkpoint of learn 1"
_FAULTS = AttributeError, KeyError, TypeError, ValueError, IndexError, OverflowError, DagwrightError
"""What reading values raises that are not those of a piece."""


_Facts = TypeVar("_Facts", bound=Mapping[str, object])
_Made = TypeVar("_Made")


@dataclass(frozen=True, eq=False)
class Piece(Generic[_Facts, _Made]):
    """A finished piece of work.

    Attributes
    ----------
    known
        What it found and proved.
    facts
        What else came of it, in values that JSON has.
    made
        What it made that can be made again from its facts; None if the piece is from a file.
    is_whole
        Whether it ended by itself or by a limit; if not, a run that resumes does it again.
    """

    known: Known
    facts: _Facts
    made: _Made | None = None
    is_whole: bool = True


class PieceRecord(TypedDict):
    """A finished piece in a file."""

    name: str
    known: KnownRecord
    facts: Mapping[str, object]


class BestRecord(TypedDict):
    """What a search without a state had found, and after how many pieces."""

    known: KnownRecord
    after: int


class Journal:
    """The journal of a run without a checkpoint, which keeps nothing.

    Attributes
    ----------
    checkpoint
        The file; None if there is none, or if it is not written any more.
    """

    checkpoint: Checkpoint | None = None

    @property
    def has_more(self) -> bool:
        """Whether there is work of killed runs that has not come up again."""
        return False

    @property
    def notes(self) -> tuple[str, ...]:
        """Say what was done before, and what could not be written."""
        return ()

    def resume(self, control: Control) -> Control:
        """Return the part of the run in which the work of killed runs continues."""
        return control

    def do(
        self,
        name: str,  # noqa: ARG002 - for a file
        work: Callable[[], Piece[_Facts, _Made]],
        *,
        about: Scope | None = None,  # noqa: ARG002
        again: Callable[[Piece[_Facts, _Made]], bool] | None = None,  # noqa: ARG002
    ) -> Piece[_Facts, _Made]:
        """Return a piece of work: from the file, or done now.

        Parameters
        ----------
        name
            What identifies it among the pieces that could come next.
        work
            Does it.
        about
            With the candidate sets that its bounds may be about.
        again
            Tells whether a piece from the file has to be done again, with all that came after it.
        """
        return work()

    def keeper(self, identity: Mapping[str, str]) -> CheckpointKeeper | None:  # noqa: ARG002
        """Return what keeps the state of a search that is a piece, or None."""
        return None

    def keep_best(self, known: Known, about: Scope) -> None:
        """Keep what a search that has no state finds, while it does; offer what one found before.

        Only for runs that a clock ends: with a number of iterations, it begins as it began.
        """

    def end(self) -> None:
        """Write nothing any more: what is needed for resuming could not be kept."""


class JournalFile(Journal):
    """The journal of a run with a checkpoint.

    Parameters
    ----------
    checkpoint
        Which file, and how often the state of a search is kept. Finished pieces always are.
    identity
        What must be the same for a run to resume, in words by what it is.
    names
        Of the variables.
    """

    def __init__(
        self, checkpoint: Checkpoint, identity: Mapping[str, str], names: Sequence[str]
    ) -> None:
        self.checkpoint = checkpoint
        self._file = StateFile(checkpoint, _FORMAT)
        self._identity, self._names = dict(identity), tuple(names)
        self._control: Control | None = None
        self._done: list[PieceRecord] = []
        self._position = 0
        self._search: dict[str, object] | None = None
        self._state = b""
        self._best: BestRecord | None = None
        self._written_at = 0.0
        saved = self._file.saved
        if saved is not None:
            check_identity(self._file.path, saved.header["identity"], identity)
            self._restore(saved)

    def _restore(self, saved: Saved) -> None:
        done, search = saved.header.get("done"), saved.header.get("search")
        if not isinstance(done, list) or not all(isinstance(each, dict) for each in done):
            raise damaged(self._file.path, "it does not say what is done")
        if not (search is None or isinstance(search, dict)):
            raise damaged(self._file.path, "it does not say what its state is of")
        best = saved.header.get("best")
        if not (best is None or isinstance(best, dict)):
            raise damaged(self._file.path, "it does not say what is best")
        self._done, self._search, self._state = done, search, saved.state
        self._best = cast("BestRecord | None", best)

    @property
    def has_more(self) -> bool:
        """Whether there is work of killed runs that has not come up again."""
        states = [state for state in (self._search, self._best) if state is not None]
        under_way = any(state.get("after") == self._position for state in states)
        return self._position < len(self._done) or under_way

    @property
    def notes(self) -> tuple[str, ...]:
        """Say what was done before, and what could not be written."""
        notes = []
        if self._file.saved is not None:
            seconds = self._file.saved.header["seconds"]
            notes.append(
                f"resumed from {self._file.path}: {seconds:.1f} s of work were done before"
            )
        if self._file.failure is not None:
            notes.append(f"the last checkpoint was not written: {self._file.failure}")
        return tuple(notes)

    def resume(self, control: Control) -> Control:
        """Return the part of the run in which the work of killed runs continues."""
        self._control = control
        saved = self._file.saved
        return control if saved is None else control.after(saved.header["seconds"])

    def do(
        self,
        name: str,
        work: Callable[[], Piece[_Facts, _Made]],
        *,
        about: Scope | None = None,
        again: Callable[[Piece[_Facts, _Made]], bool] | None = None,
    ) -> Piece[_Facts, _Made]:
        """Return a piece of work: from the file, or done now."""
        read = self._read(name, about)
        if read is not None:
            # What this very work has written; the digest of the file holds.
            piece: Piece[_Facts, _Made] = Piece(read[0], cast("_Facts", read[1]))
            if again is None or not again(piece):
                self._position += 1
                return piece
        del self._done[self._position :]
        piece = work()
        if piece.is_whole:
            self._done.append({"name": name, "known": record_of(piece.known), "facts": piece.facts})
            self._position += 1
            self._best = None
            self._write()
        return piece

    def keeper(self, identity: Mapping[str, str]) -> CheckpointKeeper | None:
        """Return what keeps the state of a search that is a piece, or None."""
        if self.checkpoint is None:
            return None
        search, self._search = self._search, None
        if search is None or search.get("identity") != identity:
            self._state = b""
            return CheckpointKeeper(_Place(self, None), identity)
        return CheckpointKeeper(_Place(self, Saved(search, self._state)), identity)

    def keep_best(self, known: Known, about: Scope) -> None:
        """Keep what a search without a state finds, while it does; offer what one found before."""
        best, self._best = self._best, None
        if best is not None and best.get("after") == self._position:
            known.learn_from(self._decode(best, about), at=self._elapsed())
        known.on_look = self._write_best

    def _write_best(self, known: Known) -> None:
        now = self._elapsed()
        if now - self._written_at >= self._file.every:
            self._best = {"known": record_of(known), "after": self._position}
            self._write()

    def keep_state(self, search: Mapping[str, object], state: bytes) -> None:
        """Write the state of the search under way beside what is done."""
        self._search, self._state = {**search, "after": self._position}, state
        self._write()

    @property
    def file(self) -> StateFile:
        """Where it is written."""
        return self._file

    def end(self) -> None:
        """Write nothing any more: what is needed for resuming could not be kept."""
        self.checkpoint = None

    def _read(self, name: str, about: Scope | None) -> tuple[Known, object] | None:
        """Return the next piece of the file, if that is what comes next here too.

        It need not be: with another limit on memory, say, another search may take its place.
        """
        if self._position == len(self._done):
            return None
        record = self._done[self._position]
        if record.get("name") != name:
            return None
        facts = record.get("facts")
        if not isinstance(facts, dict):
            raise damaged(self._file.path, f"it does not say what came of {name}")
        return self._decode(record, about), facts

    def _decode(self, record: PieceRecord | BestRecord, about: Scope | None) -> Known:
        try:
            return known_from_record(record["known"], self._names, about)
        except _FAULTS as error:
            raise damaged(self._file.path, str(error)) from error

    def _write(self) -> None:
        if self.checkpoint is None:
            return
        self._written_at = self._elapsed()
        header = {
            "identity": self._identity,
            "seconds": self._written_at,
            "done": self._done,
            "search": self._search,
            "best": self._best,
        }
        self._file.write(header, self._state)

    def _elapsed(self) -> float:
        assert self._control is not None
        return self._control.elapsed


class _Place:
    """Where a search that is a piece of a run keeps its state: in the file of the run."""

    def __init__(self, journal: JournalFile, saved: Saved | None) -> None:
        self.path: Path = journal.file.path
        self.every, self.saved = journal.file.every, saved
        self._journal = journal

    @property
    def failure(self) -> str | None:
        """Why the last state could not be written; None if it was."""
        return self._journal.file.failure

    def write(self, header: Mapping[str, object], state: bytes) -> None:
        """Keep a new state instead of the old one."""
        self._journal.keep_state(header, state)
