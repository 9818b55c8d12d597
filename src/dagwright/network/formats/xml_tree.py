"""XML elements that know their line, and text that XML can hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from dagwright.network.formats.text_error import TextError

__all__ = ["Element", "parse_xml", "xml_text"]

# What XML 1.0 allows: tab, line ends, and the rest without surrogates and non-characters.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_ENTITIES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "\r": "&#13;",
        "\n": "&#10;",
        "\t": "&#9;",
    }
)


@dataclass
class Element:
    """An element: its name in capitals, line, attributes, children and text."""

    tag: str
    line: int
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its text, which comes in pieces."""
        return "".join(self.pieces)

    def all(self, tag: str) -> list[Element]:
        """Return the children of this name."""
        return [child for child in self.children if child.tag == tag]

    def one(self, tag: str) -> Element:
        """Return the only child of this name."""
        found = self.all(tag)
        if len(found) != 1:
            raise TextError(f"<{self.tag}> has {len(found)} <{tag}> where 1 is needed", self.line)
        return found[0]


def xml_text(text: str) -> str:
    """Return a text as XML holds it, or refuse it."""
    found = _FORBIDDEN.search(text)
    if found:
        raise TextError(f"XML cannot hold the character {found[0]!r} of {text!r}: rename it")
    return text.translate(_ENTITIES)


def parse_xml(text: str) -> Element:
    """Return the root element; entities of its own would let a small text grow, and are refused."""
    root = Element("", 1, {})
    open_elements = [root]
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag.upper(), parser.CurrentLineNumber, attributes)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def data(piece: str) -> None:
        open_elements[-1].pieces.append(piece)

    def refuse(name: str, *_: object) -> NoReturn:
        message = f"the entity {name!r} is declared, which is not supported: write its text out"
        raise TextError(message, parser.CurrentLineNumber)

    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _tag: open_elements.pop()
    parser.CharacterDataHandler = data
    try:
        parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as error:
        raise TextError(f"not XML: {expat.ErrorString(error.code)}", error.lineno) from None
    return root.children[0]
