"""Running the jobs of a plan that have no record yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.experiments.execute import run_job
from dagwright.experiments.instances import data_folder, find_missing
from dagwright.experiments.jobs import Job, make_jobs
from dagwright.experiments.methods import find_unknown_method
from dagwright.experiments.plan import Experiment
from dagwright.experiments.records import Record, RecordFile, read_records
from dagwright.running import interrupts_stop_runs, run_on_executor

__all__ = ["RunSummary", "record_path", "run_plan"]

Notify = Callable[[str], None]


@dataclass(frozen=True)
class RunSummary:
    """What `run_plan` did.

    Attributes
    ----------
    ran
        Jobs that were run.
    known
        Jobs whose records were there already.
    skipped
        Instances and methods that this machine or version does not have, with the reason.
    failed
        Jobs that ended with an error, and which one; they are tried again the next time.
    """

    ran: int
    known: int
    skipped: dict[str, str]
    failed: dict[str, str]


def record_path(folder: Path, plan: Experiment, size: str) -> Path:
    """Return the file of the records of a plan at one size."""
    return folder / f"{plan.name}.{size}.jsonl"


def run_plan(
    plan: Experiment,
    size: str = "reduced",
    *,
    records: Path | str = "experiments",
    data: Path | str | None = None,
    executor: Executor | None = None,
    notify: Notify | None = None,
) -> RunSummary:
    """Run what has no record yet, and append a record after each run.

    Parameters
    ----------
    plan
        From `load_plan`.
    size
        ``"smoke"``, ``"reduced"`` or ``"full"``.
    records
        Folder of the records; candidate sets are kept in `cache` below it.
    data
        Folder of benchmark data; by default DAGWRIGHT_DATA or ../shared/data.
    executor
        Any `concurrent.futures.Executor`: processes, Dask (``client.get_executor()``), ...; by
        default one job after the other in this process.
    notify
        Called with a line of text after each job.

    Returns
    -------
    RunSummary
        What ran, was there already, was skipped and failed.

    Examples
    --------
    >>> import tempfile
    >>> from dagwright.experiments import load_plan, run_plan
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     first = run_plan(load_plan("s4-filters"), "smoke", records=folder)
    ...     again = run_plan(load_plan("s4-filters"), "smoke", records=folder)
    >>> first.ran == again.known > again.ran
    True
    """
    folder = Path(records)
    source = data_folder() if data is None else Path(data)
    say = notify or _say_nothing
    file = record_path(folder, plan, size)
    with RecordFile(file) as output, interrupts_stop_runs():
        known = {record["key"]: record for record in read_records(file)}
        jobs = make_jobs(plan, size)
        skipped = _find_skipped(jobs, source)
        runnable = [job for job in jobs if _who(job) not in skipped]
        waiting = [job for job in runnable if job.key not in known]
        failed: dict[str, str] = {}
        done = 0
        for job, outcome in _run_all(waiting, known, source, folder / "cache", executor):
            if _core.is_interrupted():
                break  # what a signal cut short must not become a record
            done += 1
            place = f"[{done}/{len(waiting)}] {plan.name}: {job.label}"
            if isinstance(outcome, BaseException):
                failed[job.label] = f"{type(outcome).__name__}: {outcome}"
                say(f"{place}: failed, {outcome}")
                continue
            output.append(outcome)
            known[job.key] = outcome
            say(f"{place}: {outcome['seconds']:.2f} s")
        if _core.is_interrupted():
            raise KeyboardInterrupt
    return RunSummary(
        ran=done - len(failed),
        known=len(runnable) - len(waiting),
        skipped={" ".join(who): reason for who, reason in skipped.items()},
        failed=failed,
    )


def _say_nothing(line: str) -> None:
    del line


def _who(job: Job) -> tuple[str, str]:
    return job.instance["name"], job.method["name"]


def _find_skipped(jobs: list[Job], folder: Path) -> dict[tuple[str, str], str]:
    skipped: dict[tuple[str, str], str] = {}
    for job in jobs:
        reason = find_unknown_method(job.method) or find_missing(job.instance, folder)
        if reason is None and "time_of" in job.method:
            reason = skipped.get((job.instance["name"], job.method["time_of"]))
        if reason is not None:
            skipped[_who(job)] = reason
    return skipped


def _run_all(
    jobs: list[Job],
    known: dict[str, Record],
    folder: Path,
    cache: Path,
    executor: Executor | None,
) -> Iterator[tuple[Job, dict[str, Any] | BaseException]]:
    """Yield jobs with their records as they end; those that take another's time come last."""
    for wave in ([j for j in jobs if j.after is None], [j for j in jobs if j.after is not None]):
        ready = []
        for job in wave:
            if job.after is None or job.after in known:
                ready.append((job, _time_limit(job, known)))
            else:
                yield job, DagwrightError("the run whose time it takes has no record")
        if executor is None:
            yield from _run_here(ready, folder, cache)
        else:
            yield from _run_on(executor, ready, folder, cache)


def _run_here(
    jobs: list[tuple[Job, float | None]], folder: Path, cache: Path
) -> Iterator[tuple[Job, dict[str, Any] | BaseException]]:
    for job, limit in jobs:
        try:
            outcome: dict[str, Any] | BaseException = run_job(job, folder, cache, limit)
        except Exception as error:  # one run that fails must not end all others
            outcome = error
        yield job, outcome


def _run_on(
    executor: Executor, jobs: list[tuple[Job, float | None]], folder: Path, cache: Path
) -> Iterator[tuple[Job, dict[str, Any] | BaseException]]:
    calls = [(job, folder, cache, limit) for job, limit in jobs]
    for position, future in run_on_executor(executor, run_job, calls, _core.is_interrupted):
        error = future.exception()
        yield jobs[position][0], future.result() if error is None else error


def _time_limit(job: Job, known: dict[str, Record]) -> float | None:
    """Return the seconds of the run whose time a job takes."""
    return None if job.after is None else float(known[job.after]["seconds"])
