"""Which parents a variable may and must have."""

from dagwright.parents.constraints import Constraints

__all__ = ["Constraints"]
