"""What the user said about a column, which wins over everything that its values say."""

from __future__ import annotations

from dataclasses import replace

from dagwright.data.columns.column import Kind, Treatment
from dagwright.data.columns.kinds import Verdict
from dagwright.data.columns.meaning import Asked, Meaning
from dagwright.data.columns.values import Numbers
from dagwright.data.options import TableOptions
from dagwright.data.raw import Opaque, WideText
from dagwright.errors import DataError

__all__ = ["asked_of", "overrule"]

_NOTHING = Asked()


def asked_of(name: str, options: TableOptions) -> Asked:
    """Return what the user said that bears on the meaning of the cells of a column."""
    given, states = options.missing_values, (options.states or {}).get(name, ())
    number = _is_number(name, options)
    if given is None and not states and not number:
        return _NOTHING
    markers = None if given is None else frozenset(map(str, given))
    return Asked(markers, frozenset(map(str, states)), number)


def overrule(
    name: str, meaning: Meaning, verdict: Verdict, options: TableOptions
) -> Verdict | None:
    """Return the user's verdict on a column, None if it is left to the values."""
    if name in options.exclude:
        return replace(verdict, treatment=Treatment.LEAVE_OUT, reason="you excluded it")
    if options.columns is not None and name not in options.columns:
        reason = "not among the columns that you named"
        return replace(verdict, treatment=Treatment.LEAVE_OUT, reason=reason)
    if _is_number(name, options):
        return _as_number(name, meaning, verdict, options)
    if name in options.category or name in (options.states or {}):
        _check_kept(name, meaning)
        reason = f"you call it a category: {verdict.reason}"
        return replace(verdict, kind=Kind.CATEGORY, treatment=Treatment.KEEP, reason=reason)
    if options.forces(name) and verdict.treatment is Treatment.LEAVE_OUT:
        return _kept(name, meaning, verdict)
    return None


def _kept(name: str, meaning: Meaning, verdict: Verdict) -> Verdict | None:
    """Return the verdict on a column that is used although its values speak against it."""
    if verdict.n_values == 0:
        return None
    _check_kept(name, meaning)
    reason = f"you keep it: {verdict.reason}"
    if verdict.kind is Kind.INDEX:
        return Verdict(Kind.NUMBER, Treatment.CUT, reason, verdict.n_values)
    return replace(verdict, treatment=Treatment.KEEP, reason=reason)


def _is_number(name: str, options: TableOptions) -> bool:
    return name in options.number or name in (options.cuts or {})


def _as_number(name: str, meaning: Meaning, verdict: Verdict, options: TableOptions) -> Verdict:
    values = meaning.values
    if not isinstance(values, Numbers) or values.n_values == 0:
        raise DataError(
            f"column {name!r} cannot be a number: {_what(meaning)}; name it in category= or "
            "exclude= instead"
        )
    reason = "you gave its cuts" if name in (options.cuts or {}) else "you call it a number"
    return Verdict(Kind.NUMBER, Treatment.CUT, f"{reason}: {verdict.reason}", verdict.n_values)


def _what(meaning: Meaning) -> str:
    if isinstance(meaning.values, Opaque):
        return f"it holds {meaning.values.what}"
    return "none of its cells is a number"


def _check_kept(name: str, meaning: Meaning) -> None:
    if isinstance(meaning.values, WideText | Opaque):
        what = (
            f"it holds {meaning.values.what}"
            if isinstance(meaning.values, Opaque)
            else "it has too many different labels for a category"
        )
        raise DataError(
            f"column {name!r} cannot be used: {what}; name it in exclude=, or turn it into a "
            "column of few labels or of numbers first"
        )
