"""Watching and stopping long work, whatever the stage."""

from dagwright.running.callbacks import Callback, CallbackChain, Progress
from dagwright.running.checkpoint import Checkpoint, CheckpointKeeper, resolve_checkpoint
from dagwright.running.control import Control, Share, fake_clock, force_stop_at_check
from dagwright.running.interrupts import interrupts_stop_runs
from dagwright.running.limits import (
    NO_LIMITS,
    Limits,
    TimeLimit,
    check_target,
    check_time_limit,
)
from dagwright.running.log_lines import LogLines, finite
from dagwright.running.on_executor import (
    WorkersLostError,
    count_workers,
    run_on_executor,
    share_with_workers,
)
from dagwright.running.own_threads import OwnThreads
from dagwright.running.progress_display import ProgressDisplay
from dagwright.running.progress_log import ProgressLog
from dagwright.running.threads import available_threads, resolve_threads

__all__ = [
    "NO_LIMITS",
    "Callback",
    "CallbackChain",
    "Checkpoint",
    "CheckpointKeeper",
    "Control",
    "Limits",
    "LogLines",
    "OwnThreads",
    "Progress",
    "ProgressDisplay",
    "ProgressLog",
    "Share",
    "TimeLimit",
    "WorkersLostError",
    "available_threads",
    "check_target",
    "check_time_limit",
    "count_workers",
    "fake_clock",
    "finite",
    "force_stop_at_check",
    "interrupts_stop_runs",
    "resolve_checkpoint",
    "resolve_threads",
    "run_on_executor",
    "share_with_workers",
]
