"""Parent sets as text: Jaakkola's format and URLearning's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from dagwright import _core
from dagwright.errors import DagwrightError, FormatError
from dagwright.files import read_pieces
from dagwright.graph.names import check_names
from dagwright.parents.facts import Facts, make_facts
from dagwright.parents.header import header_json, names_and_facts, parse_header
from dagwright.parents.parent_sets import ParentSets
from dagwright.scores import BDeu, Score, resolve_score

__all__ = ["jkl_pieces", "pss_pieces", "read_jkl", "read_pss"]

_OWN = b"# dagwright "


def read_jkl(file: Path) -> ParentSets:
    """Read Jaakkola's format."""
    return _read(file, _core.JklReader())


def read_pss(file: Path) -> ParentSets:
    """Read URLearning's format."""
    return _read(file, _core.PssReader())


def _read(file: Path, reader: _core.SetTextReader) -> ParentSets:
    last = b""
    try:
        for piece in read_pieces(file):
            reader.feed(piece)
            last = piece
        labels, numbered, *columns = reader.finish()
        names = tuple(label.decode() for label in labels)
    except _core.SetFileError as error:
        raise FormatError(f"{file}, {error}") from None
    except UnicodeDecodeError:
        raise FormatError(f"{file}: the text is not UTF-8") from None
    if numbered:
        names = tuple(f"x{label}" for label in names)
    own = next((remark for remark in reader.remarks if remark[1].startswith(_OWN)), None)
    arrays: list[Any] = list(columns)
    facts = None
    if own is not None:
        header = parse_header(own[1][len(_OWN) :], f"{file}, line {own[0]}")
        names, facts = names_and_facts(header, f"{file}, line {own[0]}")
        counts = [len(names), header.get("n_sets")]
        if counts != [len(labels), len(arrays[1])] or not last.endswith(b"\n"):
            raise FormatError(
                f"{file}: line {own[0]} announces {counts[1]} sets of {counts[0]} variables, but "
                "the file was changed or ends early (without that line it may do)"
            )
    try:
        if facts is None:
            facts = _meta_facts(check_names(names), _meta(reader))
        return ParentSets.with_facts(names, arrays, facts)
    except DagwrightError as error:
        raise FormatError(f"{file}: {error}") from None


def _meta(reader: _core.SetTextReader) -> dict[str, str]:
    meta = {}
    for _, remark in reader.remarks:
        key, _, value = remark.decode(errors="replace").strip()[len("META") :].partition("=")
        meta[key.strip().lower()] = value.strip()
    return meta


def _meta_facts(names: tuple[str, ...], meta: Mapping[str, str]) -> Facts:
    """Return what URLearning says of the data; values that it does not know are left out."""
    text = meta.get("num_records", "")
    rows = int(text[:19]) if text.isascii() and text.isdigit() else 0
    return make_facts(names, score=_meta_score(meta), rows=rows or None)


def _meta_score(meta: Mapping[str, str]) -> Score | None:
    kind = meta.get("score_type", "").lower()
    try:
        if kind == BDeu.name:
            return BDeu(ess=float(meta["ess"]))
        score = resolve_score(kind) if kind == "bic" else None
    except (KeyError, ValueError, DagwrightError):
        return None
    return score if isinstance(score, Score) else None


def jkl_pieces(sets: ParentSets, comments: bool) -> Iterator[bytes]:
    """Yield a file of Jaakkola's format whose variables are numbers."""
    labels = [str(position) for position in range(sets.n_variables)]
    formatter = _core.SetFormatter(labels, with_size=True)
    if comments:
        yield _OWN + header_json(sets)
    yield f"{sets.n_variables}\n".encode()
    counts = list(sets.counts.values())
    for child, lines in enumerate(_lines(sets, formatter)):
        yield f"{child} {counts[child]}\n".encode()
        yield lines


def pss_pieces(sets: ParentSets, comments: bool) -> Iterator[bytes]:
    """Yield a file of URLearning's format; names with blanks become x0, x1, ...."""
    labels = list(sets.names)
    if not all(map(_is_word, labels)):
        labels = [f"x{position}" for position in range(sets.n_variables)]
    formatter = _core.SetFormatter(labels, with_size=False)
    if comments:
        yield _OWN + header_json(sets)
    yield b"META pss_version = 0.1\n"
    if sets.rows is not None:
        yield f"META num_records={sets.rows}\n".encode()
    if isinstance(sets.score, Score):
        yield f"META score_type={sets.score.name}\n".encode()
    if isinstance(sets.score, BDeu):
        yield f"META ess={sets.score.ess!r}\n".encode()
    for label, lines in zip(labels, _lines(sets, formatter), strict=True):
        yield f"\nVAR {label}\n".encode()
        yield lines


def _is_word(name: str) -> bool:
    return name.isprintable() and " " not in name


def _lines(sets: ParentSets, formatter: _core.SetFormatter) -> Iterator[bytes]:
    bounds = sets.child_starts.tolist()
    for first, last in pairwise(bounds):
        starts = sets.set_starts[first : last + 1]
        yield formatter.lines(sets.scores[first:last], starts, sets.members)
