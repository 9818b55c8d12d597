"""`Job`: one run of a plan, and how a plan becomes jobs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from dagwright.errors import DagwrightError
from dagwright.experiments.canonical import derive_seed, fingerprint, write_canonical
from dagwright.experiments.plan import Experiment, Spec

__all__ = ["Job", "expand_instances", "make_jobs"]

# Instances that are drawn again in each repetition; the others are files.
_DRAWN = ("network", "random", "genes")
# Keys of an instance that change other parts of the job and are found there.
_CHANGES = {"score", "selection", "methods"}


@dataclass(frozen=True)
class Job:
    """Everything that one run depends on; it can be sent to another process or machine.

    Attributes
    ----------
    kind, score, instance, selection, method, limits, metrics
        As in the plan, with the changes of the size.
    repetition
        Which sample of a drawn instance, and which run of the method.
    shared_seed
        Whether other methods get the same seed.
    after
        The key of the job whose time is the limit of this one.
    """

    kind: str
    score: Spec
    instance: Spec
    selection: Spec | None
    method: Spec
    repetition: int
    limits: Spec
    metrics: tuple[str, ...]
    shared_seed: bool
    after: str | None = field(default=None, compare=False)

    @property
    def key(self) -> str:
        """A name that stands for the job's content: what has it need not be run again."""
        content = asdict(self)
        del content["after"]
        return fingerprint(content)

    @property
    def label(self) -> str:
        """The job in words."""
        parts = [self.instance["name"], self.selection and self.selection["name"]]
        parts += [self.method["name"], f"repetition {self.repetition}"]
        return ", ".join(part for part in parts if part)

    @property
    def sample(self) -> int:
        """Which sample of the instance this is; 0 where it is a file."""
        return self.repetition if self.instance["kind"] in _DRAWN else 0

    @property
    def data_seed(self) -> int:
        """The seed of the data: the same for all methods."""
        return derive_seed("data", self.instance["name"], self.sample)

    @property
    def seed(self) -> int:
        """The seed of the search: another for each method, so that adding one changes no other."""
        who = "" if self.shared_seed else self.method["name"]
        chosen = "" if self.selection is None else self.selection["name"]
        return derive_seed("search", self.instance["name"], chosen, who, self.repetition)

    @property
    def problem(self) -> str:
        """The problem as text: jobs with equal texts search on the same scores."""
        parts = {"instance": self.instance, "selection": self.selection, "score": self.score}
        return write_canonical({**parts, "sample": self.sample, "seed": self.data_seed})


def make_jobs(plan: Experiment, size: str) -> list[Job]:
    """Return the jobs of a plan at one size; those on the same problem stand together.

    Examples
    --------
    >>> from dagwright.experiments import load_plan, make_jobs
    >>> jobs = make_jobs(load_plan("s1-orders"), "smoke")
    >>> len({job.key for job in jobs}) == len(jobs)
    True
    """
    changes = plan.size(size)
    instances = _choose(plan, "instances", expand_instances(plan, size), changes)
    selections = [
        {**spec, **changes.get("selection", {})}
        for spec in _choose(plan, "selections", plan.selections, changes)
    ]
    methods = [
        {**spec, **{k: v for k, v in changes.get("method", {}).items() if k in spec}}
        for spec in _choose(plan, "methods", plan.methods, changes)
    ]
    if "climbs" in changes:
        methods = [{"climbs": changes["climbs"], **spec} for spec in methods]
    some: list[Spec | None] = [*selections] or [None]
    jobs: list[Job] = []
    for instance, selection in itertools.product(instances, some):
        if instance["kind"] == "sets" and selection is not some[0]:
            continue  # a file is searched once, whatever selections the tables get
        times = changes.get("repetitions_of", {}).get(
            instance["base"], changes.get("repetitions", 1)
        )
        for repetition in range(times):
            jobs += _make_repetition(
                plan,
                size,
                instance=instance,
                selection=selection,
                methods=methods,
                repetition=repetition,
            )
    return jobs


def _make_repetition(
    plan: Experiment,
    size: str,
    *,
    instance: Spec,
    selection: Spec | None,
    methods: Sequence[Spec],
    repetition: int,
) -> Iterator[Job]:
    """Yield the jobs of all methods on one sample of an instance."""
    keys: dict[str, str] = {}
    details = {key: value for key, value in instance.items() if key not in _CHANGES}
    limits = {"threads": 1, **plan.limits, **plan.size(size).get("limits", {})}
    for method in methods:
        if not _is_for(method, instance):
            continue
        job = Job(
            kind=plan.kind,
            score=instance.get("score", plan.score),
            instance=details,
            selection=_combine(selection, instance),
            method=_adapt(method, instance),
            repetition=repetition,
            limits=limits,
            metrics=plan.metrics,
            shared_seed=plan.shared_seeds,
            after=keys.get(method.get("time_of", "")),
        )
        if "time_of" in method and job.after is None:
            raise DagwrightError(
                f"plan {plan.name}: {method['name']} takes the time of {method['time_of']!r}, "
                "which must stand before it"
            )
        keys[method["name"]] = job.key
        yield job


def expand_instances(plan: Experiment, size: str) -> Iterator[dict[str, Any]]:
    """Yield the instances of a size one by one: `names` and `rows` may be lists."""
    for spec in plan.instances:
        merged = {**spec, **plan.size(size).get("instance", {})}
        if size not in merged.pop("sizes", [size]):
            continue
        names: list[str] = merged.pop("names", None) or [merged.pop("name")]
        rows = merged.pop("rows", None)
        for name in names:
            if isinstance(rows, list):
                for count in rows:
                    yield {**merged, "name": f"{name}-{count}", "base": name, "rows": count}
            else:
                drawn = {} if rows is None else {"rows": rows}
                yield {**merged, "name": name, "base": name, **drawn}


def _combine(selection: Spec | None, instance: Spec) -> Spec | None:
    """Return the selection with what the instance changes in it; files of sets need none."""
    if selection is None or instance["kind"] == "sets":
        return None
    return {**selection, **instance.get("selection", {})}


def _is_for(method: Spec, instance: Spec) -> bool:
    only = method.get("only")
    return only is None or instance["base"] in only


def _adapt(method: Spec, instance: Spec) -> Spec:
    """Return the method with what the instance changes in it."""
    changes = instance.get("methods", {}).get(method["name"], {})
    return {key: value for key, value in {**method, **changes}.items() if key != "only"}


def _choose(
    plan: Experiment, part: str, specs: Iterator[dict[str, Any]] | Sequence[Spec], changes: Spec
) -> list[Spec]:
    everything = list(specs)
    chosen = changes.get(part)
    if chosen is None:
        return everything
    known = {spec[key] for spec in everything for key in ("name", "base") if key in spec}
    for name in chosen:
        if name not in known:
            raise DagwrightError(f"plan {plan.name}: {part}: there is no {name!r}")
    return [spec for spec in everything if spec["name"] in chosen or spec.get("base") in chosen]
