"""Networks: structure with probabilities, and the files of both."""

from __future__ import annotations

from dagwright.network.examples import load_network
from dagwright.network.file_formats import read_network, read_structure, write_structure
from dagwright.network.fit import fit
from dagwright.network.generate import (
    GeneNetwork,
    random_dag,
    random_gene_network,
    random_network,
)
from dagwright.network.network import BayesianNetwork

__all__ = [
    "BayesianNetwork",
    "GeneNetwork",
    "fit",
    "load_network",
    "random_dag",
    "random_gene_network",
    "random_network",
    "read_network",
    "read_structure",
    "write_structure",
]
