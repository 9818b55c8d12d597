"""Values as TOML writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["toml_list", "toml_text"]

_ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\f": "\\f",
    "\r": "\\r",
}
# What a basic string cannot hold as it is: quotes, backslashes and control characters.
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f]')


def toml_text(text: str) -> str:
    r"""Return a string with its quotes.

    Examples
    --------
    >>> print(toml_text('say "no"'), toml_text("a\tb"))
    "say \"no\"" "a\tb"
    """
    return '"' + _ESCAPED.sub(lambda found: _escape(found[0]), text) + '"'


def _escape(character: str) -> str:
    return _ESCAPES.get(character, f"\\u{ord(character):04x}")


def toml_list(items: Iterable[str]) -> str:
    """Return an array of values that are TOML already.

    Examples
    --------
    >>> toml_list(["1", "true"])
    '[1, true]'
    """
    return f"[{', '.join(items)}]"
