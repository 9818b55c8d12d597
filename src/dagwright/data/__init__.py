"""Tables: the coded `Dataset`, reading files, example data."""

from __future__ import annotations

from dagwright.data.dataset import Dataset
from dagwright.data.examples import load_dataset
from dagwright.data.read import read_data

__all__ = ["Dataset", "load_dataset", "read_data"]
