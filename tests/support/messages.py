"""What the library says to people, found in its source."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import dagwright as dw

PACKAGE = Path(dw.__file__).parent
# Plans of experiments have keys, not parameters; the command line has its own words.
OTHERS = {"cli", "experiments", "papers"}


def library_texts() -> Iterator[tuple[str, str]]:
    """Yield every text of the library that is not documentation, with its place.

    What an f-string fills in is written as `{expression}`.
    """
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE)
        if place.parts[0] not in OTHERS:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for line, text in _texts(tree):
                yield f"{place.as_posix()}:{line}", text


def public_parameters() -> set[str]:
    """Return the parameters of all public functions, classes and methods of the library."""
    found = {each.name for each in fields(dw.TableOptions) if each.init} | {"bins", "target"}
    for name in dw.__all__:
        for function in filter(inspect.isfunction, _functions(getattr(dw, name))):
            found |= set(inspect.signature(function).parameters)
    return found - {"self", "args", "kwargs", "words"}


def _functions(public: object) -> Iterator[object]:
    if inspect.isclass(public):
        yield public.__init__
        yield from (
            f for name, f in inspect.getmembers(public, inspect.isfunction) if name[0] != "_"
        )
    elif inspect.isfunction(public):
        yield public


def _texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        if isinstance(node, ast.JoinedStr):
            skipped.update(node.values)
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(map(_part, node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _part(value: ast.expr) -> str:
    if isinstance(value, ast.Constant):
        return str(value.value)
    return "{" + ast.unparse(value.value) + "}"  # type: ignore[attr-defined]
