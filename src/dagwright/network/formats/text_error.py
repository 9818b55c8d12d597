"""What is wrong with the text of a file, and where."""

from __future__ import annotations

__all__ = ["UNDIRECTED", "TextError"]

UNDIRECTED = "an edge without direction: a structure needs arrows"
"""What is wrong with a text that holds an equivalence class."""


class TextError(Exception):
    """A text does not follow its format; never seen by users, who get a FormatError."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line
