"""`strict=True`: what would be decided for the user is refused instead, with what to type."""

from __future__ import annotations

from collections.abc import Mapping

from dagwright.data.columns.column import Column, Treatment
from dagwright.data.options import TableOptions
from dagwright.errors import DataError
from dagwright.words import plural

__all__ = ["refuse_guesses"]


def refuse_guesses(columns: Mapping[str, Column], options: TableOptions) -> None:
    """Raise a DataError that names every decision which is not the user's own.

    Types that a frame declares and columns that the user named are settled; numbers may be cut by
    a method that was named.
    """
    faults = [fault for column in columns.values() if (fault := _guess(column, options))]
    if faults:
        raise DataError("\n".join(f"strict=True: {fault}" for fault in faults))


def _guess(column: Column, options: TableOptions) -> str:
    holes = ""
    if column.n_missing and column.is_used and options.missing == "auto":
        holes = (
            f"{column.name!r} has {plural(column.n_missing, 'missing value')}: say what becomes of "
            f"{'it' if column.n_missing == 1 else 'them'} (missing='drop' or missing='state')"
        )
    if column.decided_by != "values":
        return holes
    if column.treatment is Treatment.LEAVE_OUT:
        return (
            f"{column.name!r} would be left out ({column.kind}: {column.reason}): name it in "
            "exclude= or keep="
        )
    if column.treatment is Treatment.ALIAS:
        return (
            f"{column.name!r} would be left out as the same as {column.same_as!r}: name it in "
            "exclude= or keep="
        )
    if column.treatment is Treatment.CUT and "discretize" not in options.given:
        return (
            f"{column.name!r} would be cut into intervals ({column.reason}): name it in number=, "
            "category= or cuts=, or a method in discretize="
        )
    return holes
