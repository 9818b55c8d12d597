"""What a person wants to know of a result, in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from dagwright.memory import format_memory
from dagwright.search.result import Result, Status, StopReason

__all__ = ["describe_method", "describe_quality", "describe_scoring", "describe_stop", "explain"]

_ENDINGS = {
    StopReason.COMPLETED: "completed",
    StopReason.TIME: "stopped by the time limit",
    StopReason.MEMORY: "stopped by the memory limit",
    StopReason.ITERATIONS: "stopped by the limit on iterations",
    StopReason.TARGET: "reached the target",
    StopReason.INTERRUPTED: "interrupted",
}


def explain(result: Result) -> str:
    """Return what was chosen and why, what it cost and how good the network is."""
    sections = {
        "What was chosen, and why": _choices(result),
        "What it cost": _costs(result),
        "How good the network is": _qualities(result),
    }
    lines = ["Warnings", *(f"  {each}." for each in result.warnings)] if result.warnings else []
    for title, sentences in sections.items():
        lines += [title, *(f"  {sentence}" for sentence in sentences)]
    return "\n".join(lines)


def describe_method(result: Result) -> str:
    """Return the method and those of its parameters that are not the usual ones."""
    return _described(result.method.name, result.method)


def describe_scoring(result: Result) -> str:
    """Return the score that was maximised, and its parameters; empty if it is not known."""
    if result.scoring is None:
        return ""
    kind = type(result.scoring)
    # A function of the user's has a name of its own.
    return _described(getattr(result.scoring, "__name__", kind.__name__), result.scoring)


def describe_stop(result: Result) -> str:
    """Return why the search ended."""
    return _ENDINGS[result.stop_reason]


def describe_quality(result: Result) -> str:
    """Return how good the network is known to be, and among which networks."""
    if result.status is Status.OPTIMAL:
        return f"Optimal: no other network scores higher, over {result.bound_scope}."
    if math.isinf(result.bound):
        return "Nothing is known of how much better another network could be."
    return (
        f"Not proved optimal: at most {_percent(result.gap)} below the best possible, over "
        f"{result.bound_scope} (none scores above {result.bound:.4f})."
    )


def _choices(result: Result) -> Iterator[str]:
    scoring = describe_scoring(result)
    if scoring:
        yield f"Score: {scoring}."
    if result.reasons:
        yield from result.reasons
    else:
        yield f"Method: {describe_method(result)}, as asked."
    yield f"Seed: {result.seed}."


def _costs(result: Result) -> Iterator[str]:
    total = math.fsum(timing.seconds for timing in result.timings)
    yield f"{total:.2f} s in all."
    width = max((len(timing.name) for timing in result.timings), default=0)
    for stage in result.timings:
        remark = f"  ({stage.remark})" if stage.remark else ""
        yield f"{stage.name:{width}}  {stage.seconds:8.2f} s{remark}"
    yield f"How it ended: {describe_stop(result)}."
    if result.peak_memory is not None:
        yield f"Memory: the process held at most {format_memory(result.peak_memory)}."


def _qualities(result: Result) -> Iterator[str]:
    edges, variables = result.dag.n_edges, result.dag.n_variables
    yield (
        f"{edges} edge{'s' * (edges != 1)} among {variables} variable{'s' * (variables != 1)}, "
        f"score {result.score:.4f} (natural log, higher is better)."
    )
    yield describe_quality(result)
    if result.status is not Status.OPTIMAL and result.gap > _FAR:
        yield "That bound costs nothing to compute and is far away: it says little of the network."
    if result.reproducible:
        yield "The same call gives the same network again."
    else:
        yield "A clock or a person ended the work, so another run may find another network."
    yield from (f"Note: {note}." for note in result.notes)


_FAR = 0.5
"""A gap above is that of the trivial bound of searches on data, which no network comes near."""


def _percent(share: float) -> str:
    """Return a share in per cent with two digits that mean something, rounded up: an upper limit.

    Examples
    --------
    >>> _percent(0.01359), _percent(0.0000021), _percent(0.96)
    ('1.4 %', '0.00021 %', '96 %')
    """
    percent = 100 * share
    digits = max(0, 1 - math.floor(math.log10(percent)))
    # The last digit up, but not for what is only an error of the floating point.
    rounded = math.ceil(percent * 10**digits - 1e-6) / 10**digits
    return f"{rounded:.{digits}f} %"


def _described(name: str, parameters: object) -> str:
    if not is_dataclass(parameters) or isinstance(parameters, type):
        return name
    usual = type(parameters)()
    parts = []
    for field in fields(parameters):
        value = getattr(parameters, field.name)
        if value != getattr(usual, field.name):
            parts.append(f"{field.name.replace('_', ' ')} {_plain(value)}")
    return ", ".join([name, *parts])


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
