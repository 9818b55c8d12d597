"""One adapter for each package; nothing here imports a package before it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import pandas as pd

Edge = tuple[str, str]
LocalScore = Callable[[str, Sequence[str]], float]
"""(child, parents) -> BIC in natural logarithms."""

PEERS = ("dagwright", "pybnesian", "pyagrum", "pgmpy")


class Peer(Protocol):
    """What the benchmarks ask of a package; modules of this folder fulfil it."""

    def make_scorer(self, frame: pd.DataFrame) -> LocalScore:
        """Return the fastest public way to one local BIC score."""
        ...

    def prepare(self, frame: pd.DataFrame) -> Any:
        """Bring the data into the package's own form; timed apart from the climb."""
        ...

    def climb(self, prepared: Any) -> list[Edge]:
        """Climb from the empty graph with BIC and one thread; return the edges."""
        ...


def load_peer(name: str) -> Peer:
    return import_module(f"benchmarks.peers.{name}")  # type: ignore[return-value]


def version_of(name: str) -> str | None:
    """Return the installed version, or None."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
