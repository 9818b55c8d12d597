"""`Experiment`: what a plan says, read from its TOML file."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from dagwright.errors import DagwrightError, FormatError
from dagwright.experiments.library import list_plans, plan_files
from dagwright.files import read_text
from dagwright.suggestions import did_you_mean, meant_by

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["KINDS", "SIZES", "Experiment", "Spec", "load_plan"]

Spec: TypeAlias = Mapping[str, Any]

SIZES = ("smoke", "reduced", "full")
KINDS = ("search", "climbs", "sets", "filter")
_REQUIRED = {"title", "paper", "shows", "kind", "instances", "sizes"}
_OPTIONAL = {"score", "selections", "methods", "metrics", "limits", "shared_seeds", "printed"}
_SIZE_KEYS = {
    *("expected", "instances", "selections", "methods", "repetitions", "climbs", "limits"),
    *("instance", "selection", "method", "repetitions_of"),
}


@dataclass(frozen=True)
class Experiment:
    """Instances x selections x methods x repetitions, with limits and metrics, at three sizes.

    Read one with `load_plan`. `docs/experiments.md` explains the file.

    Attributes
    ----------
    name, title, paper, shows
        What it is called, about, from which paper, and which tables and figures it stands for.
    kind
        What a run is: ``"search"`` (one search), ``"climbs"`` (many climbs, each of its own seed),
        ``"sets"`` (only the candidate sets), ``"filter"`` (which parents a filter leaves).
    instances, selections, methods
        Tables of options, each with a name.
    score, metrics, limits
        What is maximised, what is evaluated after a run, and when a run ends.
    shared_seeds
        Whether all methods get the same seed on an instance.
    sizes
        What ``smoke``, ``reduced`` and ``full`` change.
    printed
        The paper's own figures, to show beside ours.
    """

    name: str
    title: str
    paper: str
    shows: str
    kind: str
    score: Spec
    instances: tuple[Spec, ...]
    selections: tuple[Spec, ...]
    methods: tuple[Spec, ...]
    metrics: tuple[str, ...]
    limits: Spec
    shared_seeds: bool
    sizes: Mapping[str, Spec]
    printed: Spec

    def size(self, name: str) -> Spec:
        """Return what a size changes; refuse a size that the plan does not have."""
        if name not in self.sizes:
            known = ", ".join(self.sizes)
            similar = did_you_mean(name, self.sizes)
            raise DagwrightError(
                f"plan {self.name} has no size {name!r}{similar}: there are {known}",
                meant=meant_by([name], self.sizes),
            )
        return self.sizes[name]


def load_plan(name: str | Path) -> Experiment:
    """Return a plan that comes with the package, or the one in a TOML file.

    Parameters
    ----------
    name
        One of `list_plans`, or a path that ends in .toml.

    Raises
    ------
    DagwrightError
        If there is no such plan, or a key in it is unknown or missing.

    Examples
    --------
    >>> from dagwright.experiments import load_plan
    >>> load_plan("s1-orders").paper
    'S1'
    """
    path = Path(name)
    if path.suffix != ".toml":
        if str(name) not in list_plans():
            known = ", ".join(list_plans())
            similar = did_you_mean(name, list_plans())
            raise DagwrightError(
                f"no plan is called {str(name)!r}{similar}: there are {known}, or a .toml file",
                meant=meant_by([str(name)], list_plans()),
            )
        path = plan_files()[str(name)]
    try:
        content = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"{path}: {error}") from None
    return _make_plan(path, content)


def _make_plan(path: Path, content: dict[str, Any]) -> Experiment:
    _check_keys(path, "", content, _REQUIRED, _OPTIONAL)
    if content["kind"] not in KINDS:
        raise FormatError(f"{path}: kind = {content['kind']!r}: choose {', '.join(KINDS)}")
    for size, changes in content["sizes"].items():
        if size not in SIZES:
            raise FormatError(f"{path}: sizes.{size}: choose {', '.join(SIZES)}")
        _check_keys(path, f"sizes.{size}: ", changes, {"expected"}, _SIZE_KEYS)
    methods = tuple(content.get("methods", ()))
    if content["kind"] == "sets":
        methods = ({"name": "sets"},)
    for part, specs in (
        ("methods", methods),
        ("selections", content.get("selections", ())),
    ):
        names = [spec.get("name") for spec in specs]
        if None in names or len(set(names)) < len(names):
            raise FormatError(f"{path}: {part}: give each a name of its own")
    if not methods:
        raise FormatError(f"{path}: methods: give at least one")
    return Experiment(
        name=path.stem,
        title=content["title"],
        paper=content["paper"],
        shows=content["shows"],
        kind=content["kind"],
        score=content.get("score", {"name": "bic"}),
        instances=tuple(content["instances"]),
        selections=tuple(content.get("selections", ())),
        methods=methods,
        metrics=tuple(content.get("metrics", ())),
        limits=content.get("limits", {}),
        shared_seeds=bool(content.get("shared_seeds", False)),
        sizes=MappingProxyType(content["sizes"]),
        printed=MappingProxyType(content.get("printed", {})),
    )


def _check_keys(
    path: Path, where: str, content: Spec, required: set[str], optional: set[str]
) -> None:
    for key in required - content.keys():
        raise FormatError(f"{path}: {where}{key} is missing")
    for key in content.keys() - required - optional:
        raise FormatError(f"{path}: {where}{key} is not known")
