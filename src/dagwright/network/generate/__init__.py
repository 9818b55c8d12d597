"""Random networks, for experiments that need no files."""

from __future__ import annotations

from dagwright.network.generate.gene_network import GeneNetwork, random_gene_network
from dagwright.network.generate.random_dag import random_dag
from dagwright.network.generate.random_network import random_network

__all__ = ["GeneNetwork", "random_dag", "random_gene_network", "random_network"]
