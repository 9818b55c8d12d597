"""How good a learned structure is."""

from dagwright.evaluate.compare import Comparison, compare

__all__ = ["Comparison", "compare"]
