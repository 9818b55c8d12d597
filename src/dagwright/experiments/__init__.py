"""Experiments as data: plans, runs that become records, and pages made of the records."""

from __future__ import annotations

from dagwright.experiments.jobs import Job, make_jobs
from dagwright.experiments.library import list_papers, list_plans
from dagwright.experiments.plan import SIZES, Experiment, load_plan
from dagwright.experiments.records import RecordFile, read_records
from dagwright.experiments.runner import RunSummary, run_plan

__all__ = [
    "SIZES",
    "Experiment",
    "Job",
    "RecordFile",
    "RunSummary",
    "list_papers",
    "list_plans",
    "load_plan",
    "make_jobs",
    "read_records",
    "run_plan",
]
