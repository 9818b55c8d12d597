"""Parameters of methods, selections and scores: default, range and meaning, declared once.

The type of a parameter says what it may be: ``int``, ``float``, ``bool``, a ``Literal`` of words,
or a class, each with ``| None`` if it may be left open.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from dagwright.errors import DagwrightError

__all__ = [
    "Parameter",
    "Parameters",
    "core_options",
    "default_of",
    "parameter",
    "parameters_of",
    "types_of",
]

_KEY = "parameter"
_MOST = 2**63 - 1
"""What the core can count to."""
_SECTIONS = ("Attributes", "Notes", "References", "Examples")
"""Of docstrings, behind the parameters."""
_Options = TypeVar("_Options")


@dataclass(frozen=True)
class Parameter:
    """What a class says about one of its parameters.

    Attributes
    ----------
    help
        Its meaning, in words.
    at_least, at_most, above, below
        The range of a number. It is finite unless the range says otherwise.
    resolve
        Makes of what the user gives what is kept, or refuses it.
    """

    help: str
    at_least: float | None = None
    at_most: float | None = None
    above: float | None = None
    below: float | None = None
    resolve: Callable[[Any], Any] | None = None

    @property
    def range(self) -> str:
        """The range in words, empty if there is none."""
        if self.above is not None and self.below is not None:
            return f"between {self.above} and {self.below}"
        ends = {
            "from": self.at_least,
            "above": self.above,
            "to": None if self.at_most == math.inf else self.at_most,
            "and below": self.below,
        }
        return " ".join(f"{word} {end}" for word, end in ends.items() if end is not None)

    def holds(self, number: float) -> bool:
        """Tell whether a number is in the range."""
        at_most = sys.float_info.max if self.at_most is None else self.at_most
        return (
            -math.inf < number <= at_most  # which no NaN is
            and (self.at_least is None or number >= self.at_least)
            and (self.above is None or number > self.above)
            and (self.below is None or number < self.below)
        )


def parameter(default: Any, **facts: Any) -> Any:
    """Return a field of a frozen dataclass that is a `Parameters`.

    Parameters
    ----------
    default
        What it is unless the user says otherwise.
    **facts
        The attributes of `Parameter`; `help` is needed.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Climb(Parameters):
    ...     restarts: int | None = parameter(1, at_least=1, help="Number of climbs.")
    >>> Climb(restarts=0)
    Traceback (most recent call last):
    dagwright.errors.DagwrightError: Climb(restarts=0): give a whole number from 1, or None
    """
    return field(default=default, metadata={_KEY: Parameter(**facts)})


class Parameters:
    """Base of dataclasses whose fields are made by `parameter`.

    A class that is not public says in ``called`` what messages call it instead, if anything.
    They are checked when an object is constructed, and listed in the docstring of the class.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        declared: dict[str, Parameter] = {}
        for kind in reversed(cls.__mro__):
            own = {n: v for n, v in vars(kind).items() if isinstance(v, Field)}
            own.update(vars(kind).get("__dataclass_fields__", {}))
            declared |= {n: v.metadata[_KEY] for n, v in own.items() if _KEY in v.metadata}
        if declared and cls.__doc__:
            cls.__doc__ = _with_parameters(cls.__doc__, declared)

    def __post_init__(self) -> None:
        for name, declared in _own(self).items():
            value = getattr(self, name)
            if declared.resolve is not None:
                object.__setattr__(self, name, declared.resolve(value))
            else:
                _check(type(self), name, value, declared)


def _own(given: Parameters) -> Mapping[str, Parameter]:
    kind: type = type(given)
    return parameters_of(kind)


@cache
def parameters_of(kind: type) -> Mapping[str, Parameter]:
    """Return the parameters of a class by name, in the order of its fields."""
    declared = fields(kind) if hasattr(kind, "__dataclass_fields__") else ()
    return MappingProxyType({f.name: f.metadata[_KEY] for f in declared if _KEY in f.metadata})


def default_of(kind: type, name: str) -> object:
    """Return the default of a parameter."""
    default = next(f.default for f in fields(kind) if f.name == name)
    assert default is not MISSING
    return default


def values_of(kind: type, name: str) -> str:
    """Return in words what a parameter may be."""
    return _expected(kind, name, parameters_of(kind)[name])


def core_options(kind: type[_Options], given: object, /, **others: object) -> _Options:
    """Return options of the core, filled by name.

    Parameters
    ----------
    kind
        A class of the core, which knows the names of its fields.
    given
        Where the values come from: an object with parameters of the same names. One that has a
        method ``for_core`` stands for what that returns.
    **others
        Values that are not parameters, or that come instead of them.
    """
    names = cast(Any, kind).fields
    values = {name: others[name] if name in others else getattr(given, name) for name in names}
    return kind(**{name: _for_core(value) for name, value in values.items()})


def _for_core(value: Any) -> Any:
    return value.for_core() if hasattr(value, "for_core") else value


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def types_of(kind: type, name: str) -> tuple[Any, ...]:
    """Return the types that a parameter may have."""
    hint = _hints(kind)[name]
    return get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)


def _check(kind: type, name: str, value: object, declared: Parameter) -> None:
    if not any(_is_of(value, each, declared) for each in types_of(kind, name)):
        words = _expected(kind, name, declared, is_huge=isinstance(value, int) and value > _MOST)
        called = vars(kind).get("called", kind.__name__)
        said = f"{name}={value!r}"
        raise DagwrightError(
            f"{called}({said}): give {words}" if called else f"{said}: give {words}"
        )


def _is_of(value: object, kind: Any, declared: Parameter) -> bool:
    if kind is int:
        return type(value) is not bool and isinstance(value, int) and _counts(value, declared)
    if kind is float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and declared.holds(value)  # type: ignore[arg-type] # it is a number
    if get_origin(kind) is Literal:
        return any(type(value) is type(word) and value == word for word in get_args(kind))
    return isinstance(value, kind)


def _counts(value: int, declared: Parameter) -> bool:
    return value <= _MOST and declared.holds(value)


def _expected(kind: type, name: str, declared: Parameter, *, is_huge: bool = False) -> str:
    words = [_words(each, declared, is_huge) for each in types_of(kind, name)]
    return ", or ".join(words)


def _words(kind: Any, declared: Parameter, is_huge: bool) -> str:
    if kind in {int, float}:
        noun = "a whole number" if kind is int else "a number"
        end = " to 2^63 - 1" if is_huge and declared.at_most is None else ""
        return f"{noun} {declared.range}{end}".rstrip()
    if kind is bool:
        return "True or False"
    if kind is NoneType:
        return "None"
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(repr, get_args(kind)))}"
    article = "an" if kind.__name__[0] in "AEIOU" else "a"
    return f"{article} {kind.__name__}"


def _with_parameters(doc: str, declared: Mapping[str, Parameter]) -> str:
    """Return a docstring with a section on the parameters before its other sections."""
    lines = doc.split("\n")
    rules = [at for at, line in enumerate(lines) if line.strip() in _SECTIONS]
    at = rules[0] if rules else len(lines)
    section = ["Parameters", "----------"]
    for name, each in declared.items():
        section += [name, f"    {each.help}"]
    lines[at:at] = [*(f"    {line}" for line in section), ""]
    return "\n".join(lines)
