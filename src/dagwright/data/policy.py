"""`Policy`: how a table becomes a `Dataset`, as the user asked, checked once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dagwright.data.encode import Label
from dagwright.data.validate import checked_states
from dagwright.errors import DataError

if TYPE_CHECKING:
    from dagwright.data.discretizer import Discretizer

__all__ = ["DEFAULT_MAX_STATES", "MISSING_STATE", "Policy", "make_policy"]

DEFAULT_MAX_STATES = 256
MISSING_STATE = "missing"
_CHOICES = ("error", "drop", "state")


@dataclass(frozen=True)
class Policy:
    """What to do with the columns of a table.

    Attributes
    ----------
    missing : str
        'error', 'drop' or 'state'.
    missing_values : frozenset of str
        Texts that stand for a missing value.
    states : dict
        Declared states by column.
    max_states : int, optional
        More observed states than this are refused; None for no limit.
    exclude : frozenset of str
        Columns that are not variables.
    discretizer : Discretizer, optional
        Cuts continuous columns.
    """

    missing: str
    missing_values: frozenset[str]
    states: Mapping[str, tuple[Label, ...]]
    max_states: int | None
    exclude: frozenset[str]
    discretizer: Discretizer | None

    def is_wide(self, n_states: int) -> bool:
        """Tell whether a column has too many states."""
        return self.max_states is not None and n_states > self.max_states


def make_policy(
    *,
    missing: str = "error",
    missing_values: Iterable[object] | None = None,
    states: Mapping[str, Sequence[Label]] | None = None,
    max_states: int | None = DEFAULT_MAX_STATES,
    exclude: Iterable[str] = (),
    discretize: Discretizer | str | None = None,
    default_missing: frozenset[str] = frozenset(),
) -> Policy:
    """Return the options of a reader, or raise a DataError about the one that makes no sense."""
    if missing not in _CHOICES:
        raise DataError(f"missing={missing!r}: choose one of {', '.join(map(repr, _CHOICES))}")
    if isinstance(missing_values, str):
        raise DataError(
            f"missing_values must be a list of texts, not the single {missing_values!r}"
        )
    if max_states is not None and (not isinstance(max_states, int | np.integer) or max_states < 1):
        raise DataError(f"max_states={max_states!r}: give a positive integer, or None for no limit")
    markers = default_missing if missing_values is None else frozenset(map(str, missing_values))
    return Policy(
        missing,
        markers,
        {name: _declared(name, labels) for name, labels in (states or {}).items()},
        max_states,
        frozenset([exclude] if isinstance(exclude, str) else exclude),
        _discretizer(discretize),
    )


def _declared(name: str, labels: Sequence[Label]) -> tuple[Label, ...]:
    if isinstance(labels, str) or not hasattr(labels, "__iter__"):
        raise DataError(f"states of {name!r} must be a list of states, not {labels!r}")
    states = checked_states(name, list(labels))
    if not states:
        raise DataError(f"no states are declared for {name!r}: give at least one, or leave it out")
    if len(set(map(str, states))) < len(states):
        raise DataError(f"declared states of {name!r} are written alike, such as 1 and '1'")
    return states


def _discretizer(discretize: Discretizer | str | None) -> Discretizer | None:
    from dagwright.data.discretizer import Discretizer  # noqa: PLC0415 - it makes datasets itself

    if discretize is None or isinstance(discretize, Discretizer):
        return discretize
    if isinstance(discretize, str):
        return Discretizer(discretize)
    raise DataError(
        f"discretize={discretize!r}: give the name of a method, or a Discretizer with its options"
    )
