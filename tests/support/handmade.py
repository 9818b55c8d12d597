"""Records made by hand, so that what a page says of them can be worked out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dagwright.experiments import RecordFile, list_plans, load_plan, make_jobs
from dagwright.experiments.environment import describe_environment
from dagwright.experiments.jobs import Job
from dagwright.experiments.pages import write_pages
from dagwright.experiments.runner import record_path


def show(
    folder: Path, name: str, size: str, find: Callable[[Job], dict[str, Any] | None]
) -> dict[str, str]:
    """Return the sections of a page by heading, made of what `find` says was found.

    Jobs of which it says None have no record.
    """
    plan = load_plan(name)
    with RecordFile(record_path(folder, plan, size)) as records:
        for job in make_jobs(plan, size):
            found = find(job)
            if found is not None:
                records.append(_record(job, found))
    plans = [load_plan(each) for each in list_plans(plan.paper.lower())]
    (text,) = write_pages(plans, size, folder).values()
    sections = [section.partition("\n") for section in text.split("\n## ")[1:]]
    return {heading: content for heading, _, content in sections}


def _record(job: Job, found: dict[str, Any]) -> dict[str, Any]:
    return {
        "key": job.key,
        "instance": job.instance["name"],
        "method": job.method["name"],
        "repetition": job.repetition,
        "seconds": 1.0,
        "cpu": 1.0,
        "facts": {},
        "found": found,
        "environment": describe_environment(),
    }
