"""Reading BIF, the Bayesian interchange format 0.15 (Cozman 1998).

Commas and bars separate like blanks, names may be quoted, `//` and `/* */` are comments. The large
part of a file is rows of probabilities; they are cut out by one regular expression each and turned
into numbers by the interpreter's own loops, which reads a million numbers per second or more.
"""

from __future__ import annotations

import math
import re
from typing import NoReturn

from dagwright.network.formats.bif_rows import BifRows
from dagwright.network.formats.draft import Draft
from dagwright.network.formats.scanner import (
    BLOCK_COMMENT,
    LINE_COMMENT,
    QUOTED,
    Scanner,
    blank_comments,
    comment_pattern,
)
from dagwright.network.network import BayesianNetwork

__all__ = ["read_bif"]

_WORD = r'[^\s{}()\[\];,|"]'
_COMMENT = comment_pattern(LINE_COMMENT, BLOCK_COMMENT)
# A row whose states are bare words, which is nearly every one: '(a, b) 0.1, 0.9;'
_PLAIN_ROW = re.compile(r"\s*\(([^()\";]*)\)([-+0-9.eE,\s]*);")
_NUMBERS = re.compile(r"([-+0-9.eE,\s]*);")
_PROPERTY = re.compile(rf"(?:{QUOTED}|[^;\"])*;", re.DOTALL)


def read_bif(text: str) -> BayesianNetwork:
    """Return the network of a BIF text."""
    if "//" in text or "/*" in text:
        text = blank_comments(text, _COMMENT)
    return _BifReader(text).read()


class _BifReader:
    def __init__(self, text: str) -> None:
        self._scan = Scanner(text, _WORD)
        self._draft = Draft()

    def read(self) -> BayesianNetwork:
        scan = self._scan
        blocks = []
        while scan.peek():
            start = scan.position
            keyword = scan.take()
            if keyword == "network":
                self._read_header()
            elif keyword == "variable":
                self._read_variable()
            elif keyword == "probability":
                # Variables may be declared later, so tables wait until all are known.
                blocks.append((start, scan.position))
                self._skip_block(start)
            else:
                scan.position = start
                scan.fail(
                    f"expected 'network', 'variable' or 'probability', but found {scan.found()}"
                )
        for start, inside in blocks:
            scan.position = inside
            self._read_probability(start)
        return self._draft.finish()

    def _read_header(self) -> None:
        scan = self._scan
        start = scan.position
        line = scan.line()
        properties = []
        while scan.peek() not in {"{", ""}:
            scan.take()
        scan.expect("{", "after 'network'")
        while not scan.accept("}"):
            if not scan.accept("property"):
                self._unexpected("network", start, "'property' or '}'")
            properties.append(self._read_property())
        self._draft.add_properties(properties, line)

    def _skip_block(self, start: int) -> None:
        scan, text = self._scan, self._scan.text
        end, quote = text.find("}", start), text.find('"', start)
        while end >= 0 and 0 <= quote < end:
            closed = re.compile(QUOTED, re.DOTALL).match(text, quote)
            if closed is None:
                scan.fail("a quote is never closed: add '\"'", quote)
            quote = text.find('"', closed.end())
            if end < closed.end():
                end = text.find("}", closed.end())
        if end < 0:
            scan.fail("this probability block is never closed: add '}'", start)
        scan.position = end + 1

    def _read_property(self) -> str:
        match = _PROPERTY.match(self._scan.text, self._scan.position)
        if match is None:
            self._scan.fail("a property has no end: add ';'")
        self._scan.position = match.end()
        return match[0].rstrip(";")

    def _read_variable(self) -> None:
        scan = self._scan
        start = scan.position
        line = scan.line()
        name = scan.name("the name of a variable")
        scan.expect("{", f"after 'variable {name}'")
        states: list[str] | None = None
        properties = []
        while not scan.accept("}"):
            if scan.accept("property"):
                properties.append(self._read_property())
            elif scan.accept("type"):
                states = self._read_type(name)
            else:
                self._unexpected(f"variable {name!r}", start, "'type', 'property' or '}'")
        if states is None:
            scan.fail(f"variable {name!r} has no 'type discrete': only discrete ones work", start)
        self._draft.add_variable(name, states, line, properties)

    def _read_type(self, name: str) -> list[str]:
        scan = self._scan
        if not scan.accept("discrete"):
            scan.fail(f"variable {name!r} is {scan.found()}: only 'discrete' is supported")
        scan.expect("[", "before the number of states")
        start = scan.position
        count = scan.name("the number of states")
        scan.expect("]", "after the number of states")
        scan.expect("{", "before the states")
        states = []
        while not scan.accept("}"):
            if not scan.accept(","):
                states.append(scan.name(f"a state of {name!r} or '}}'"))
        scan.expect(";", "after the states")
        if count != str(len(states)):
            scan.fail(f"variable {name!r} lists {len(states)} states but says [ {count} ]", start)
        return states

    def _read_probability(self, start: int) -> None:
        scan = self._scan
        scan.expect("(", "after 'probability'")
        members = []
        while not scan.accept(")"):
            if not (scan.accept("|") or scan.accept(",")):
                members.append(scan.name("a variable or ')'"))
        if not members:
            scan.fail("probability () names no variable", start)
        block = BifRows(scan, self._draft, members[0], members[1:], start)
        scan.expect("{", "after the variables")
        while not scan.accept("}"):
            plain = _PLAIN_ROW.match(scan.text, scan.position)
            if plain is not None:
                scan.position = plain.end()
                values = self._floats(plain[2], plain.start(2))
                block.add(plain[1].replace(",", " ").split(), values, plain.start(1))
            elif scan.accept("property"):
                self._read_property()
            elif scan.peek() == "(":
                position = scan.position
                labels = self._read_labels()
                block.add(labels, self._read_numbers(), position)
            elif scan.peek() in {"table", "default"}:
                if self._read_keyword(block):
                    return
            else:
                self._unexpected(
                    f"the block of {block.child!r}", start, "'(states) numbers;' or '}'"
                )
        block.finish()

    def _read_keyword(self, block: BifRows) -> bool:
        """Read 'table' or 'default'; tell whether it was all of the block."""
        scan = self._scan
        position = scan.position
        keyword = scan.take()
        values = self._read_numbers()
        needed = math.prod(block.shape) if keyword == "table" else block.shape[-1]
        if len(values) != needed:
            scan.fail(
                f"{len(values)} probabilities for {block.child!r} where {needed} are needed",
                position,
            )
        if keyword == "default":
            block.default = values
            return False
        if len(block) or block.default is not None or not scan.accept("}"):
            self._unexpected(f"the block of {block.child!r}", position, "'}' after a table")
        block.add_table(values, position)
        return True

    def _read_labels(self) -> list[str]:
        scan = self._scan
        scan.take()
        labels = []
        while not scan.accept(")"):
            if not scan.accept(","):
                labels.append(scan.name("a state or ')'"))
        return labels

    def _read_numbers(self) -> list[float]:
        scan = self._scan
        match = _NUMBERS.match(scan.text, scan.position)
        if match is None:
            while re.fullmatch(r"[-+0-9.eE]+|,", scan.peek()):
                scan.take()
            scan.fail(f"expected a number or ';', but found {scan.found()}")
        scan.position = match.end()
        return self._floats(match[1], match.start())

    def _floats(self, text: str, position: int) -> list[float]:
        try:
            return list(map(float, text.replace(",", " ").split()))
        except ValueError as error:
            self._scan.fail(f"{str(error).rpartition(': ')[2]} is not a number", position)

    def _unexpected(self, block: str, start: int, expected: str) -> NoReturn:
        if not self._scan.peek():
            self._scan.fail(f"{block} is never closed: add '}}'", start)
        self._scan.fail(f"expected {expected} in {block}, but found {self._scan.found()}")
