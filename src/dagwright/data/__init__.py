"""Tables: the coded `Dataset`, reading files, deciding about columns, cutting numbers."""

from __future__ import annotations

from dagwright.data.as_dataset import as_dataset
from dagwright.data.cells.number_column import NumberColumn
from dagwright.data.columns.column import Column, Kind, Treatment
from dagwright.data.columns.recipe import ColumnRecipe, Recipe
from dagwright.data.dataset import Dataset
from dagwright.data.discretizer import Discretizer, discretize
from dagwright.data.examples import load_dataset
from dagwright.data.options import TableOptions
from dagwright.data.read import read_data
from dagwright.data.source import Source

__all__ = [
    "Column",
    "ColumnRecipe",
    "Dataset",
    "Discretizer",
    "Kind",
    "NumberColumn",
    "Recipe",
    "Source",
    "TableOptions",
    "Treatment",
    "as_dataset",
    "discretize",
    "load_dataset",
    "read_data",
]
