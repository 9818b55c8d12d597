"""What Dag and Cpdag share: checking variable names and the edges written with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from dagwright.errors import DagwrightError
from dagwright.suggestions import did_you_mean
from dagwright.words import list_names


def check_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names as plain strings, or say which one cannot be used."""
    # A bare string is a sequence of strings too, so it would pass as one variable a character.
    if isinstance(names, str):
        raise DagwrightError(f"names must be a list of strings, not the single string {names!r}")
    # Subclasses (numpy.str_) become str, so that reprs and files look the same everywhere.
    checked = tuple(str.__str__(name) if isinstance(name, str) else name for name in names)
    if not checked:
        raise DagwrightError("a graph needs at least one variable, but names is empty")
    for position, name in enumerate(checked):
        if not isinstance(name, str):
            raise DagwrightError(
                f"variable names must be str, but name {position} is {name!r} "
                f"({type(name).__name__}); convert it with str()"
            )
        if not name:
            raise DagwrightError(f"the name of variable {position} is empty")
    if len(set(checked)) < len(checked):
        repeated = next(name for name, count in Counter(checked).items() if count > 1)
        raise DagwrightError(f"two variables are called {repeated!r}; names must be unique")
    return checked


def index_of(name: str, index: Mapping[str, int]) -> int:
    """Return the position of a name, or say that the graph has no such variable."""
    try:
        return index[name]
    except (KeyError, TypeError):
        known = list_names(index)
        raise DagwrightError(
            f"unknown variable {name!r}{did_you_mean(name, index)}; the variables are {known}"
        ) from None


def index_pairs(
    pairs: Iterable[tuple[str, str]], index: Mapping[str, int]
) -> Iterator[tuple[int, int]]:
    """Translate pairs of names into pairs of positions, refusing anything that is not an edge."""
    for pair in pairs:
        # The string "ab" would unpack into an edge a -> b that was not meant.
        if isinstance(pair, str) or not hasattr(pair, "__len__") or len(pair) != 2:
            raise DagwrightError(f"an edge is a pair (parent, child) of names, not {pair!r}")
        first, second = (index_of(name, index) for name in pair)
        if first == second:
            raise DagwrightError(f"self loop: {pair[0]!r} cannot be its own parent")
        yield first, second


def check_same_variables(names: Iterable[str], others: Iterable[str]) -> None:
    """Raise unless both hold the same names, in whatever order; the message names the rest."""
    first, second = set(names), set(others)
    if first == second:
        return
    differences = [
        f"only in the {place}: {list_names(sorted(extra))}"
        for place, extra in (("first", first - second), ("second", second - first))
        if extra
    ]
    raise DagwrightError(f"the variables differ; {'; '.join(differences)}")
