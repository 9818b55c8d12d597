"""Tables: the coded `Dataset`, reading files, discretising, example data."""

from __future__ import annotations

from dagwright.data.dataset import Dataset
from dagwright.data.discretizer import Discretizer, discretize
from dagwright.data.examples import load_dataset
from dagwright.data.read import read_data
from dagwright.data.source import Source

__all__ = ["Dataset", "Discretizer", "Source", "discretize", "load_dataset", "read_data"]
