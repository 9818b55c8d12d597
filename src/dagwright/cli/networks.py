"""Networks on the command line: files, or embedded ones such as example:alarm."""

from __future__ import annotations

import dagwright as dw
from dagwright.network.file_formats import read_either

__all__ = ["NETWORK_HELP", "STRUCTURE_HELP", "open_either", "open_network", "open_structure"]

_EXAMPLE = "example:"
NETWORK_HELP = "A .bif, .xmlbif, .net, .xdsl or .json file (also .gz), or example:alarm."
STRUCTURE_HELP = "A file of a network or a structure (.bif, .dot, .csv ...), or example:alarm."


def open_network(path: str) -> dw.BayesianNetwork:
    """Return the network of a file or an example."""
    if path.startswith(_EXAMPLE):
        return dw.load_network(path[len(_EXAMPLE) :])
    return dw.read_network(path)


def open_structure(path: str) -> dw.Dag:
    """Return the structure of a file or an example."""
    if path.startswith(_EXAMPLE):
        return dw.load_network(path[len(_EXAMPLE) :]).dag
    return dw.read_structure(path)


def open_either(path: str) -> dw.BayesianNetwork | dw.Dag:
    """Return all that a file or an example holds."""
    if path.startswith(_EXAMPLE):
        return dw.load_network(path[len(_EXAMPLE) :])
    return read_either(path)
