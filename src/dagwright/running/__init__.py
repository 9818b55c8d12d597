"""Watching and stopping long work, whatever the stage."""

from dagwright.running.callbacks import Callback, CallbackChain, Progress
from dagwright.running.control import (
    check_time_limit,
    force_stop_at_check,
    make_control,
    resolve_threads,
)
from dagwright.running.progress_display import ProgressDisplay

__all__ = [
    "Callback",
    "CallbackChain",
    "Progress",
    "ProgressDisplay",
    "check_time_limit",
    "force_stop_at_check",
    "make_control",
    "resolve_threads",
]
