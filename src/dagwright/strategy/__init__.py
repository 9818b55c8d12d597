"""Who runs when, for how long, in how much memory: the only code that knows all searches."""

from dagwright.strategy.exact import Exact, ExactOptions

__all__ = ["Exact", "ExactOptions"]
