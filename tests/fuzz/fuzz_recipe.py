"""Decisions about columns (`--like FILE`). The first byte chooses between TOML and JSON."""

from __future__ import annotations

import atexit
import json
import tempfile
import warnings
from pathlib import Path

from tests.support.recipe_cases import HOSTILE, network_of, plain_network

import dagwright as dw
from dagwright.data.columns.recipe import read_recipe
from dagwright.data.columns.recipe_json import recipe_to_json
from dagwright.data.columns.recipe_toml import recipe_to_toml

NAMES = ("r.toml", "r.json")
TABLE = "age,town,fare,class\n1.5,Ulm,2,Trier\n0.05,Bonn,,Ulm\n,Trier,0.1,Bonn\n"

_FOLDER = tempfile.TemporaryDirectory()
atexit.register(_FOLDER.cleanup)
_TABLE = Path(_FOLDER.name) / "t.csv"
_TABLE.write_text(TABLE)

_RECIPES = [plain_network(5).recipe, network_of(HOSTILE, ["a", "b"]).recipe]
SEEDS = [b"\0" + recipe_to_toml(recipe).encode("utf-8") for recipe in _RECIPES]
SEEDS += [b"\1" + json.dumps(recipe_to_json(recipe)).encode("utf-8") for recipe in _RECIPES]
SEEDS += [b'\0[columns.age]\nkind = "number"\ntreatment = "cut"\ncuts = [0.1, 1]\n']


def target(content: bytes) -> None:
    """Read the rest of the input, and a table by it."""
    if not content:
        return
    path = Path(_FOLDER.name) / NAMES[content[0] % len(NAMES)]
    path.write_bytes(content[1:])
    try:
        read_recipe(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the table lacks is said by warnings
            dw.read_data(_TABLE, like=path)
    except dw.DagwrightError:
        return
