"""How good a learned structure is."""

from dagwright.evaluate.compare import Comparison, compare
from dagwright.evaluate.edge_confidence import EdgeConfidence, EdgeShare

__all__ = ["Comparison", "EdgeConfidence", "EdgeShare", "compare"]
