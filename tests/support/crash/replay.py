"""The folders that a power failure could have left.

What is on the disk for certain: the content of a file at its last sync, and the names in a folder
at the last sync of the folder. Of what came later

- names change in the order in which they were changed, and those up to some point are
  there: file systems keep a journal of them;
- the content of each file is one of: as it was synced, all of it, half of the new bytes, or as many
  bytes as it should have, all zero (its length reached the disk, its blocks did not).

Only one file at a time has these different contents, while all others are lost and while all
others are there: what reads them reads one at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from crash.recording import Change

__all__ = ["Folder", "after_power_failure", "contents", "left_at_the_end", "restore"]

Folder = Mapping[str, bytes]
"""Names, and what is in the files."""


@dataclass
class _File:
    synced: bytes = b""
    now: bytes = b""

    def write(self, offset: int, data: bytes) -> None:
        before = self.now[:offset].ljust(offset, b"\0")
        self.now = before + data + self.now[offset + len(data) :]

    @property
    def is_synced(self) -> bool:
        return self.synced == self.now

    def possible(self) -> list[bytes]:
        if self.is_synced:
            return [self.now]
        half = self.now[: (len(self.synced) + len(self.now)) // 2]
        return [self.synced, self.now, half, bytes(len(self.now))]


@dataclass
class _Disk:
    """What a process has done to a folder so far."""

    files: list[_File] = field(default_factory=list)
    file_of_inode: dict[int, int] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    synced_names: dict[str, int] = field(default_factory=dict)
    later_names: list[dict[str, int]] = field(default_factory=list)
    """All names after each change since the folder was synced."""

    def apply(self, change: Change) -> None:
        if change.kind == "sync" and change.name == ".":
            self.synced_names, self.later_names = dict(self.names), []
        elif change.kind == "sync":
            file = self._file(change)
            file.synced = file.now
        elif change.kind == "write":
            self._file(change).write(change.offset, change.data)
        elif change.kind == "truncate":
            file = self._file(change)
            file.now = file.now[: change.offset].ljust(change.offset, b"\0")
        elif change.kind == "nameless":
            self._new(change.inode)
        else:
            self._rename(change)
            self.later_names.append(dict(self.names))

    def _rename(self, change: Change) -> None:
        if change.kind in {"create", "open"} and change.name not in self.names:
            self.names[change.name] = self._new(change.inode)
        elif change.kind == "create":
            self.file_of_inode[change.inode] = self.names[change.name]
            self._file(change).now = b""
        elif change.kind == "open":
            self.file_of_inode[change.inode] = self.names[change.name]
        elif change.kind == "link":
            self.names[change.name] = self.file_of_inode[change.inode]
        elif change.kind == "rename":
            self.names[change.other] = self.names.pop(change.name)
        elif change.kind == "unlink":
            self.names.pop(change.name)
        else:
            raise AssertionError(f"a change that is not understood: {change}")

    def _new(self, inode: int) -> int:
        self.files.append(_File())
        self.file_of_inode[inode] = len(self.files) - 1
        return len(self.files) - 1

    def _file(self, change: Change) -> _File:
        return self.files[self.file_of_inode[change.inode]]

    def possible(self) -> Iterator[dict[str, bytes]]:
        """Yield every folder that could be found if the power failed now."""
        for names in [self.synced_names, *self.later_names]:
            for others in ("synced", "now"):
                base = {name: getattr(self.files[at], others) for name, at in names.items()}
                yield base
                for name, at in names.items():
                    for content in self.files[at].possible():
                        yield {**base, name: content}


def after_power_failure(before: Folder, changes: Iterable[Change]) -> list[Folder]:
    """Return the different folders that a power failure could leave, in the order of time.

    The last one is what is there if it does not fail.

    Parameters
    ----------
    before
        What was on the disk when recording began.
    changes
        What a process did then. The power may fail after any number of them.
    """
    found: dict[tuple[tuple[str, bytes], ...], Folder] = {}
    for disk in _replayed(before, changes):
        for folder in disk.possible():
            found.setdefault(_key(folder), folder)
    last = {name: disk.files[at].now for name, at in disk.names.items()}
    found[_key(last)] = found.pop(_key(last))
    return list(found.values())


def left_at_the_end(before: Folder, changes: Iterable[Change]) -> list[Folder]:
    """Return the different folders that a power failure could leave after all changes."""
    *_, disk = _replayed(before, changes)
    return list({_key(folder): folder for folder in disk.possible()}.values())


def _replayed(before: Folder, changes: Iterable[Change]) -> Iterator[_Disk]:
    """Yield the disk before all changes and after each of them."""
    disk = _Disk()
    for name, content in before.items():
        disk.files.append(_File(content, content))
        disk.names[name] = len(disk.files) - 1
    disk.synced_names = dict(disk.names)
    yield disk
    for change in changes:
        disk.apply(change)
        yield disk


def _key(folder: Folder) -> tuple[tuple[str, bytes], ...]:
    return tuple(sorted(folder.items()))


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def restore(folder: Path, state: Folder) -> None:
    """Make the files of a folder those of a state."""
    for path in folder.iterdir():
        path.unlink()
    for name, content in state.items():
        (folder / name).write_bytes(content)
