"""What a command writes: decided before any work, and never over what it reads.

A command declares what it reads and each of its outputs once. A file is known by what it is, not
by its name, so links of both kinds are seen through. Everything that is wrong is said before
the work begins; what fails afterwards (a full disk) does not lose the result, which is printed.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import typer
from rich.console import Console

from dagwright.cli.inputs import EXAMPLE
from dagwright.cli.layout import make_console, print_error
from dagwright.cli.streams import find_failure
from dagwright.errors import DagwrightError, FormatError, ResourceError
from dagwright.files import (
    check_writable,
    is_directory,
    is_stream,
    packed_bytes,
    write_new,
    write_whole,
)
from dagwright.network.file_formats import SUFFIXES
from dagwright.parents.set_files import SET_SUFFIXES
from dagwright.suggestions import did_you_mean, meant_by, unknown

__all__ = [
    "DECISIONS",
    "KNOWLEDGE",
    "NETWORKS",
    "PAGES",
    "PARENT_SETS",
    "STANDARD_STREAM",
    "TABLES",
    "Formats",
    "Output",
    "Outputs",
]

STANDARD_STREAM = "-"
_LOG = "--log"
Content = str | bytes | Iterable[bytes]


@dataclass(frozen=True)
class Formats:
    """The formats of an output, by their suffixes; several suffixes may mean the same."""

    what: str
    suffixes: tuple[str, ...]
    packable: bool = True

    def of_name(self, name: str) -> str | None:
        """Return the suffix that a name ends in, None if it ends in none of them."""
        inner = name.lower().removesuffix(".gz") if self.packable else name.lower()
        return next((each for each in self.suffixes if inner.endswith(each)), None)

    def of_word(self, word: str) -> tuple[str, bool]:
        """Return the suffix that the value of --format stands for, and whether to pack it."""
        inner = word.lower().removeprefix(".")
        packed = self.packable and inner.endswith(".gz")
        suffix = "." + inner.removesuffix(".gz")
        if suffix not in self.suffixes:
            raise unknown("format", word, self.words().split(", "))
        return suffix, packed

    def words(self) -> str:
        """Return the formats as they are written after --format."""
        return ", ".join(suffix.removeprefix(".") for suffix in self.suffixes)

    def listed(self) -> str:
        """Return the suffixes, for a message."""
        return ", ".join(self.suffixes) + (", each also with .gz" if self.packable else "")


NETWORKS = Formats("networks", SUFFIXES)
PARENT_SETS = Formats("parent sets", SET_SUFFIXES)
PAGES = Formats("pages for the browser", (".html", ".htm"), packable=False)
TABLES = Formats("tables", (".csv",))
DECISIONS = Formats("decisions", (".toml",), packable=False)
KNOWLEDGE = Formats("constraints", (".toml",), packable=False)
_ONE_FORMAT = (PAGES, TABLES, DECISIONS, KNOWLEDGE)


@dataclass(frozen=True)
class Output:
    """A file, pipe, device or standard output that a command was asked to write.

    Attributes
    ----------
    path : str
        As the user named it, with a suffix if it had none.
    suffix : str
        The format, such as ``".bif"``.
    """

    option: str
    path: str
    suffix: str
    packed: bool = False

    @property
    def is_standard(self) -> bool:
        """Whether it is standard output."""
        return self.path == STANDARD_STREAM

    def __str__(self) -> str:
        """Return it for a message."""
        return "standard output" if self.is_standard else self.path

    def write(self, content: Content, others: Iterator[Path] | None = None) -> Output:
        """Write it, whole or not at all where it is a file; return what was written.

        Parameters
        ----------
        others
            Names to take instead if there is such a file, which then is not replaced: another run
            may have made it meanwhile.
        """
        pieces = _as_pieces(content)
        named_packed = not self.is_standard and self.path.lower().endswith(".gz")
        if self.packed and not named_packed:
            pieces = packed_bytes(pieces)
        if self.is_standard:
            sys.stdout.flush()
            sys.stdout.buffer.writelines(pieces)
            sys.stdout.buffer.flush()
        elif others is None:
            write_whole(self.path, pieces)
        elif not write_new(self.path, pieces):
            return replace(self, path=str(next(others))).write(content, others)
        return self


class Outputs:
    """What a command reads and writes.

    Parameters
    ----------
    reads
        The files that it reads, by the name of the argument or option; None, standard input and
        examples are not files.

    Attributes
    ----------
    written : list of str
        What has been written.
    failures : list of DagwrightError
        Why something could not be.
    """

    def __init__(self, reads: Mapping[str, str | Path | None]) -> None:
        self._reads = [
            (name, str(path), _identity_of_input(str(path)))
            for name, path in reads.items()
            if path is not None and not str(path).startswith(EXAMPLE)
        ]
        self._writes: list[tuple[str, str]] = []
        self.failures: list[DagwrightError] = []
        self._uses_standard = False
        self.written: list[str] = []
        goes_to = _identity_of_descriptor(1)
        for name, path, identity in self._reads:
            if goes_to is not None and goes_to == identity:
                raise FormatError(f"standard output goes into {name} {path}: send it elsewhere")

    def declare(
        self,
        option: str,
        path: str | Path | None,
        formats: Formats,
        *,
        default: str | None = None,
        said: str | None = None,
    ) -> Output | None:
        """Return an output that can be written, or refuse it; None if it was not asked for.

        Parameters
        ----------
        option
            What the user typed before the path.
        formats
            What it may be.
        default
            The suffix of a name without one.
        said
            The value of --format.
        """
        if path is None:
            if said is not None:
                raise FormatError(f"--format {said}: say where to write, by {option} FILE")
            return None
        output = self._resolved(option, str(path), formats, default, said)
        if not output.is_standard:
            check_writable(output.path)
        elif sys.__stdout__ is None:
            raise FormatError(f"{option} -: standard output is closed: name a file")
        self.reserve(option, output.path)
        self._uses_standard |= output.is_standard
        return output

    def declare_log(self, path: Path) -> None:
        """Refuse a log that would be written into what is read, or is not a file."""
        if str(path) == STANDARD_STREAM:
            raise FormatError(
                "--log -: name a file; --progress plain shows lines on standard error"
            )
        if path.is_dir():
            raise FormatError(
                f"--log {path}: cannot write (it is a directory): name a file, such as "
                f"{path / 'dagwright.log'}"
            )
        self.reserve(_LOG, path)

    def is_only_log(self, path: Path) -> bool:
        """Tell whether a declared log is not another output as well."""
        mine = _identity(str(path))
        return [_identity(other) for _, other in self._writes].count(mine) == 1

    @property
    def is_used(self) -> bool:
        """Whether anything could be written."""
        return any(option != _LOG for option, _ in self._writes)

    def reserve(self, option: str, path: str | Path | None) -> None:
        """Refuse a path that is also read, or written by another option."""
        if path is None:
            return
        path = str(path)
        mine = _identity(path)
        self._writes.append((option, path))
        if mine is None:
            return
        for name, other, identity in self._reads:
            if identity == mine:
                which = "" if other == path else f" ({other}, the same file)"
                harm = "write into" if option == _LOG else "replace"
                raise FormatError(
                    f"{option} {path} would {harm} {name}{which}: what is read is never "
                    "overwritten; give another name"
                )
        for name, other in self._writes[:-1]:
            if _identity(other) == mine:
                raise FormatError(
                    f"{option} {path} and {name} {other} are the same file: give them different "
                    "names"
                )
        if mine == _identity_of_descriptor(1):
            raise FormatError(
                f"{option} {path} is the file that standard output goes into: give another name"
            )

    def _resolved(
        self, option: str, path: str, formats: Formats, default: str | None, said: str | None
    ) -> Output:
        suffix, packed = (None, False) if said is None else formats.of_word(said)
        standard = path == STANDARD_STREAM
        if not standard and is_directory(path):
            example = str(Path(path) / f"name{suffix or default or formats.suffixes[0]}")
            raise FormatError(
                f"{option} {path}: cannot write (it is a directory): name a file, such as {example}"
            )
        if suffix is None and not standard:
            suffix = formats.of_name(path)
            packed = suffix is not None and path.lower().endswith(".gz")
        stream = standard or is_stream(path)
        if suffix is None and (stream or not Path(path).suffix):
            suffix = formats.suffixes[0] if stream and formats in _ONE_FORMAT else None
            kind = "standard output" if standard else "a pipe or a device"
            if suffix is None and stream:
                raise FormatError(
                    f"{option} {path}: {kind} has no suffix that says the format: say it by "
                    f"--format, one of {formats.words()}"
                )
            if suffix is None and default is not None:
                suffix, path = default, path + default
        if suffix is None:
            typed, known = Path(path).suffix, formats.suffixes
            raise FormatError(
                f"{path}: unknown suffix{did_you_mean(typed, known)}; {formats.what} are written "
                f"as {formats.listed()}"
                + ("" if formats in _ONE_FORMAT else "; or say the format by --format"),
                meant=meant_by([typed], known),
            )
        return Output(option, path, suffix, packed)

    @property
    def console(self) -> Console:
        """Where the summary goes: standard error if an output goes to standard output."""
        return make_console(stderr=self._uses_standard)

    def check_free(self, option: str) -> None:
        """Refuse an option that prints to standard output if an output goes there."""
        for name, path in self._writes:
            if path == STANDARD_STREAM:
                raise FormatError(f"{option} and {name} - both go to standard output: name a file")

    def write(
        self,
        output: Output | None,
        make: Callable[[Output], Content],
        others: Iterator[Path] | None = None,
    ) -> None:
        """Make and write an output, if it was asked for; what fails is said by `finish`."""
        if output is None:
            return
        try:
            written = output.write(make(output), others)
        except DagwrightError as error:
            self.failures.append(error)
        except MemoryError:
            self.failures.append(ResourceError(f"{output}: cannot write (not enough memory)"))
        else:
            self.written.append(str(written))

    def finish(self, rescued: Callable[[], Iterator[str]] | None = None) -> None:
        """End the command with an error if something could not be written.

        Parameters
        ----------
        rescued
            Gives the lines to print then, so that the result is not lost.
        """
        if not self.failures:
            return
        if rescued is not None:
            _print_somewhere(rescued)
        for failure in self.failures:
            print_error(failure)
        raise typer.Exit(1)


def _print_somewhere(lines: Callable[[], Iterator[str]]) -> None:
    """Print to standard output or, if that is what cannot be written, to standard error."""
    if find_failure(sys.stdout) is None:
        with suppress(FormatError):
            for line in lines():
                print(line)
            sys.stdout.flush()
            return
    for line in lines():
        print(line, file=sys.stderr)


def _as_pieces(content: Content) -> Iterable[bytes]:
    if isinstance(content, str):
        try:
            return [content.encode("utf-8")]
        except UnicodeEncodeError as error:
            raise FormatError(
                f"cannot write {error.object[error.start : error.end]!r} as UTF-8: "
                "rename the variable or state"
            ) from None
    return [content] if isinstance(content, bytes) else content


def _identity_of_input(path: str) -> tuple[object, ...] | None:
    return _identity_of_descriptor(0) if path == STANDARD_STREAM else _identity(path)


def _identity(path: str) -> tuple[object, ...] | None:
    """Return what two names of the same file share; None for a device, which may be shared."""
    if path == STANDARD_STREAM:
        return (STANDARD_STREAM,)
    try:
        return _known_by(Path(path).stat())
    except (OSError, ValueError):
        pass
    try:
        # It does not exist yet: known by its directory and its name there.
        target = Path(os.path.realpath(path))
        folder = target.parent.stat()
    except (OSError, ValueError):
        return (path,)
    return (folder.st_dev, folder.st_ino, os.path.normcase(target.name))


def _identity_of_descriptor(descriptor: int) -> tuple[object, ...] | None:
    try:
        found = os.fstat(descriptor)
    except OSError:
        return None
    return _known_by(found) if stat.S_ISREG(found.st_mode) else None


def _known_by(found: os.stat_result) -> tuple[object, ...] | None:
    return None if stat.S_ISCHR(found.st_mode) else (found.st_dev, found.st_ino)
