"""Files of networks. The first byte of an input chooses the format."""

from __future__ import annotations

import atexit
import tempfile
from pathlib import Path

import dagwright as dw
from dagwright.network.file_formats import format_text

SUFFIXES = ("bif", "xmlbif", "net", "xdsl", "json")
NET = dw.BayesianNetwork(
    dw.Dag(["a b", "Größe", "c"], [("a b", "Größe"), ("c", "Größe")]),
    {"a b": ["yes", "no"], "Größe": ["<5", ">=5"], "c": ["1", "2", "3"]},
    {"a b": [0.25, 0.75], "Größe": [[[0.5, 0.5]] * 3] * 2, "c": [0.5, 0.25, 0.25]},
)
DETERMINISTIC = b"""<smile><nodes><cpt id="a"><state id="x"/><state id="y"/>
<probabilities>0.5 0.5</probabilities></cpt><deterministic id="b"><state id="x"/><state id="y"/>
<parents>a</parents><resultingstates>y x</resultingstates></deterministic></nodes></smile>"""


SEEDS = [bytes([SUFFIXES.index("xdsl")]) + DETERMINISTIC] + [
    bytes([number]) + format_text(NET, f".{suffix}", "seed").encode()
    for number, suffix in enumerate(SUFFIXES)
]
_FOLDER = tempfile.TemporaryDirectory()
atexit.register(_FOLDER.cleanup)


def target(content: bytes) -> None:
    """Read the rest of the input: a network that can be written again, or a clear error."""
    if not content:
        return
    suffix = SUFFIXES[content[0] % len(SUFFIXES)]
    path = Path(_FOLDER.name) / f"net.{suffix}"
    path.write_bytes(content[1:])
    try:
        net = dw.read_network(path)
    except dw.FormatError:
        return
    path.write_text(format_text(net, f".{suffix}", path), encoding="utf-8")
    assert dw.read_network(path) == net
