"""Writing BIF as the repository's files and other packages have it, so that they read ours."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

from dagwright.network.formats.bif_reader import WORD
from dagwright.network.formats.properties import recipe_properties
from dagwright.network.formats.scanner import quote
from dagwright.network.network import BayesianNetwork

__all__ = ["write_bif"]

_BARE = re.compile(rf"{WORD}+")


def write_bif(net: BayesianNetwork) -> str:
    """Return the network as BIF; numbers are the shortest that read back as the same doubles."""
    of_network, of_variable = recipe_properties(net.recipe, net.names)
    lines = ["network unknown {", *_properties(of_network), "}"]
    words = {name: _word(name) for name in net.names}
    labels = {name: [_label(str(state)) for state in states] for name, states in net.states.items()}
    for name in net.names:
        states = ", ".join(labels[name])
        lines += [
            f"variable {words[name]} {{",
            f"  type discrete [ {len(labels[name])} ] {{ {states} }};",
            *_properties(of_variable[name]),
            "}",
        ]
    for name in net.names:
        parents = net.dag.parents(name)
        rows = net.cpts[name].reshape(-1, len(labels[name])).tolist()
        if not parents:
            lines += [f"probability ( {words[name]} ) {{", f"  table {_numbers(rows[0])};", "}"]
            continue
        given = ", ".join(words[parent] for parent in parents)
        lines.append(f"probability ( {words[name]} | {given} ) {{")
        configurations = itertools.product(*(labels[parent] for parent in parents))
        lines += [
            f"  ({', '.join(configuration)}) {_numbers(row)};"
            for configuration, row in zip(configurations, rows, strict=True)
        ]
        lines.append("}")
    return "\n".join([*lines, ""])


def _properties(texts: list[str]) -> list[str]:
    named = (text.split(" = ") for text in texts)
    return [f'  property {name} = "{value}";' for name, value in named]


def _numbers(row: list[float]) -> str:
    return ", ".join(map(repr, row))


def _word(name: str) -> str:
    plain = _BARE.fullmatch(name) and "//" not in name and "/*" not in name
    return name if plain else quote(name)


_label = lru_cache(maxsize=4096)(_word)  # most variables have the labels of others
