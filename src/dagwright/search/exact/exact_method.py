"""What the searches that end with a proof have in common."""

from __future__ import annotations

from typing import ClassVar

from dagwright.search.method import Needs, SearchMethod

__all__ = ["ExactMethod"]


class ExactMethod(SearchMethod):
    """A search over candidate sets that proves its network to be the best, if it has the time."""

    needs: ClassVar[Needs] = "parent sets"
    proves: ClassVar[bool] = True
    units: ClassVar[tuple[str, str]] = ("nodes", "layers")
