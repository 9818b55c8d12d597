"""Watching and stopping long work, whatever the stage."""

from dagwright.running.callbacks import Callback, CallbackChain, Progress, WithoutBound
from dagwright.running.checkpoint import Checkpoint, CheckpointKeeper, resolve_checkpoint
from dagwright.running.clock import Clock
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
    "Checkpoint",
    "CheckpointKeeper",
    "Clock",
    "Progress",
    "ProgressDisplay",
    "WithoutBound",
    "check_time_limit",
    "force_stop_at_check",
    "make_control",
    "resolve_checkpoint",
    "resolve_threads",
]
