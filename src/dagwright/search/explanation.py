"""What a person wants to know of a result, in words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass

from dagwright.constraints import Scope
from dagwright.data.columns.describe import describe_columns, describe_cuts
from dagwright.memory import format_memory
from dagwright.running.callbacks import USEFUL_GAP
from dagwright.search.result import Result, Status, StopReason
from dagwright.search.tolerance import is_proved

__all__ = [
    "describe_gap",
    "describe_method",
    "describe_quality",
    "describe_repetition",
    "describe_scoring",
    "describe_stop",
    "describe_table",
    "explain",
]

_MOST_CUTS = 40

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
    sections: dict[str, Iterable[str]] = {
        "What was chosen, and why": _choices(result),
        "What it cost": _costs(result),
        "How good the network is": _qualities(result),
    }
    lines = ["Warnings", *(f"  {each}." for each in result.warnings)] if result.warnings else []
    table = describe_table(result)
    if table:
        sections = {"What the table holds": table, **sections}
    for title, sentences in sections.items():
        lines += [title, *(f"  {sentence}" for sentence in sentences)]
    return "\n".join(lines)


def describe_table(result: Result) -> list[str]:
    """Return what was decided about the table, and the cuts in force; empty if there is nothing."""
    if result.table is None:
        return []
    return [*describe_columns(result.table), *describe_cuts(result.table, _MOST_CUTS)]


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
        wider = _proved_scopes(result, wider=True)
        return (
            f"Optimal: no other network scores higher, over {(wider or [result.bound_scope])[0]}."
        )
    # A limit on parents says more to a reader than lists that are not shown.
    proved = sorted(_proved_scopes(result, wider=False), key=lambda s: s.candidate_sets is not None)
    narrower = [f"no better one among {scope}" for scope in proved[:1]]
    return f"Not proved optimal: {'; '.join([*narrower, describe_gap(result)])}."


def describe_gap(result: Result) -> str:
    """Return how much better another network could be, as far as that is known."""
    if not result.gap <= USEFUL_GAP:
        return f"over {result.bound_scope} no useful bound yet"
    return (
        f"over {result.bound_scope} at most {_percent(result.gap)} better (none scores above "
        f"{result.bound:.4f})"
    )


def _proved_scopes(result: Result, *, wider: bool) -> list[Scope]:
    """Return other classes over which the network is proved to be best: wider ones, or narrower."""
    asked = result.bound_scope
    return [
        known.scope
        for known in result.bounds
        if is_proved(result.score, known.score)
        and known.scope != asked
        and (known.scope.includes(asked) if wider else not known.scope.includes(asked))
    ]


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
    yield describe_repetition(result)
    yield from (f"Note: {note}." for note in result.notes)


def describe_repetition(result: Result) -> str:
    """Return whether the same call gives the same result again, and why not."""
    if result.reproducible:
        return "The same call gives the same network, score and bound again."
    return f"Another run may come out differently: {'; '.join(result.irreproducible)}."


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


_WORD_STARTS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def _described(name: str, parameters: object) -> str:
    if not is_dataclass(parameters) or isinstance(parameters, type):
        return name
    parts = []
    for field in fields(parameters):
        value = getattr(parameters, field.name)
        if value != _usual(field):
            parts.append(_parameter(field.name.replace("_", " "), value))
    return ", ".join([name, *parts])


def _usual(field: Field[object]) -> object:
    """Return the default of a parameter; a score of the user's need not have one."""
    return field.default if field.default_factory is MISSING else field.default_factory()


def _parameter(name: str, value: object) -> str:
    if isinstance(value, bool):
        return name if value else f"no {name}"
    return f"{name} {_plain(value)}"


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    if is_dataclass(value):
        words = _WORD_STARTS.sub(" ", type(value).__name__).strip().lower()
        return _described(words, value)
    return f"{value:,}" if isinstance(value, int) else str(value)
