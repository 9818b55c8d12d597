"""Networks: structure with probabilities, and the files of both."""

from __future__ import annotations

from dagwright.network.examples import load_network
from dagwright.network.file_formats import read_network, read_structure, write_structure
from dagwright.network.fit import fit
from dagwright.network.network import BayesianNetwork

__all__ = [
    "BayesianNetwork",
    "fit",
    "load_network",
    "read_network",
    "read_structure",
    "write_structure",
]
