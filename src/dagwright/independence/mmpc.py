"""Parents and children of variables, by tests of independence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

from dagwright import _core
from dagwright.data import Dataset
from dagwright.data.core_table import core_table
from dagwright.errors import DagwrightError
from dagwright.graph.names import index_of
from dagwright.independence.neighbour_rules import DegreesRule, NeighbourRules
from dagwright.memory import lacks_are_resource_errors
from dagwright.parameters import core_options
from dagwright.running import Callback, CallbackChain, Control, Limits, resolve_threads

__all__ = ["Neighbours", "find_neighbours", "mmpc"]


@dataclass(frozen=True)
class Neighbours:
    """What max-min found: neighbours by position, which targets were finished, tests made."""

    sets: tuple[tuple[int, ...], ...]
    finished: tuple[bool, ...]
    tests: int


@overload
def mmpc(
    data: Dataset,
    *,
    alpha: float = ...,
    target: str,
    max_given: int | None = ...,
    symmetric: bool = ...,
    rows_per_cell: float = ...,
    degrees: DegreesRule = ...,
    time_limit: float | None = ...,
    threads: int | None = ...,
    callbacks: Callback | Iterable[Callback] | None = ...,
) -> tuple[str, ...]: ...


@overload
def mmpc(
    data: Dataset,
    *,
    alpha: float = ...,
    target: None = ...,
    max_given: int | None = ...,
    symmetric: bool = ...,
    rows_per_cell: float = ...,
    degrees: DegreesRule = ...,
    time_limit: float | None = ...,
    threads: int | None = ...,
    callbacks: Callback | Iterable[Callback] | None = ...,
) -> dict[str, tuple[str, ...]]: ...


@lacks_are_resource_errors()
def mmpc(
    data: Dataset,
    *,
    alpha: float = 0.05,
    target: str | None = None,
    max_given: int | None = None,
    symmetric: bool = True,
    rows_per_cell: float = 5.0,
    degrees: DegreesRule = "occurring",
    time_limit: float | None = None,
    threads: int | None = None,
    callbacks: Callback | Iterable[Callback] | None = None,
) -> tuple[str, ...] | dict[str, tuple[str, ...]]:
    """Find the parents and children of one variable or of all, without distinguishing them.

    Max-min: variables join a target one by one, always the one whose weakest association with it,
    over all subsets of those already in, is the strongest; whatever some subset makes independent
    leaves for good. A subset takes part only if there are rows enough to test under it.

    Parameters
    ----------
    data
        The table.
    alpha
        Level of the tests: a larger p-value counts as independence.
    target
        One variable; by default all.
    max_given
        The most variables to condition on; None for no limit but that of the rows.
    symmetric
        Keep only neighbours that have the target among theirs.
    rows_per_cell
        A subset takes part in the tests of a pair only if there are this many rows per cell of the
        table of all of them, empty cells included. One that does not removes none, so with few
        rows there may be neighbours too many, but few are missed. A pair that has too few rows
        without any conditions counts as independent.
    degrees
        How degrees of freedom are counted: ``"occurring"`` or ``"effective"``; see
        `independence_test`.
    time_limit
        Seconds; None for no limit.
    threads
        Number of threads; defaults to one per core. Results do not depend on it.
    callbacks
        One or several `Callback`.

    Returns
    -------
    tuple or dict
        The neighbours of the target, or those of each variable by name.

    Raises
    ------
    DagwrightError
        If the time limit or an interrupt came first: half a search would say that variables are
        neighbours which are not.

    References
    ----------
    Tsamardinos, Brown & Aliferis (2006), The max-min hill-climbing Bayesian network structure
    learning algorithm. Machine Learning 65, 31-78; section 4 on reliability.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.load_network("asia").sample(5000, seed=1)
    >>> dw.mmpc(data, target="tub")
    ('either',)
    """
    rules = NeighbourRules(
        alpha=alpha,
        max_given=max_given,
        symmetric=symmetric,
        rows_per_cell=rows_per_cell,
        degrees=degrees,
    )
    index = {name: position for position, name in enumerate(data.names)}
    targets = range(data.n_variables) if target is None else [index_of(target, index)]
    control = Control(
        "mmpc",
        Limits(seconds=time_limit),
        callbacks=CallbackChain(callbacks),
        units=("tests", "variables"),
    )
    with control:
        found = find_neighbours(
            data,
            targets,
            rules,
            threads=threads,
            control=control.core,
        )
        if control.stopped:
            raise DagwrightError(
                f"mmpc was ended ({control.reason}) before it was done: give it more time, "
                "or a smaller max_given="
            )
        named = [tuple(data.names[v] for v in sets) for sets in found.sets]
        control.product = named
    return named[targets[0]] if target is not None else dict(zip(data.names, named, strict=True))


def find_neighbours(
    data: Dataset,
    targets: Sequence[int],
    rules: NeighbourRules,
    *,
    threads: int | None,
    control: _core.RunControl,
    table: _core.Table | None = None,
) -> Neighbours:
    """Run max-min on some variables until done or stopped; `table` is the data, if packed."""
    inputs = _core.MmpcInputs(core_table(data) if table is None else table, list(targets))
    n = data.n_variables
    most = n if rules.max_given is None else min(rules.max_given, n)
    options = core_options(_core.MmpcOptions, rules, max_given=most)
    resources = _core.Resources(seed=0, threads=resolve_threads(threads), bytes=0)
    found = _core.mmpc(inputs, options, resources, control)
    return Neighbours(tuple(map(tuple, found.neighbours)), tuple(found.finished), found.tests)
