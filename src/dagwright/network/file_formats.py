"""Files of networks and structures: the suffix says which format."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from dagwright.errors import DagwrightError, FormatError
from dagwright.files import read_text, write_whole
from dagwright.graph import Cpdag, Dag, Mpdag
from dagwright.memory import lacks_are_resource_errors
from dagwright.network.formats.bif_reader import read_bif
from dagwright.network.formats.bif_writer import write_bif
from dagwright.network.formats.delimited import (
    read_adjacency,
    read_edge_list,
    write_adjacency,
    write_adjacency_class,
    write_edge_list,
)
from dagwright.network.formats.dot import read_dot, write_dot, write_dot_class
from dagwright.network.formats.graphml import read_graphml, write_graphml, write_graphml_class
from dagwright.network.formats.hugin_net import read_hugin_net, write_hugin_net
from dagwright.network.formats.json_format import (
    read_json,
    read_json_either,
    read_json_structure,
    write_json,
    write_json_class,
    write_json_structure,
)
from dagwright.network.formats.model_string import read_model_string, write_model_string
from dagwright.network.formats.portable import BIF, NET, XDSL, XMLBIF, Portable, Rule, make_portable
from dagwright.network.formats.text_error import TextError
from dagwright.network.formats.xdsl import read_xdsl, write_xdsl
from dagwright.network.formats.xmlbif import read_xmlbif, write_xmlbif
from dagwright.network.network import BayesianNetwork
from dagwright.suggestions import did_you_mean, meant_by

__all__ = [
    "SUFFIXES",
    "as_written",
    "format_text",
    "holds_network",
    "holds_structure",
    "read_either",
    "read_network",
    "read_structure",
    "write_network",
    "write_structure",
]

Path_ = str | os.PathLike[str]
T = TypeVar("T")


@dataclass(frozen=True)
class _Format:
    """How a format is read and written; what it cannot hold is None."""

    read_network: Callable[[str], BayesianNetwork] | None = None
    write_network: Callable[[BayesianNetwork], str] | None = None
    read_structure: Callable[[str], Dag] | None = None
    write_structure: Callable[[Dag], str] | None = None
    write_class: Callable[[Cpdag | Mpdag], str] | None = None
    rule: Rule | None = None


_BIF = _Format(read_bif, write_bif, rule=BIF)
_XMLBIF = _Format(read_xmlbif, write_xmlbif, rule=XMLBIF)
_JSON = _Format(read_json, write_json, read_json_structure, write_json_structure, write_json_class)
_DOT = _Format(None, None, read_dot, write_dot, write_dot_class)
_EDGES = _Format(read_structure=read_edge_list, write_structure=write_edge_list)

_FORMATS = {
    ".bif": _BIF,
    ".xmlbif": _XMLBIF,
    ".bifxml": _XMLBIF,
    ".xml": _XMLBIF,
    ".net": _Format(read_hugin_net, write_hugin_net, rule=NET),
    ".xdsl": _Format(read_xdsl, write_xdsl, rule=XDSL),
    ".json": _JSON,
    ".dot": _DOT,
    ".gv": _DOT,
    ".graphml": _Format(None, None, read_graphml, write_graphml, write_graphml_class),
    ".adj": _Format(None, None, read_adjacency, write_adjacency, write_adjacency_class),
    ".csv": _EDGES,
    ".edges": _EDGES,
    ".modelstring": _Format(read_structure=read_model_string, write_structure=write_model_string),
}

SUFFIXES = tuple(_FORMATS)
"""Of all formats; ``.gz`` may follow."""


def _suffix(path: Path_) -> str:
    file = Path(path)
    if file.suffix.lower() == ".gz":
        file = file.with_suffix("")
    return file.suffix.lower()


def _format(path: Path_) -> _Format:
    if _suffix(path) not in _FORMATS:
        raise FormatError(
            f"{path}: unknown suffix{did_you_mean(_suffix(path), _FORMATS)}; supported are "
            f"{', '.join(_FORMATS)}, each also with .gz",
            meant=meant_by([_suffix(path)], _FORMATS),
        )
    return _FORMATS[_suffix(path)]


def holds_network(suffix: str) -> bool:
    """Tell whether a file of this suffix holds probabilities too."""
    return _FORMATS[suffix].write_network is not None


def holds_structure(suffix: str) -> bool:
    """Tell whether a file of this suffix can hold a structure alone."""
    return _FORMATS[suffix].write_structure is not None


def as_written(net: BayesianNetwork, suffix: str) -> Portable | None:
    """Return the names that a file of this suffix has; None if it can hold any."""
    rule = _FORMATS[suffix].rule
    return None if rule is None else make_portable(net, rule)


def format_text(content: BayesianNetwork | Dag | Cpdag | Mpdag, suffix: str, where: Path_) -> str:
    """Return a network, structure or equivalence class in the format of a suffix.

    Of a network it is the structure if that is all the format holds. Errors are about `where`.
    """
    form = _FORMATS[suffix]
    if isinstance(content, Cpdag | Mpdag):
        if form.write_class is None:
            able = ", ".join(name for name, each in _FORMATS.items() if each.write_class)
            raise FormatError(
                f"{where}: this format cannot hold edges without direction: choose one of {able}"
            )
        return _formatted(where, form.write_class, content)
    if isinstance(content, BayesianNetwork):
        if form.write_network is not None:
            return _formatted(where, form.write_network, content)
        content = content.dag
    if form.write_structure is None:
        raise FormatError(
            f"{where}: such files need probabilities, which a structure does not have: fit it to "
            "data first, or choose .dot, .json or .csv"
        )
    return _formatted(where, form.write_structure, content)


def _parse(path: Path_, reader: Callable[[str], T]) -> T:
    text = read_text(path)
    try:
        return reader(text)
    except TextError as problem:
        place = f", line {problem.line}" if problem.line is not None else ""
        raise FormatError(f"{path}{place}: {problem}") from None
    except DagwrightError as error:
        raise FormatError(f"{path}: {error}") from None


def _formatted(where: Path_, writer: Callable[[T], str], content: T) -> str:
    try:
        return writer(content)
    except TextError as problem:
        raise FormatError(f"{where}: {problem}") from None


@lacks_are_resource_errors()
def read_network(path: Path_) -> BayesianNetwork:
    """Read a network; the suffix says in which format, ``.gz`` after it that it is compressed.

    ``.bif``, ``.xmlbif`` (also ``.bifxml``, ``.xml``), ``.net`` (Hugin), ``.xdsl`` (GeNIe) and
    ``.json`` hold networks. All but JSON know text only: labels come back as strings.

    Raises
    ------
    FormatError
        If the file cannot be read or does not follow its format; the message names the file and,
        where the format has lines, the line.

    Examples
    --------
    >>> import dagwright as dw, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "asia.net.gz"
    >>> dw.load_network("asia").write(path)
    >>> dw.read_network(path)
    <BayesianNetwork: 8 variables, 8 edges, 18 parameters>
    """
    reader = _format(path).read_network
    if reader is None:
        raise FormatError(f"{path}: such files hold a structure only: use read_structure")
    return _parse(path, reader)


@lacks_are_resource_errors()
def read_structure(path: Path_) -> Dag:
    """Read a structure from a file of any format, networks included.

    Raises
    ------
    FormatError
        If the file cannot be read or does not follow its format.

    Examples
    --------
    >>> import dagwright as dw, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "chain.modelstring"
    >>> _ = path.write_text("[a][b|a][c|b]")
    >>> dw.read_structure(path).edges
    (('a', 'b'), ('b', 'c'))
    """
    form = _format(path)
    if form.read_structure is not None:
        return _parse(path, form.read_structure)
    return read_network(path).dag


def read_either(path: Path_) -> BayesianNetwork | Dag:
    """Read all that a file holds: a network, or a structure."""
    form = _format(path)
    if form is _JSON:
        return _parse(path, read_json_either)
    return read_structure(path) if form.read_network is None else read_network(path)


def write_structure(graph: Dag | Cpdag | Mpdag, path: Path_) -> None:
    """Write a structure: ``.dot``, ``.json``, ``.csv``, ``.adj``, ``.graphml``, ``.modelstring``.

    A `Cpdag` or `Mpdag`, in which some edges have no direction, can be ``.dot``, ``.json``,
    ``.adj`` or ``.graphml``. It is for other programs: `read_structure` refuses it.

    Raises
    ------
    FormatError
        If the format needs probabilities, cannot hold a name or edges without direction, or the
        file cannot be written.

    Examples
    --------
    >>> import dagwright as dw, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "pair.csv"
    >>> dw.write_structure(dw.Dag(["a", "b"], [("a", "b")]), path)
    >>> path.read_text().split()
    ['parent,child', 'a,b']
    >>> dw.write_structure(dw.Dag(["a", "b"], [("a", "b")]).cpdag(), path.with_suffix(".dot"))
    >>> print(path.with_suffix(".dot").read_text().splitlines()[3])
      "a" -> "b" [dir=none];
    """
    _format(path)
    if not isinstance(graph, Dag | Cpdag | Mpdag):
        raise DagwrightError(
            f"write_structure takes a Dag, Cpdag or Mpdag, not {type(graph).__name__}"
        )
    write_whole(path, format_text(graph, _suffix(path), path))


def write_network(net: BayesianNetwork, path: Path_) -> None:
    """Write a network, or its structure if that is all the format holds."""
    _format(path)
    write_whole(path, format_text(net, _suffix(path), path))
