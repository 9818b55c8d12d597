"""What networks must respect, and the classes of networks that claims are about."""

from dagwright.constraints.constraints import Constraints
from dagwright.constraints.orientation import classes_under
from dagwright.constraints.scope import CandidateLists, Scope, ScopedBound

__all__ = ["CandidateLists", "Constraints", "Scope", "ScopedBound", "classes_under"]
