"""What the command line says about a table: the same options for every command that takes one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

import typer

import dagwright as dw
from dagwright.cli.grouped import Command, takes
from dagwright.cli.lists import (
    match_names,
    possible_names,
    possible_owners,
    split_assignment,
    split_labels,
)
from dagwright.data.find_cuts import CUT_METHODS
from dagwright.suggestions import did_you_mean, meant_by

__all__ = ["TableTexts", "takes_table"]

_METHODS = ("auto", *CUT_METHODS)
_WITH_BINS = frozenset({"quantile", "width", "kmeans"})
_DELIMITERS = {"tab": "\t", r"\t": "\t", "space": " ", "blank": " "}
_PANEL = "The table"


def _names(words: str) -> Any:
    return typer.Option(metavar="NAMES", help=words, rich_help_panel=_PANEL)


def _option(words: str, *declarations: str, **more: Any) -> Any:
    return typer.Option(*declarations, help=words, rich_help_panel=_PANEL, **more)


def _complete(*words: str) -> Callable[[str], list[str]]:
    return lambda incomplete: [word for word in words if word.startswith(incomplete)]


Names = list[str] | None


@dataclass(frozen=True)
class TableTexts:
    """What was typed about a table; which names it means is known once the table is read."""

    number: Annotated[Names, _names("Columns that are numbers, to be cut into intervals.")] = None
    category: Annotated[Names, _names("Columns of which each value is a state.")] = None
    keep: Annotated[
        Names, _names("Columns to use although they look like identifiers, dates, text or copies.")
    ] = None
    exclude: Annotated[Names, _names("Columns to leave out.")] = None
    columns: Annotated[Names, _names("The only columns to use.")] = None
    states: Annotated[
        Names,
        _option("The states of a column, in order: 'smoker=no,yes'.", metavar="NAME=STATES"),
    ] = None
    cut: Annotated[
        Names, _option("Where to cut a column of numbers: age=30,45,60.", metavar="NAME=NUMBERS")
    ] = None
    discretize: Annotated[
        Names,
        _option(
            "How numbers are cut: auto (cuts that follow the network), mean, quantile, width, "
            "kmeans or mdl; for one column age=quantile.",
            metavar="[NAME=]METHOD",
            autocompletion=_complete(*_METHODS),
            show_default="auto",
        ),
    ] = None
    bins: Annotated[
        int | None,
        _option(
            "Intervals of --discretize quantile, width and kmeans.",
            min=2,
            metavar="NUMBER",
            show_default="3",
        ),
    ] = None
    target: Annotated[
        str | None,
        _option("The discrete column that --discretize mdl is about.", metavar="NAME"),
    ] = None
    missing: Annotated[
        str,
        _option(
            "Missing values: drop (the rows), state (one more), error, or auto: drop up to 5 % of "
            "the rows, otherwise state.",
            metavar="POLICY",
            autocompletion=_complete("auto", "error", "drop", "state"),
        ),
    ] = "auto"
    missing_values: Annotated[
        Names,
        _option(
            "Cells that mean missing, instead of the usual markers; '...,x' adds x.",
            metavar="TEXTS",
            show_default="NA, ?, ...",
        ),
    ] = None
    max_states: Annotated[
        int,
        _option("Categories with more states are left out; 0: no limit.", min=0, metavar="NUMBER"),
    ] = 256
    weights: Annotated[
        str | None,
        _option("The column that says how many times each row counts.", metavar="NAME"),
    ] = None
    like: Annotated[
        str | None,
        _option(
            "Decide as before: a file of info --write, or a network (.json ...).", metavar="FILE"
        ),
    ] = None
    as_is: Annotated[
        bool,
        _option(
            "Every value is a state: nothing is cut, left out or merged, holes are refused.",
            "--as-is",
        ),
    ] = False
    strict: Annotated[
        bool,
        _option("Refuse what would be left out, merged, renamed or dropped.", "--strict"),
    ] = False
    header: Annotated[
        bool | None,
        _option("Whether the file begins with names.", show_default="decided from the text"),
    ] = None
    delimiter: Annotated[
        str | None,
        _option(
            "What separates cells: ';', tab, space ...", metavar="TEXT", show_default="found out"
        ),
    ] = None
    decimal: Annotated[
        str | None,
        _option("The decimal mark: '.' or ','.", metavar="MARK", show_default="found out"),
    ] = None
    encoding: Annotated[
        str | None,
        _option("How the file is encoded: cp1252 ...", metavar="NAME", show_default="found out"),
    ] = None
    sheet: Annotated[
        str | None,
        _option(
            "The sheet of a workbook, by name or number.", metavar="NAME", show_default="the first"
        ),
    ] = None

    def reading(self) -> dw.TableOptions:
        """Return what can be said before the names of the columns are known.

        Mistakes that do not depend on them are found here, before a long file is read. Every
        name that lists could mean is among those to keep: of such columns all labels are read.
        """
        self._discretizers(())
        named = [*(self.category or ()), *(self.keep or ()), *(self.columns or ())]
        states = [name for text in self.states or () for name in possible_owners(text)]
        cut = [name for text in self.cut or () for name in possible_owners(text)]
        return dw.TableOptions(
            number=() if self.as_is else [*possible_names(self.number or ()), *cut],
            keep=() if self.as_is else [*possible_names(named), *states],
            missing=self.missing,
            missing_values=None
            if self.missing_values is None
            else [label for text in self.missing_values for label in split_labels(text)],
            max_states=self.max_states or None,
            weights=self.weights,
            like=_table_of(self.like),
            as_is=self.as_is,
            strict=self.strict,
            header=self.header,
            delimiter=_DELIMITERS.get(self.delimiter or "", self.delimiter),
            decimal=self.decimal,
            encoding=self.encoding,
            sheet=self.sheet,
        )

    def options(self, names: Collection[str]) -> dw.TableOptions:
        """Return all that is said about a table with columns of these names."""
        words: dict[str, Any] = {
            word: match_names(getattr(self, word) or (), names)
            for word in ("number", "category", "keep", "exclude")
        }
        if self.columns is not None:
            words["columns"] = match_names(self.columns, names)
        if self.states is not None:
            words["states"] = dict(_states(text, names) for text in self.states)
        if self.cut is not None:
            words["cuts"] = dict(_cuts(text, names) for text in self.cut)
        if self.discretize is not None:
            words["discretize"] = self._discretizers(names)
        return replace(self.reading(), **words)

    def words(self) -> list[str]:
        """Return what was typed, for another command."""
        typed: list[str] = []
        for field in fields(self):
            value, flag = getattr(self, field.name), "--" + field.name.replace("_", "-")
            if value == field.default:
                continue
            if isinstance(value, bool):
                typed.append(flag if value else flag.replace("--", "--no-", 1))
            else:
                for each in value if isinstance(value, list) else [value]:
                    typed += [flag, str(each)]
        return typed

    def like_before(self, file: str) -> TableTexts:
        """Return how the table is read as it was this time, and decided as a file says."""
        return TableTexts(
            like=file,
            missing_values=self.missing_values,
            weights=self.weights,
            header=self.header,
            delimiter=self.delimiter,
            decimal=self.decimal,
            encoding=self.encoding,
            sheet=self.sheet,
        )

    def _discretizers(self, names: Collection[str]) -> Any:
        """Return the methods of --discretize: one for all numbers, or by column."""
        # From the right: no method has a '=' in its name, but a column may.
        texts = [text.rpartition("=") for text in self.discretize or ()]
        pairs = [(name if is_named else None, method.strip()) for name, is_named, method in texts]
        methods = [method for _, method in pairs]
        if not set(methods) - {"auto"} and (self.bins is not None or self.target is not None):
            method = "quantile" if self.target is None else "mdl"
            raise dw.DagwrightError(
                "bins= and target= belong to a method of cutting numbers: name one (discretize=)",
                remedy={"discretize": method},
            )
        found: dict[str | None, Any] = {}
        for name, method in sorted(pairs, key=lambda pair: pair[0] is not None):
            for column in [None] if name is None else match_names([name], names):
                found[column] = self._discretizer(method, column, methods)
        return found.get(None, "auto") if set(found) <= {None} else found

    def _discretizer(self, method: str, column: str | None, methods: list[str]) -> Any:
        if method not in _METHODS:
            raise dw.DagwrightError(
                f"--discretize {method}: unknown{did_you_mean(method, _METHODS)}; choose one of "
                f"{', '.join(_METHODS)}",
                meant=meant_by([method], _METHODS),
            )
        if method == "auto":
            return method
        # Beside another method, each takes what is for it.
        bins = self.bins if method in _WITH_BINS or not _WITH_BINS & {*methods} else None
        target = self.target if method == "mdl" or "mdl" not in methods else None
        columns = None if column is None else [column]
        return dw.Discretizer(method, bins, target, columns)


def takes_table(*without: str) -> Callable[[Command], Command]:
    """Give a command the options of `TableTexts`; it gets them as one argument `said`.

    Parameters
    ----------
    without
        Those that it does not take, because the word means something else there.
    """
    return takes(TableTexts, "said", *without)


def _states(text: str, names: Collection[str]) -> tuple[str, list[str | int]]:
    name, labels = _assigned("--states", text, names, "smoker=no,yes")
    texts = split_labels(labels)
    whole = all(str(_whole(label)) == label for label in texts)
    return name, [int(label) if whole else label for label in texts]


def _whole(label: str) -> int | None:
    try:
        return int(label)
    except ValueError:
        return None


def _table_of(like: str | None) -> Any:
    """Return the network of a file that is not JSON; the others are read as decisions."""
    is_network = like is not None and like.lower().endswith((".bif", ".xmlbif", ".xml", ".xdsl"))
    return dw.read_network(like) if is_network and like is not None else like


def _cuts(text: str, names: Collection[str]) -> tuple[str, list[float]]:
    name, numbers = _assigned("--cut", text, names, "age=30,45,60")
    try:
        return name, [float(number) for number in split_labels(numbers)]
    except ValueError:
        raise dw.DagwrightError(
            f"--cut {text}: {numbers!r} is not a list of numbers; give them as in --cut "
            f"{name}=30,45,60"
        ) from None


def _assigned(flag: str, text: str, names: Collection[str], example: str) -> tuple[str, str]:
    name, value = split_assignment(text, names)
    if name is None:
        raise dw.DagwrightError(f"{flag} {text}: say which column, as in {flag} {example}")
    return name, value
