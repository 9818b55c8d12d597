"""Climbs of `INOBS` that may also go down.

Examples
--------
>>> import dagwright as dw
>>> dw.INOBS(improvement=dw.walk.Tabu(length=5)).improvement.patience
50
"""

from dagwright.search.order.walks import Annealing, Tabu

__all__ = ["Annealing", "Tabu"]
