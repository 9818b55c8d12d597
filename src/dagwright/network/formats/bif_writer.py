"""Writing BIF as the repository's files and other packages have it, so that they read ours."""

from __future__ import annotations

import itertools

from dagwright.network.formats.portable import BIF, make_portable
from dagwright.network.network import BayesianNetwork

__all__ = ["write_bif"]


def write_bif(net: BayesianNetwork) -> str:
    """Return the network as BIF; numbers are the shortest that read back as the same doubles."""
    portable = make_portable(net, BIF)
    of_network, of_variable = portable.properties()
    net = portable.net
    lines = ["network unknown {", *_properties(of_network), "}"]
    labels = {name: list(map(str, states)) for name, states in net.states.items()}
    for name in net.names:
        states = ", ".join(labels[name])
        lines += [
            f"variable {name} {{",
            f"  type discrete [ {len(labels[name])} ] {{ {states} }};",
            *_properties(of_variable[name]),
            "}",
        ]
    for name in net.names:
        parents = net.dag.parents(name)
        rows = net.cpts[name].reshape(-1, len(labels[name])).tolist()
        if not parents:
            lines += [f"probability ( {name} ) {{", f"  table {_numbers(rows[0])};", "}"]
            continue
        given = ", ".join(parents)
        lines.append(f"probability ( {name} | {given} ) {{")
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
