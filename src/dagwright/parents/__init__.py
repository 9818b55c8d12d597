"""Candidate sets of parents: how they are found, kept and read."""

from dagwright.parents.add_families import add_families, families_of
from dagwright.parents.child_sets import ChildSets, ParentSet
from dagwright.parents.coverage import ceiling, widened
from dagwright.parents.find import enumerate_parent_sets, find_parent_sets
from dagwright.parents.greedy import Greedy
from dagwright.parents.independence import Independence
from dagwright.parents.kept_sets import KeptSets
from dagwright.parents.parent_sets import ParentSets
from dagwright.parents.pruning import Pruning
from dagwright.parents.relaxed import BestParentGraph
from dagwright.parents.selection import SELECTIONS, Selection, resolve_selection
from dagwright.parents.sequential import Sequential
from dagwright.parents.set_files import check_parent_sets_suffix, read_parent_sets

__all__ = [
    "SELECTIONS",
    "BestParentGraph",
    "ChildSets",
    "Greedy",
    "Independence",
    "KeptSets",
    "ParentSet",
    "ParentSets",
    "Pruning",
    "Selection",
    "Sequential",
    "add_families",
    "ceiling",
    "check_parent_sets_suffix",
    "enumerate_parent_sets",
    "families_of",
    "find_parent_sets",
    "read_parent_sets",
    "resolve_selection",
    "widened",
]
