"""Drawing graphs in layers."""

from dagwright.graph.drawing.layout import Layout, lay_out
from dagwright.graph.drawing.notebook import notebook_html
from dagwright.graph.drawing.svg import draw_cpdag, draw_dag

__all__ = ["Layout", "draw_cpdag", "draw_dag", "lay_out", "notebook_html"]
