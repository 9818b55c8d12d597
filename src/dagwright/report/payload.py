"""What the page knows about variables and edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Protocol

import numpy as np

from dagwright.data import Dataset
from dagwright.errors import DagwrightError
from dagwright.graph import Dag, Mpdag
from dagwright.network import BayesianNetwork

__all__ = ["Confidence", "Edge", "Shares", "checked_shares", "make_payload"]

Edge = tuple[str, str]


class Confidence(Protocol):
    """Shares of networks with each edge, and with each adjacency, as of `bootstrap`."""

    @property
    def directed(self) -> Mapping[Edge, float]:
        """By (parent, child)."""
        ...

    @property
    def skeleton(self) -> Mapping[frozenset[str], float]:
        """By {one, other}."""
        ...


@dataclass(frozen=True)
class Shares:
    """How sure edges are: in their direction, and, where that is known, in either."""

    directed: Mapping[Edge, float]
    skeleton: Mapping[frozenset[str], float]


_MOST_ROWS = 64
"""Of a table of probabilities; the rest is in files that programs read."""


def make_payload(  # noqa: PLR0917
    dag: Dag,
    cpdag: Mpdag,
    strengths: Mapping[Edge, float],
    shares: Shares,
    network: BayesianNetwork | None,
    data: Dataset | None,
) -> dict[str, Any]:
    """Return names, edges and, where they are known, states, shares and probabilities."""
    position = {name: index for index, name in enumerate(dag.names)}
    payload: dict[str, Any] = {
        "names": list(dag.names),
        "edges": [
            {
                "parent": position[edge[0]],
                "child": position[edge[1]],
                "direction": cpdag.direction(*edge).value,
                "strength": _rounded(strengths.get(edge)),
                "confidence": _rounded(shares.directed.get(edge)),
                "adjacent": _rounded(shares.skeleton.get(frozenset(edge))),
            }
            for edge in dag.edges
        ],
        "states": None,
        "shares": None,
        "cpts": None,
    }
    if network is not None:
        payload["states"] = [list(map(str, network.states[name])) for name in dag.names]
        payload["cpts"] = [_cpt(network, name, position) for name in dag.names]
    if data is not None:
        payload["shares"] = [_shares(data, name) for name in dag.names]
    return payload


def checked_shares(dag: Dag, confidence: Mapping[Edge, float] | Confidence | None) -> Shares:
    """Return how sure edges are, or refuse what is not a pair of variables with a share."""
    if confidence is None:
        return Shares({}, {})
    if isinstance(confidence, Mapping):
        shares = Shares(confidence, {})
    else:
        # An edge that no network has is not listed.
        every = dict.fromkeys(dag.edges, 0.0)
        shares = Shares({**every, **confidence.directed}, confidence.skeleton)
    for edge, value in (*shares.directed.items(), *shares.skeleton.items()):
        if not isinstance(edge, tuple | frozenset) or not set(edge) <= set(dag.names):
            raise DagwrightError(f"confidence of {edge!r}: give pairs (parent, child) of names")
        if not 0 <= value <= 1:
            raise DagwrightError(f"confidence of {edge!r} is {value!r}: give a share from 0 to 1")
    return shares


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.6g}")


def _cpt(network: BayesianNetwork, name: str, position: Mapping[str, int]) -> dict[str, Any]:
    parents = network.dag.parents(name)
    table = network.cpts[name]
    combinations = list(zip(product(*map(range, table.shape[:-1])), range(_MOST_ROWS)))  # noqa: B905
    return {
        "parents": [position[parent] for parent in parents],
        "rows": [
            [list(states), [_rounded(p) for p in table[states].tolist()]]
            for states, _ in combinations
        ],
        "more": table.size // table.shape[-1] - len(combinations),
    }


def _shares(data: Dataset, name: str) -> list[float | None]:
    place = data.names.index(name)
    counts = np.bincount(data.codes[place], weights=data.weights, minlength=len(data.states[place]))
    return [_rounded(share) for share in (counts / counts.sum()).tolist()]
