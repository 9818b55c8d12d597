"""Walking through a text token by token, knowing the line."""

from __future__ import annotations

import re
from typing import NoReturn

from dagwright.network.formats.text_error import TextError

__all__ = [
    "BLOCK_COMMENT",
    "LINE_COMMENT",
    "QUOTED",
    "Scanner",
    "blank_comments",
    "comment_pattern",
    "quote",
    "unquote",
]

# Every alternative begins differently, so matching takes time linear in the text.
QUOTED = r'"(?:[^"\\]|\\.)*"'
# A quote that is never closed is looked for once: after each of many it would take quadratic time.
_OPEN_QUOTE = r'"(?:[^"\\]|\\.)*\\?\Z'
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


def quote(text: str) -> str:
    """Return a text in double quotes: a backslash before quotes and backslashes, line ends as n."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t") + '"'


def unquote(token: str) -> str:
    """Undo `quote`; a backslash before any other character stands for that character."""
    if "\\" not in token:
        return token[1:-1]
    return re.sub(
        r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), token[1:-1], flags=re.DOTALL
    )


def comment_pattern(*kinds: str) -> re.Pattern[str]:
    """Return what `blank_comments` looks for: comments, and quoted strings, which hide them."""
    pattern = "|".join([QUOTED, _OPEN_QUOTE, *kinds])
    return re.compile(pattern, re.DOTALL | re.MULTILINE)


LINE_COMMENT = r"//[^\n]*"
BLOCK_COMMENT = r"/\*.*?(?:\*/|\Z)"


def blank_comments(text: str, comment: re.Pattern[str]) -> str:
    """Replace comments by blanks, keeping line ends; `comment` matches quoted strings too."""

    def blank(found: re.Match[str]) -> str:
        matched = found[0]
        if matched.startswith('"'):
            return matched
        if matched.startswith("/*") and (len(matched) < 4 or not matched.endswith("*/")):
            line = text.count("\n", 0, found.start()) + 1
            raise TextError("a comment is never closed: add '*/'", line)
        return "\n" * matched.count("\n") or " "

    return comment.sub(blank, text)


class Scanner:
    """A position in a text.

    Parameters
    ----------
    text
        The text, without comments.
    word
        The characters of a bare word, as a regular expression of one character.
    """

    def __init__(self, text: str, word: str) -> None:
        self.text = text
        self.position = 0
        self._counted = (0, 1)
        self._token = re.compile(rf"\s*({QUOTED}|({_OPEN_QUOTE})|{word}+|\S|\Z)", re.DOTALL)
        self._word = re.compile(rf"{word}+")

    def line(self, position: int | None = None) -> int:
        """Return the line of the token that follows a position; by default of the next one."""
        match = self._token.match(self.text, self.position if position is None else position)
        assert match is not None
        position = match.start(1)
        # Lines are asked for in order, mostly: count on from the last.
        known, line = self._counted if self._counted[0] <= position else (0, 1)
        line += self.text.count("\n", known, position)
        self._counted = (position, line)
        return line

    def _next(self) -> re.Match[str]:
        match = self._token.match(self.text, self.position)
        assert match is not None
        if match[2] is not None:
            self.fail("a quote is never closed: add '\"'", match.start(2))
        return match

    def peek(self) -> str:
        """Return the next token, which is empty at the end of the text."""
        return self._next()[1]

    def take(self) -> str:
        """Return the next token and pass it."""
        match = self._next()
        self.position = match.end()
        return match[1]

    def accept(self, token: str) -> bool:
        """Pass the next token if it is this one."""
        match = self._next()
        if match[1] != token:
            return False
        self.position = match.end()
        return True

    def expect(self, token: str, where: str) -> None:
        """Pass this token, or say that it is missing."""
        if not self.accept(token):
            self.fail(f"expected {token!r} {where}, but found {self.found()}")

    def name(self, what: str) -> str:
        """Return the next token, a bare or quoted word."""
        token = self.peek()
        if token.startswith('"') and len(token) > 1:
            return unquote(self.take())
        if not self._word.fullmatch(token):
            self.fail(f"expected {what}, but found {self.found()}")
        return self.take()

    def found(self) -> str:
        """Return the next token for a message."""
        token = self.peek()
        if not token:
            return "the end of the file"
        return repr(token[:40])

    def fail(self, message: str, position: int | None = None) -> NoReturn:
        """Raise the problem at the token that follows a position; by default the next one."""
        raise TextError(message, self.line(position))
