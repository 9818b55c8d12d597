"""How good a learned structure is."""

from dagwright.evaluate.compare import Comparison, compare
from dagwright.evaluate.edge_confidence import EdgeConfidence, EdgeShare
from dagwright.evaluate.held_out import HeldOut, held_out
from dagwright.evaluate.kl_term import kl_term
from dagwright.evaluate.total_variation import total_variation

__all__ = [
    "Comparison",
    "EdgeConfidence",
    "EdgeShare",
    "HeldOut",
    "compare",
    "held_out",
    "kl_term",
    "total_variation",
]
