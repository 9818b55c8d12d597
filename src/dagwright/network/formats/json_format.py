"""JSON: a structure, or a network with labels of every type.

``{"variables": [...], "edges": [[parent, child], ...]}`` is a structure, with ``"undirected"`` an
equivalence class, which is written only; a network has
``"states": {name: [...]}`` and ``"probabilities": {name: [...]}`` too, the probabilities flat with
the child's state fastest, then the last parent's, parents in the order of ``"variables"``. A
network that knows the table it was fitted to has ``"table"``: `Recipe.to_json`.
"""

from __future__ import annotations

import json
import math
from typing import Any

from dagwright.data.columns.recipe import Recipe
from dagwright.errors import FormatError
from dagwright.graph import Cpdag, Dag, Mpdag
from dagwright.network.formats.draft import Draft
from dagwright.network.formats.text_error import UNDIRECTED, TextError
from dagwright.network.network import BayesianNetwork

__all__ = [
    "read_json",
    "read_json_either",
    "read_json_structure",
    "write_json",
    "write_json_class",
    "write_json_structure",
]


def write_json_structure(dag: Dag) -> str:
    """Return a structure as JSON."""
    content = {"variables": dag.names, "edges": dag.edges}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def write_json_class(graph: Cpdag | Mpdag) -> str:
    """Return a graph of arrows and lines as JSON; ``"undirected"`` has the lines."""
    content = {"variables": graph.names, "edges": graph.directed, "undirected": graph.undirected}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def write_json(net: BayesianNetwork) -> str:
    """Return a network as JSON, one line per variable; numbers read back as the same doubles."""
    tables = {name: table.reshape(-1).tolist() for name, table in net.cpts.items()}
    parts = [
        f'"variables": {_dump(net.names)}',
        f'"edges": {_dump(net.dag.edges)}',
        f'"states": {_members(dict(net.states))}',
        f'"probabilities": {_members(tables)}',
    ]
    if net.recipe is not None:
        parts.append(f'"table": {_table(net.recipe.to_json())}')
    return "{" + ",\n".join(parts) + "}\n"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _members(content: dict[str, Any]) -> str:
    return "{\n" + ",\n".join(f"{_dump(k)}: {_dump(v)}" for k, v in content.items()) + "}"


def _table(content: dict[str, Any]) -> str:
    columns = ",\n".join(map(_dump, content.pop("columns")))
    return f'{_dump(content)[:-1]}, "columns": [\n{columns}]}}'


def read_json_structure(text: str) -> Dag:
    """Return the structure of a JSON text."""
    return _structure(_load(text))


def _structure(content: dict[str, Any]) -> Dag:
    names, edges = content.get("variables"), content.get("edges")
    if not isinstance(names, list) or not isinstance(edges, list):
        raise TextError('expected an object with the lists "variables" and "edges"')
    if not all(isinstance(edge, list) for edge in edges):
        raise TextError('"edges" must be a list of lists [parent, child]')
    if content.get("undirected"):
        raise TextError(f'in "undirected": {UNDIRECTED}')
    return Dag(names, [tuple(edge) for edge in edges])


def read_json_either(text: str) -> BayesianNetwork | Dag:
    """Return the network of a JSON text, or its structure if it has no more."""
    content = _load(text)
    return _network(content) if "probabilities" in content else _structure(content)


def read_json(text: str) -> BayesianNetwork:
    """Return the network of a JSON text."""
    content = _load(text)
    if "probabilities" not in content:
        raise TextError("this is a structure without probabilities: use read_structure")
    return _network(content)


def _network(content: dict[str, Any]) -> BayesianNetwork:
    dag = _structure(content)
    states, tables = _members_of(content, "states", dag), _members_of(content, "probabilities", dag)
    draft = Draft()
    draft.recipe = _recipe(content)
    for name in dag.names:
        if not all(isinstance(state, str | int) for state in states[name]):
            raise TextError(f"states of {name!r} must be strings, integers or booleans")
        draft.add_variable(name, states[name], None)
    for name in dag.names:
        values = tables[name]
        if not all(type(value) in {int, float} for value in values):
            raise TextError(f"probabilities of {name!r} must be numbers, in one flat list")
        try:
            numbers = [float(value) for value in values]
        except OverflowError:
            numbers = [math.inf] * len(values)
        draft.add_flat_table(name, dag.parents(name), numbers, None)
    return draft.finish()


def _recipe(content: dict[str, Any]) -> Recipe | None:
    if "table" not in content:
        return None
    try:
        return Recipe.from_json(content["table"])
    except FormatError as error:
        raise TextError(f'in "table": {error}') from None


def _members_of(content: dict[str, Any], key: str, dag: Dag) -> dict[str, list[Any]]:
    members = content.get(key)
    if not isinstance(members, dict) or not all(isinstance(v, list) for v in members.values()):
        raise TextError(f'"{key}" must be an object with a list for each variable')
    missing = [name for name in dag.names if name not in members]
    if missing:
        raise TextError(f'"{key}" has nothing for {missing[0]!r}')
    return members


def _load(text: str) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise TextError(f"not JSON: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError) as error:  # ValueError: an integer of too many digits
        raise TextError(f"not JSON that a network could have: {error}") from None
    if not isinstance(content, dict):
        raise TextError("expected an object {...}")
    return content
