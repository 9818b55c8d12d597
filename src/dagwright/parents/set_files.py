"""`read_parent_sets`, and writing: the suffix decides on the format."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from dagwright.errors import FormatError
from dagwright.files import write_whole
from dagwright.memory import lacks_are_resource_errors
from dagwright.parents.binary_file import binary_pieces, read_binary
from dagwright.parents.parent_sets import ParentSets
from dagwright.parents.text_files import jkl_pieces, pss_pieces, read_jkl, read_pss

__all__ = [
    "SET_SUFFIXES",
    "check_parent_sets_suffix",
    "parent_set_pieces",
    "read_parent_sets",
    "write_parent_sets",
]

_READERS: dict[str, Callable[[Path], ParentSets]] = {
    ".jkl": read_jkl,
    ".jaa": read_jkl,
    ".pss": read_pss,
    ".dwps": read_binary,
}
_WRITERS: dict[str, Callable[[ParentSets, bool], Iterator[bytes]]] = {
    ".jkl": jkl_pieces,
    ".jaa": jkl_pieces,
    ".pss": pss_pieces,
    ".dwps": binary_pieces,
}
SET_SUFFIXES = tuple(_WRITERS)
"""Of all formats; ``.gz`` may follow."""


@lacks_are_resource_errors()
def read_parent_sets(path: str | os.PathLike[str]) -> ParentSets:
    r"""Read candidate parent sets from a file.

    Scores in files are natural logs, higher is better. Sets may come in any order; dominated ones
    are kept. Unless `ParentSets.write` made the file, nothing is known of the sets that are not in
    it: `complete_size` is 0 and `unseen_bound` is infinite.

    Parameters
    ----------
    path
        Ends in .jkl or .jaa (Jaakkola's format, as GOBNILP and BLIP write it), .pss (URLearning)
        or .dwps (our own, with a checksum), each also with .gz. Variables that have no names
        but the numbers from 0 are called x0, x1, ....

    Returns
    -------
    ParentSets
        The sets of every variable.

    Raises
    ------
    FormatError
        If the file cannot be read or is at fault: counts that are wrong, a parent that is the
        child or unknown, a set that is there twice, a score that is not a number, a variable
        without the empty set. The message names file and line.

    Examples
    --------
    >>> import dagwright as dw, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "weather.jkl"
    >>> _ = path.write_text("2\nrain 1\n-7.5 0\nwet 2\n-9 0\n-4.25 1 rain\n")
    >>> dw.read_parent_sets(path)["wet"]
    [ParentSet(score=-4.25, parents=('rain',)), ParentSet(score=-9.0, parents=())]
    """
    return _READERS[_kind(path)](Path(path))


def write_parent_sets(
    sets: ParentSets, path: str | os.PathLike[str], *, comments: bool = True
) -> None:
    """Write a file; see `ParentSets.write`."""
    write_whole(path, parent_set_pieces(sets, _kind(path), comments=comments))


def parent_set_pieces(sets: ParentSets, suffix: str, *, comments: bool = True) -> Iterator[bytes]:
    """Yield the file of this suffix."""
    return _WRITERS[suffix](sets, comments)


def check_parent_sets_suffix(path: str | os.PathLike[str]) -> None:
    """Refuse a path whose suffix names no format, before any work is done."""
    _kind(path)


def _kind(path: str | os.PathLike[str]) -> str:
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    if suffixes[-1:] == [".gz"]:
        suffixes.pop()
    if not suffixes or suffixes[-1] not in _READERS:
        known = ", ".join(_READERS)
        raise FormatError(f"{path}: unknown suffix; parent sets are in {known}, each also with .gz")
    return suffixes[-1]
