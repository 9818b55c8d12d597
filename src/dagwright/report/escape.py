"""Putting text of users into a page so that it stays text."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from typing import Any

__all__ = ["as_json", "as_text", "source_hash"]


def as_text(text: str) -> str:
    """Return text for the content of an element or a quoted attribute.

    Examples
    --------
    >>> as_text('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    # A file cannot hold half of a pair of surrogates.
    return html.escape(text.encode("utf-8", "replace").decode("utf-8"))


def as_json(value: Any) -> str:
    r"""Return JSON for a script element: no character in it can end the element.

    Examples
    --------
    >>> as_json({"a": "</script>"})
    '{"a":"\\u003c/script\\u003e"}'
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def source_hash(content: str) -> str:
    """Return how a content security policy names an inline script or style."""
    digest = hashlib.sha256(content.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
