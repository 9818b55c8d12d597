"""`Book`: the records of some plans, asked for by instance, method and measure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from dagwright.experiments.jobs import make_jobs
from dagwright.experiments.methods import find_unknown_method
from dagwright.experiments.plan import Experiment
from dagwright.experiments.records import Record, read_records
from dagwright.experiments.runner import record_path

__all__ = ["Book", "Chapter"]


@dataclass(frozen=True)
class Chapter:
    """A plan and its records at one size."""

    plan: Experiment
    size: str
    folder: Path

    @cached_property
    def records(self) -> list[Record]:
        """The records that the plan asks for, in its order; others in the file are old."""
        known = {r["key"]: r for r in read_records(record_path(self.folder, self.plan, self.size))}
        jobs = make_jobs(self.plan, self.size)
        return [known[job.key] for job in jobs if job.key in known]

    @cached_property
    def instances(self) -> list[str]:
        """The instances that have records."""
        return list(dict.fromkeys(record["instance"] for record in self.records))

    @cached_property
    def methods(self) -> list[str]:
        """The methods that have records."""
        return list(dict.fromkeys(record["method"] for record in self.records))

    @property
    def plan_methods(self) -> list[str]:
        """The methods that the plan asks for."""
        return [spec["name"] for spec in self.plan.methods]

    @cached_property
    def missing(self) -> dict[str, str]:
        """Instances and methods of the plan without a record, and why."""
        found: dict[str, str] = {}
        for job in make_jobs(self.plan, self.size):
            reason = find_unknown_method(job.method)
            if reason is not None:
                if job.method["name"] not in self.methods:
                    found[job.method["name"]] = reason
            elif job.instance["name"] not in self.instances:
                found[job.instance["name"]] = "no records of this size"
        return found

    def find(
        self,
        instance: str | None = None,
        method: str | None = None,
        selection: str | None = None,
    ) -> list[Record]:
        """Return the records that fit, in order of their repetitions."""
        return [
            record
            for record in self.records
            if instance in (None, record["instance"])
            and method in (None, record["method"])
            and selection in (None, record.get("selection"))
        ]

    def values(
        self, measure: str | Callable[[Record], Any], instance: str, method: str
    ) -> list[float]:
        """Return a measure of all repetitions: a key of `found`, or a function of the record."""
        read = measure if callable(measure) else (lambda record: record["found"][measure])
        return [read(record) for record in self.find(instance, method)]

    def common(self, instance: str, methods: Sequence[str]) -> list[int]:
        """Return the repetitions that all these methods have."""
        some = [{r["repetition"] for r in self.find(instance, m)} for m in methods]
        return sorted(set.intersection(*some)) if some else []


@dataclass(frozen=True)
class Book:
    """The chapters of a paper."""

    plans: Sequence[Experiment]
    size: str
    folder: Path

    @cached_property
    def chapters(self) -> dict[str, Chapter]:
        """By the name of the plan."""
        return {plan.name: Chapter(plan, self.size, self.folder) for plan in self.plans}

    def with_records(self, *names: str) -> Iterator[Chapter]:
        """Yield those of the chapters that have records."""
        for name in names:
            chapter = self.chapters.get(name)
            if chapter is not None and chapter.records:
                yield chapter
