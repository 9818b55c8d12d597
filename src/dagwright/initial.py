"""Orders that searches over orders start from.

Examples
--------
>>> import dagwright as dw
>>> dw.INOBS(initial="fas") == dw.INOBS(initial=dw.initial.FasOrder())
True
"""

from dagwright.search.order.initial_orders import DfsOrder, FasOrder, GreedyOrder, RandomOrder

__all__ = ["DfsOrder", "FasOrder", "GreedyOrder", "RandomOrder"]
