"""`decide`: for each column of a table what it holds and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from dagwright.data.columns.aliases import find_aliases
from dagwright.data.columns.column import Column, Kind, Treatment
from dagwright.data.columns.kinds import Verdict, judge
from dagwright.data.columns.meaning import Meaning, understand
from dagwright.data.columns.pointed_out import spelling_variants, suspicious_numbers
from dagwright.data.columns.repeated import Repeated, find_repeated
from dagwright.data.columns.values import Numbers, Texts
from dagwright.data.columns.wishes import asked_of, overrule
from dagwright.data.declare import with_declared_states
from dagwright.data.holes import keeps_holes
from dagwright.data.options import TableOptions
from dagwright.data.problems import Problems, UnusableError
from dagwright.data.raw import Coded, RawTable, Real
from dagwright.words import quoted

__all__ = ["Decided", "decide"]

_NAMED = 5


@dataclass(frozen=True)
class Decided:
    """What was decided about a table.

    Attributes
    ----------
    columns
        The decision on every column, in the order of the table.
    used
        The columns that become variables: numbers to be cut, the others coded, with their holes.
    warnings
        What of the table as a whole could mislead.
    """

    columns: dict[str, Column]
    used: dict[str, Coded | Real]
    warnings: list[str] = field(default_factory=list)


def decide(table: RawTable, options: TableOptions) -> Decided:
    """Decide for each column what it holds and what becomes of it.

    Each column by itself first, then the columns together (codes that come back, columns that say
    the same); what the user said wins over both.

    Raises
    ------
    DataError
        If the user asks for what a column cannot be.
    """
    decimal = getattr(table, "decimal", ".")
    meanings = {
        name: understand(column, asked_of(name, options), decimal)
        for name, column in table.columns.items()
    }
    verdicts = {
        name: judge(name, meaning.values, options.max_states) for name, meaning in meanings.items()
    }
    for name, verdict in verdicts.items():
        verdicts[name] = _with_empty_cells(verdict, meanings[name], table, options)
    repeated = find_repeated({name: (meanings[name].values, verdicts[name]) for name in meanings})
    for codes in repeated:
        verdicts[codes.name] = _judge_codes(codes, verdicts[codes.name])
    columns, used = {}, {}
    problems = Problems()
    for name, meaning in meanings.items():
        wish = overrule(name, meaning, verdicts[name], options)
        columns[name] = _column(name, meaning, wish or verdicts[name], wish is not None)
        if columns[name].is_used:
            used[name] = _values(meaning, columns[name].treatment)
            if name in (options.states or {}):
                _declare(name, used, table, options, problems)
    problems.raise_if_any()
    _attach_aliases(columns, used, options)
    return Decided(columns, used, _warnings(columns.values(), repeated))


def _with_empty_cells(
    verdict: Verdict, meaning: Meaning, table: RawTable, options: TableOptions
) -> Verdict:
    """Return the verdict on a box that is ticked or left empty, which has two states.

    It has them only if its empty cells get a state of their own rather than cost rows.
    """
    if verdict.kind is not Kind.CONSTANT or verdict.n_values != 1:
        return verdict
    if not keeps_holes(meaning.n_missing, table.n_rows, options.missing):
        return verdict
    reason = verdict.reason.replace(" in every row", " or empty")
    return replace(verdict, kind=Kind.CATEGORY, reason=reason, or_empty=True)


def _judge_codes(codes: Repeated, verdict: Verdict) -> Verdict:
    """Return the verdict on a column of numbers that turned out to be codes."""
    if verdict.kind is Kind.IDENTIFIER:
        return verdict
    how_many = "more than 1000" if verdict.n_values is None else verdict.n_values
    if codes.fixed:
        more = f" and {len(codes.fixed) - 1} more" if len(codes.fixed) > 1 else ""
        never = "do not" if more else "does not"
        why = f"{codes.fixed[0]!r}{more} {never} change within one"
    else:
        why = "all about equally often, and by its name a code"
    reason = f"{how_many} codes that come back: {why}"
    if codes.is_category:
        return Verdict(Kind.CATEGORY, Treatment.KEEP, reason, verdict.n_values)
    return Verdict(Kind.IDENTIFIER, Treatment.LEAVE_OUT, reason, verdict.n_values)


def _column(name: str, meaning: Meaning, verdict: Verdict, by_user: bool) -> Column:
    declared = isinstance(meaning.values, Coded)
    return Column(
        name,
        verdict.kind,
        verdict.treatment,
        verdict.reason,
        "user" if by_user else "type" if declared else "values",
        n_values=verdict.n_values,
        n_missing=meaning.n_missing,
        markers=meaning.markers,
        exceptions=meaning.exceptions,
        warnings=tuple(_misleading(meaning, verdict)),
    )


def _misleading(meaning: Meaning, verdict: Verdict) -> list[str]:
    """Return what could mislead in a column that is used."""
    if verdict.treatment is Treatment.LEAVE_OUT:
        return []
    found = list(meaning.warnings)
    if verdict.n_values == 1 and not verdict.or_empty:
        found.append("one value only: it can have no edge")
    for label in meaning.codes_kept:
        found.append(
            f"{label!r} is taken as a label like the others: if it means missing, say so "
            "(missing_values=)"
        )
    if isinstance(meaning.values, Texts):
        found += spelling_variants(meaning.values.labels)
    elif isinstance(meaning.values, Numbers):
        found += suspicious_numbers(meaning.values)
    return found


def _values(meaning: Meaning, treatment: Treatment) -> Coded | Real:
    values = meaning.values
    if isinstance(values, Coded):
        return values
    assert isinstance(values, Numbers | Texts)  # the others are never used
    if treatment is Treatment.CUT:
        assert isinstance(values, Numbers)
        return values.as_real()
    return values.as_coded()


def _declare(
    name: str,
    used: dict[str, Coded | Real],
    table: RawTable,
    options: TableOptions,
    problems: Problems,
) -> None:
    """Code a column by the states that the user declared."""
    states = tuple((options.states or {})[name])
    try:
        used[name] = with_declared_states(used[name], states, table.where)
    except UnusableError as problem:
        problems.add(name, problem)


def _attach_aliases(
    columns: dict[str, Column], used: dict[str, Coded | Real], options: TableOptions
) -> None:
    """Take the columns that say the same as an earlier one out of those that are used."""
    for name, first in find_aliases(used).items():
        if options.forces(name):
            columns[name] = replace(columns[name], decided_by="user")
            continue
        how = (
            f"in step with {first!r}, as if in another unit"
            if isinstance(used[name], Real)
            else f"the same as {first!r} under other names"
        )
        columns[name] = replace(
            columns[name], treatment=Treatment.ALIAS, same_as=first, reason=how, warnings=()
        )
        del used[name]


def _warnings(columns: Iterable[Column], repeated: Iterable[Repeated]) -> list[str]:
    found = [
        f"rows share a subject (column {codes.name!r}): they are not independent"
        for codes in repeated
    ][:_NAMED]
    constants = [c.name for c in columns if c.is_used and c.kind is Kind.CONSTANT]
    if constants:
        verb = "has" if len(constants) == 1 else "have"
        more = f" and {len(constants) - _NAMED} more" if len(constants) > _NAMED else ""
        found.append(f"{quoted(constants[:_NAMED])}{more} {verb} one value only: no edge can form")
    return found
