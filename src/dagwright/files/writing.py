"""Writing files whole or not at all."""

from __future__ import annotations

import errno
import gzip
import io
import itertools
import os
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dagwright.errors import FormatError
from dagwright.named_pipes import hold_pipe, open_stream

__all__ = [
    "check_writable",
    "is_directory",
    "is_stream",
    "packed_bytes",
    "remove_leftover",
    "unused_name",
    "write_new",
    "write_whole",
]

# Score files hardly shrink with higher levels, which take several times as long.
_GZIP_LEVEL = 3
# A file system that cannot do something says so in one of these ways.
_UNSUPPORTED = {errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT, errno.ENOSYS}
_MOST_NAMES = 100
_CLOSE_ON_EXEC = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def is_directory(path: str | os.PathLike[str]) -> bool:
    """Tell whether a path is a directory; one that no file can have is none."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Tell whether a path is a pipe or a device: written into, never replaced."""
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a path that cannot be written, before any work is done."""
    named = Path(path)
    if is_directory(named):
        raise FormatError(f"{named}: cannot write (it is a directory)")
    if is_stream(named):
        if not os.access(named, os.W_OK):
            raise FormatError(f"{named}: cannot write (no permission)")
        if named.is_fifo():
            hold_pipe(named)
        return
    target = _followed(named)
    if not is_directory(target.parent):
        raise FormatError(f"{named}: cannot write (there is no directory {target.parent})")
    if not os.access(target.parent, os.W_OK):
        raise FormatError(f"{named}: cannot write (no permission in {target.parent})")
    try:
        target.stat()
    except FileNotFoundError:
        return
    except OSError as error:  # a name that is too long
        raise FormatError(f"{named}: cannot write ({error.strerror})") from None
    if not os.access(target, os.W_OK):
        raise FormatError(f"{named}: cannot write (the file is read-only)")


def write_new(path: str | os.PathLike[str], content: str | bytes | Iterable[bytes]) -> bool:
    """Tell whether a file was written: not if there is one, even one that came meanwhile."""
    if os.path.lexists(path):
        return False
    try:
        write_whole(path, content, replaces=False)
    except FileExistsError:
        return False
    return True


def write_whole(
    path: str | os.PathLike[str], content: str | bytes | Iterable[bytes], *, replaces: bool = True
) -> None:
    """Write a file; on any failure the old content, or nothing, is left.

    Text becomes UTF-8. A file whose name ends in .gz is compressed, to the same bytes every time.
    A file that is there keeps its permissions, and a symbolic link still leads to it. When this
    returns, the content is on the disk: a power failure no longer loses it. Pipes and devices are
    written into, piece by piece.
    """
    named = Path(path)
    try:
        if isinstance(content, str):
            content = content.encode("utf-8")
        pieces: Iterable[bytes] = [content] if isinstance(content, bytes) else content
        if named.suffix.lower() == ".gz":
            pieces = packed_bytes(pieces)
        if is_stream(named):
            with open_stream(named) as stream:
                stream.writelines(pieces)
        else:
            _write_file(_followed(named), pieces, replaces=replaces)
    except UnicodeEncodeError as error:
        raise FormatError(
            f"{named}: cannot write {error.object[error.start : error.end]!r} as UTF-8: "
            "rename the variable or state"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        if isinstance(error, FileExistsError) and not replaces:
            raise
        raise FormatError(f"{named}: cannot write ({reason})") from None


def packed_bytes(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield pieces as a gzip file, the same bytes every time."""
    out = io.BytesIO()
    # No name and no time in the header.
    with gzip.GzipFile(
        filename="", fileobj=out, mode="wb", compresslevel=_GZIP_LEVEL, mtime=0
    ) as packed:
        for piece in pieces:
            packed.write(piece)
            if out.tell():
                yield out.getvalue()
                out.seek(0)
                out.truncate()
    yield out.getvalue()


def _followed(path: Path) -> Path:
    """Return what a path leads to, which need not exist."""
    try:
        return Path(os.path.realpath(path, strict=False))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{path}: cannot write ({reason})") from None


def _write_file(target: Path, pieces: Iterable[bytes], *, replaces: bool) -> None:
    try:
        old = target.stat()
    except FileNotFoundError:
        old = None
    if old is not None and stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    remove_leftover(target)
    # What may not be read by everyone is not for the moment of writing it either.
    with _new_file(target, 0o666 if old is None else 0o600) as (descriptor, name):
        with open(descriptor, "wb", closefd=False) as out:
            out.writelines(pieces)
        if old is not None:
            _copy_permissions(old, descriptor)
        os.fsync(descriptor)
        if name is None and not replaces:
            _link(descriptor, target)
        elif name is None:
            _give_name(descriptor, target, is_new=old is None)
        elif replaces:
            name.replace(target)
        else:
            _rename_new(name, target)
    _sync_directory(target.parent)


@contextmanager
def _new_file(target: Path, mode: int) -> Iterator[tuple[int, Path | None]]:
    """Open a file beside the target; the second value is its name, if it has one.

    It has none where the system can do without, so that a kill at any moment leaves nothing behind.
    """
    descriptor, temporary = _open_nameless(target.parent, mode), None
    if descriptor is None:
        descriptor, temporary = _open_named(target, mode)
    try:
        yield descriptor, temporary
    except BaseException:  # an interrupt included
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise
    finally:
        os.close(descriptor)


def _open_nameless(folder: Path, mode: int) -> int | None:
    if sys.platform != "linux" or not Path("/proc/self/fd").is_dir():
        return None
    try:
        descriptor = os.open(folder, os.O_TMPFILE | os.O_WRONLY | _CLOSE_ON_EXEC, mode)
    except OSError as error:
        if error.errno in _UNSUPPORTED and folder.is_dir():
            return None
        raise
    _lock(descriptor)
    return descriptor


def _open_named(target: Path, mode: int) -> tuple[int, Path]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CLOSE_ON_EXEC
    for temporary in _names_beside(target):
        try:
            descriptor = os.open(temporary, flags, mode)
        except FileExistsError:
            continue
        # Between the two calls another writer may have taken it for what a kill has left.
        if _lock(descriptor) is False or os.fstat(descriptor).st_nlink == 0:
            os.close(descriptor)
            continue
        return descriptor, temporary
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _rename_new(name: Path, target: Path) -> None:
    """Let a file be the target, which must not be there."""
    try:
        os.link(name, target)
    except FileExistsError:
        raise
    except OSError:  # no second names on this file system: what came just now is replaced
        name.replace(target)
    else:
        name.unlink()


def _give_name(descriptor: int, target: Path, *, is_new: bool) -> None:
    """Let a nameless file be the target."""
    if is_new:
        with suppress(FileExistsError):  # someone was faster: theirs is replaced
            _link(descriptor, target)
            return
    # No system call lets a nameless file replace another.
    for temporary in _names_beside(target):
        try:
            _link(descriptor, temporary)
        except FileExistsError:
            continue
        try:
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        return
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _link(descriptor: int, name: Path) -> None:
    # Only with a descriptor of a directory does Python follow the link in /proc; it is not used.
    source = f"/proc/self/fd/{descriptor}"
    os.link(source, name, src_dir_fd=descriptor, follow_symlinks=True)


def _names_beside(target: Path) -> Iterator[Path]:
    """Yield names for a file that is about to replace the target.

    The first is always the same, so that what a kill left under it is removed by the next write;
    the others are for writers who come while a living one has that name.
    """
    usual = _usual_name(target)
    yield usual
    for _ in range(_MOST_NAMES):
        yield usual.with_name(f"{usual.name}.{secrets.token_hex(6)}")


def _usual_name(target: Path) -> Path:
    # Names have at most 255 bytes.
    start = os.fsdecode(os.fsencode(target.name)[:200])
    return target.with_name(f".{start}.dagwright-new")


def remove_leftover(path: str | os.PathLike[str]) -> None:
    """Remove what a writer of this file left beside it when it was killed.

    A writer holds a lock on its file, which ends with its life: what is locked is left alone.
    """
    leftover = _usual_name(_followed(Path(path)))
    flags = os.O_RDWR | _CLOSE_ON_EXEC | getattr(os, "O_NOFOLLOW", 0)
    with suppress(OSError):  # there is none, or it belongs to someone else
        descriptor = os.open(leftover, flags)
        try:
            # Writers rename or remove it under this lock only, so it stays the same file.
            if _lock(descriptor) and os.path.samestat(os.fstat(descriptor), leftover.lstat()):
                leftover.unlink()
        finally:
            os.close(descriptor)


def _lock(descriptor: int) -> bool | None:
    """Lock a file until it is closed: False if another has locked it, None if no one can."""
    try:
        import fcntl  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _copy_permissions(old: os.stat_result, descriptor: int) -> None:
    if sys.platform == "win32":
        return
    new = os.fstat(descriptor)
    mode = stat.S_IMODE(old.st_mode)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.fchown(descriptor, old.st_uid, old.st_gid)
        except PermissionError:
            # Another owner's file in a directory of ours: what was for their group is not for ours.
            mode &= ~(stat.S_IRWXG | stat.S_ISUID | stat.S_ISGID)
    os.fchmod(descriptor, mode)


def _sync_directory(folder: Path) -> None:
    """Let a new name survive a power failure, where directories can be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | _CLOSE_ON_EXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def unused_name(path: Path) -> Path:
    """Return a name like that of a file, with a number, under which there is no file.

    Examples
    --------
    >>> from dagwright.files import unused_name
    >>> unused_name(Path("nowhere/run.ckpt")).name
    'run-2.ckpt'
    """
    names = (path.with_name(f"{path.stem}-{k}{path.suffix}") for k in itertools.count(2))
    return next(name for name in names if not name.exists())
