"""The names of columns: what is written above them, made unique."""

from __future__ import annotations

from dagwright.errors import DataError

__all__ = ["Names", "joined_names", "unique_names"]


class Names:
    """Names of all columns, none empty or repeated.

    Attributes
    ----------
    names : list of str
        In order.
    unnamed : set of int
        Positions of the columns that had no name.
    notes, warnings : list of str
        What was changed.
    """

    def __init__(self, names: list[str], unnamed: set[int]) -> None:
        self.names = names
        self.unnamed = unnamed
        self.notes: list[str] = []
        self.warnings: list[str] = []


def unique_names(cells: list[str], strict: bool, advice: str = "") -> Names:
    """Return names for columns: an empty one becomes 'column_3', a repeated one 'name_2'.

    Parameters
    ----------
    cells : list of str
        Names as they are written.
    strict : bool
        Refuse them if they are faulty. An empty name of the first column is not a fault: that is
        where row names are.
    advice : str
        What to try if they are refused.

    Raises
    ------
    DataError
        If `strict`; it names all faults.
    """
    faults = _faults(cells)
    if strict and faults:
        raise DataError(f"the names in the header are faulty: {'; '.join(faults)}{advice}")
    taken = set(cells)
    # By name the last number that was given: to try all of them again takes quadratic time.
    seen: dict[str, int] = {}
    names: list[str] = []
    result = Names(names, {j for j, cell in enumerate(cells) if not cell})
    for j, cell in enumerate(cells):
        name = cell
        if not cell:
            name, _ = _free(f"column_{j + 1}", taken)
            remarks = result.warnings if j else result.notes
            remarks.append(f"column {j + 1} has no name: it is called {name!r}")
        elif cell in seen:
            name, seen[cell] = _free(cell, taken, seen[cell] + 1)
            result.warnings.append(
                f"column {j + 1} is called {cell!r} like another: it is called {name!r} here"
            )
        seen.setdefault(cell, 1)
        taken.add(name)
        names.append(name)
    return result


def _free(name: str, taken: set[str], number: int = 1) -> tuple[str, int]:
    candidate = name if number == 1 else f"{name}_{number}"
    while candidate in taken:
        number += 1
        candidate = f"{name}_{number}"
    return candidate, number


def _faults(cells: list[str]) -> list[str]:
    faults = []
    places: dict[str, list[str]] = {}
    for j, cell in enumerate(cells):
        if cell or j:
            places.setdefault(cell, []).append(str(j + 1))
    for name, numbers in places.items():
        listed = ", ".join(numbers[:-1]) + f" and {numbers[-1]}" if numbers[1:] else numbers[0]
        if not name:
            nouns = ("columns", "have") if numbers[1:] else ("column", "has")
            faults.append(
                f"{nouns[0]} {listed} {nouns[1]} no name: give each column a name, or delete it"
            )
        elif numbers[1:]:
            both, rest = ("both", "one") if len(numbers) == 2 else ("all", "the others")
            faults.append(f"columns {listed} are {both} called {name!r}: rename {rest}")
    return faults


def joined_names(groups: list[str], names: list[str]) -> list[str] | None:
    """Return the names of two header lines as one, or None if the first does not name groups.

    It does if a name in it stands for several columns: repeated, or followed by empty cells.
    """
    spread: list[str] = []
    for j, group in enumerate(groups):
        spread.append(group or (spread[-1] if j and spread else ""))
    wide = len(set(filter(None, groups))) < len([group for group in spread if group])
    if not wide or sum(map(bool, names)) <= len(set(filter(None, groups))):
        return None
    return [f"{group} {name}".strip() for group, name in zip(spread, names, strict=True)]
