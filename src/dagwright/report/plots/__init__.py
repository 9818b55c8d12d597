"""Plots by matplotlib (extra `plot`). Each function takes plain numbers and returns a Figure."""

from __future__ import annotations

from dagwright.report.plots.anytime import plot_anytime
from dagwright.report.plots.bands import plot_against_size
from dagwright.report.plots.canvas import save_figure
from dagwright.report.plots.critical_difference import plot_critical_difference
from dagwright.report.plots.memory import plot_memory_savings
from dagwright.report.plots.network import plot_network
from dagwright.report.plots.profile import plot_profile
from dagwright.report.plots.restarts import plot_restarts

__all__ = [
    "plot_against_size",
    "plot_anytime",
    "plot_critical_difference",
    "plot_memory_savings",
    "plot_network",
    "plot_profile",
    "plot_restarts",
    "save_figure",
]
