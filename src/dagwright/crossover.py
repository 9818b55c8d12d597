"""Ways of `MINOBS` to make one order of two.

Examples
--------
>>> import dagwright as dw
>>> dw.MINOBS(crossover="rank") == dw.MINOBS(crossover=dw.crossover.Rank())
True
"""

from dagwright.search.order.crossovers import Cycle, OrderBased, Rank

__all__ = ["Cycle", "OrderBased", "Rank"]
