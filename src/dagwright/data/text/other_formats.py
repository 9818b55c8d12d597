"""Texts that are not tables, known by how they start."""

from __future__ import annotations

import re

__all__ = ["other_format"]

_STARTS = (
    (re.compile(r'\{\s*"[^"]*"\s*:|\[\s*(?:\{\s*"|\[)'), "JSON"),
    (re.compile(r"<(?:!doctype\s+html|html|head|body|table)\b", re.IGNORECASE), "HTML"),
    (re.compile(r"<\?xml\b", re.IGNORECASE), "XML"),
    (re.compile(r"(?:%[^\n]*\n\s*)*@relation\b", re.IGNORECASE), "ARFF"),
)


def other_format(text: str) -> str | None:
    """Return the format of a text that is not a table, or None if it may be one."""
    start = text.lstrip("\ufeff \t\r\n")
    return next((name for pattern, name in _STARTS if pattern.match(start)), None)
