"""`Column`: what was decided about one column of a table, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

__all__ = ["Column", "Kind", "Treatment"]


class Kind(str, Enum):
    """What a column holds.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"town": ["Ulm", "Bonn"] * 30})
    >>> data.columns["town"].kind
    <Kind.CATEGORY: 'category'>
    """

    NUMBER = "number"
    CATEGORY = "category"
    INDEX = "index"
    IDENTIFIER = "identifier"
    DATE = "date"
    TEXT = "text"
    CONSTANT = "constant"

    def __str__(self) -> str:
        return self.value


class Treatment(str, Enum):
    """What becomes of a column.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"town": ["Ulm", "Bonn"] * 30})
    >>> data.columns["town"].treatment
    <Treatment.KEEP: 'keep'>
    """

    CUT = "cut"
    KEEP = "keep"
    LEAVE_OUT = "leave out"
    ALIAS = "same as another"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Column:
    """What was decided about one column of a table, and why.

    Attributes
    ----------
    name
        As in the table.
    kind
        What it holds.
    treatment
        What became of it: cut into intervals, kept with a state for each value, left out, or
        attached to another column that says the same.
    reason
        Why, in words: ``"214 different numbers from 0.2 to 91"``.
    decided_by
        ``"values"``, ``"type"`` (the frame declares it), ``"user"``, or ``"like"`` (as in another
        table).
    same_as
        The column that this one is attached to.
    n_values
        How many different values it has; None if they were too many to count.
    n_missing
        Cells without a value.
    markers
        How missing cells are written, with how often.
    exceptions
        Cells among numbers that are words (``"Unknown"``) or limits (``"<0.1"``), with how often.
    warnings
        What could mislead.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"town": ["Ulm", "Bonn"] * 30, "row": list(range(60))})
    >>> column = data.columns["row"]
    >>> column.kind.value, column.treatment.value, column.is_used
    ('index', 'leave out', False)
    """

    name: str
    kind: Kind
    treatment: Treatment
    reason: str
    decided_by: str = "values"
    same_as: str | None = None
    n_values: int | None = None
    n_missing: int = 0
    markers: Mapping[str, int] = field(default_factory=dict)
    exceptions: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    @property
    def is_used(self) -> bool:
        """Whether it is a variable."""
        return self.treatment in {Treatment.CUT, Treatment.KEEP}

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values; what is empty is left out.

        Examples
        --------
        >>> import dagwright as dw
        >>> data = dw.Dataset.from_frame({"town": ["Ulm", "Bonn"] * 30})
        >>> data.columns["town"].to_json()["treatment"]
        'keep'
        """
        plain: dict[str, Any] = {
            "name": self.name,
            "kind": self.kind.value,
            "treatment": self.treatment.value,
            "reason": self.reason,
            "decided_by": self.decided_by,
            "same_as": self.same_as,
            "values": self.n_values,
            "missing": self.n_missing,
            "markers": dict(self.markers),
            "exceptions": dict(self.exceptions),
            "warnings": list(self.warnings),
        }
        return {key: value for key, value in plain.items() if value not in (None, {}, [])}
