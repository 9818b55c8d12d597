"""`read_recipe`: decisions about a table from a file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dagwright.data.columns.recipe_json import recipe_from_json
from dagwright.data.columns.recipe_toml import recipe_from_toml
from dagwright.errors import FormatError
from dagwright.files import read_text

if TYPE_CHECKING:
    from dagwright.data.columns.recipe import Recipe

__all__ = ["read_recipe"]


def read_recipe(path: str | os.PathLike[str]) -> Recipe:
    r"""Read decisions about a table: from TOML, from JSON, or from a network in JSON.

    Parameters
    ----------
    path
        A ``.toml`` file as ``dagwright info FILE --write`` writes it, or a ``.json`` file that
        holds a recipe or a network that knows its table; ``.gz`` after either.

    Raises
    ------
    FormatError
        If the file cannot be read or holds anything else; the message names it, the column and
        the key.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from dagwright.data.columns.recipe import read_recipe
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "columns.toml"
    >>> _ = path.write_text('[columns.age]\nkind = "number"\ntreatment = "cut"\ncuts = [30, 60]')
    >>> read_recipe(path)["age"].cuts
    (30.0, 60.0)
    """
    file = Path(path)
    suffix = (file.with_suffix("") if file.suffix.lower() == ".gz" else file).suffix.lower()
    if suffix not in {".toml", ".json"}:
        raise FormatError(
            f"{path}: decisions about columns are read from .toml or .json files; of a network in "
            "another format, pass read_network(path)"
        )
    text = read_text(path)
    try:
        return recipe_from_toml(text) if suffix == ".toml" else recipe_from_json(_plain(text))
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def _plain(text: str) -> Any:
    try:
        content = json.loads(text)
    except (RecursionError, ValueError) as error:
        raise FormatError(f"not JSON: {error}") from None
    if isinstance(content, dict) and "variables" in content:
        if "table" not in content:
            raise FormatError(
                "this network does not know the table it was fitted to: learn it again, or write "
                "the decisions with 'dagwright info FILE --write columns.toml'"
            )
        return content["table"]
    return content
