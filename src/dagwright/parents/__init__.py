"""Which parents a variable may and must have."""

from dagwright.parents.child_sets import ChildSets, ParentSet
from dagwright.parents.constraints import Constraints
from dagwright.parents.parent_sets import ParentSets
from dagwright.parents.relaxed import BestParentGraph
from dagwright.parents.set_files import check_parent_sets_suffix, read_parent_sets

__all__ = [
    "BestParentGraph",
    "ChildSets",
    "Constraints",
    "ParentSet",
    "ParentSets",
    "check_parent_sets_suffix",
    "read_parent_sets",
]
