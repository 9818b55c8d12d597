"""What all searches share, and the searches."""

from dagwright.search.callbacks import Callback, Progress
from dagwright.search.dag import HillClimbing
from dagwright.search.method import METHODS, Method, resolve_method
from dagwright.search.progress_display import ProgressDisplay
from dagwright.search.result import Result, Status, StopReason, TracePoint
from dagwright.search.solve import solve
from dagwright.search.verify import verify

__all__ = [
    "METHODS",
    "Callback",
    "HillClimbing",
    "Method",
    "Progress",
    "ProgressDisplay",
    "Result",
    "Status",
    "StopReason",
    "TracePoint",
    "resolve_method",
    "solve",
    "verify",
]
