"""What users may name by a word: methods, selections, scores and the like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from dagwright.errors import DagwrightError
from dagwright.suggestions import unknown

__all__ = ["Registry"]

T = TypeVar("T")
_Kind = TypeVar("_Kind", bound=type[Any])


class Registry(dict[str, type[T]]):
    """Classes by name, and one rule for the words that stand for them.

    Case, hyphens and underscores do not count, and the name of the class will do.

    Parameters
    ----------
    kind
        What they are, as the parameter that takes one is called.
    base
        What an object must be an instance of.
    example
        How one is constructed, for messages.

    Examples
    --------
    >>> import dagwright as dw
    >>> words = ["hill-climbing", "hill_climbing", "HillClimbing", "HILL CLIMBING"]
    >>> [dw.METHODS.resolve(word) == dw.HillClimbing() for word in words]
    [True, True, True, True]
    """

    def __init__(self, kind: str, base: type[T], example: str) -> None:
        super().__init__()
        self._kind, self._base, self._example = kind, base, example

    def register(self, kind: _Kind) -> _Kind:
        """Class decorator: list a class under its ``name``."""
        self[kind.name] = kind
        return kind

    def find(self, word: str, *, others: Iterable[str] = ()) -> type[T]:
        """Return the class that a word stands for; `others` are words the caller knows besides."""
        for name, kind in self.items():
            if _fold(word) in {_fold(name), _fold(kind.__name__)}:
                return kind
        raise unknown(self._kind, word, [*others, *self])

    def resolve(self, value: T | str, *, others: Iterable[str] = ()) -> T:
        """Return the object that a user's word or object stands for.

        Parameters
        ----------
        others
            What the user could have said besides, for the message.
        """
        if isinstance(value, str):
            return self.find(value, others=others)()
        if isinstance(value, type) or not isinstance(value, self._base):
            raise DagwrightError(
                f"{self._kind}={value!r}: give a name ({', '.join(self)}) or an object such as "
                f"{self._example}"
            )
        return value


def _fold(word: str) -> str:
    return word.casefold().replace("-", "").replace("_", "").replace(" ", "")
