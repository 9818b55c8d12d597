"""`Source`: where a table came from, so that it can be made again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from dagwright.data.policy import Policy

__all__ = ["Origin", "Source", "made_of", "policy_options"]


@dataclass(frozen=True)
class Source:
    """The call that made a table.

    Attributes
    ----------
    function
        Its name, such as ``"read_data"``.
    argument
        What it was given: the path of a file, the name of an example, or the `Source` of the table
        that this one was made of.
    options
        Its other arguments, without those that have their defaults.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.load_dataset("wdbc").select(["diagnosis", "mean radius"])
    >>> data.source.code()
    "dw.load_dataset('wdbc').select(['diagnosis', 'mean radius'])"
    """

    function: str
    argument: str | Source
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str | None:
        """The file that the table was read from; None if it came with the package."""
        if isinstance(self.argument, Source):
            return self.argument.path
        return self.argument if self.function == "read_data" else None

    def code(self) -> str:
        """Return the call in Python."""
        if self.function == "select" and isinstance(self.argument, Source):
            return f"{self.argument.code()}.select({self.options['names']!r})"
        first = self.argument.code() if isinstance(self.argument, Source) else repr(self.argument)
        rest = [f"{name}={_written(value)}" for name, value in self.options.items()]
        return f"dw.{self.function}({', '.join([first, *rest])})"


class Origin(NamedTuple):
    """What a table remembers of how it was made."""

    warnings: tuple[str, ...] = ()
    n_dropped: int = 0
    source: Source | None = None

    def selected(self, names: list[str]) -> Origin:
        """Return the same for a table of only these variables."""
        if self.source is None:
            return self
        return self._replace(source=Source("select", self.source, {"names": names}))


def made_of(table: Source | None, policy: Policy, usual: Policy) -> Source | None:
    """Return the source of a table that was made of another one by `Dataset.from_frame`."""
    options = policy_options(policy, usual)
    if table is None or options is None:
        return None
    return Source("Dataset.from_frame", table, options) if options else table


def policy_options(policy: Policy, usual: Policy) -> dict[str, Any] | None:
    """Return the options of a reader that are not the usual ones, or None if they cannot be told.

    That is so with a discretizer that was fitted elsewhere: its cut points are those of other data.
    """
    options: dict[str, Any] = {}
    if policy.states:
        options["states"] = {name: list(labels) for name, labels in policy.states.items()}
    if policy.missing != usual.missing:
        options["missing"] = policy.missing
    if policy.missing_values != usual.missing_values:
        options["missing_values"] = sorted(policy.missing_values)
    if policy.discretizer is not None:
        if policy.discretizer.is_fitted:
            return None
        options["discretize"] = policy.discretizer.unfitted()
    if policy.max_states != usual.max_states:
        options["max_states"] = None if policy.max_states is None else int(policy.max_states)
    if policy.exclude:
        options["exclude"] = sorted(policy.exclude)
    return options


def _written(value: object) -> str:
    # The only objects among options; all others are written as they look.
    text = repr(value)
    return f"dw.{text}" if text.startswith("Discretizer(") else text
