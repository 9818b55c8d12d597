"""Random small problems, and a judge who tries every network against every claim about them.

Case k is the same everywhere: `check(k)` makes it from its number alone, runs it and returns what
is wrong. `python -m claims` (with tests/support on the path) runs many, or replays one.
"""

from claims.cases import check

__all__ = ["check"]
