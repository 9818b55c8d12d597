"""What goes with the selections of parent sets `Sequential`, `Greedy` and `Independence`.

Examples
--------
>>> import dagwright as dw
>>> dw.Sequential(pruning=dw.selection.Pruning.none()).pruning.entropy
False
"""

from dagwright.parents.pruning import Pruning

__all__ = ["Pruning"]
