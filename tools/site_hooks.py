"""What the documentation site makes of our pages: formulas, the reference, pages from elsewhere.

Formulas become MathML when the site is built, so that no page loads a script from anywhere.
"""

from __future__ import annotations

import re
from inspect import ismodule
from pathlib import Path
from typing import Any

from latex2mathml.converter import convert
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import dagwright

ROOT = Path(__file__).parents[1]
# Pages at the root of the repository, where people look for them.
ELSEWHERE = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
# The public names by the stage that they belong to; those of no stage listed are on top.
STAGES = {
    "top": ("Learning", "The front doors, and all that is about more than one stage."),
    "data": ("Tables", "Guides: [tables](../data.md), [discretising](../discretizing.md)."),
    "scores": ("Scores", "Guide: [scores](../scores.md)."),
    "constraints": ("Constraints", "Guide: [constraints](../constraints.md)."),
    "parents": ("Parent sets", "Guides: [parent sets](../parent_sets.md), "
                "[selecting them](../selection.md)."),
    "search": ("Searches", "Guides: [choosing a method](../which_method.md), "
               "[running and stopping](../running.md)."),
    "running": ("Watching", "Guides: [running and stopping](../running.md), "
                "[checkpoints](../checkpoints.md)."),
    "graph": ("Graphs", "Guides: [graphs](../graphs.md), [arrows](../arrows.md)."),
    "network": ("Networks", "Guides: [networks](../networks.md), [files](../files.md)."),
    "evaluate": ("Evaluation", "Guides: [comparing](../graphs.md#comparing-with-the-truth), "
                 "[confidence](../confidence.md)."),
    "independence": ("Independence", "Guide: [independence](../independence.md)."),
    "errors": ("Errors", "Every error that dagwright raises on purpose is a `DagwrightError`."),
}  # fmt: skip
_CONSTANTS = {
    "METHODS": "dagwright.search.method",
    "SCORES": "dagwright.scores.base",
    "SELECTIONS": "dagwright.parents.selection",
}
_CODE = re.compile(r"(^```.*?^```[^\n]*$|^~~~.*?^~~~[^\n]*$|`[^`\n]+`)", re.DOTALL | re.MULTILINE)
_OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./[^)]+\)")
_BLOCK = re.compile(r"\$\$(.+?)\$\$", re.DOTALL)
_INLINE = re.compile(r"(?<![\\$\w])\$(?!\s)([^$]+?)(?<!\s)\$(?!\w)")


def math(latex: str, display: str = "inline") -> str:
    """Return a formula as MathML on one line.

    In a span, or Markdown would take a formula that begins a line for a block of HTML; and with
    the space after a function that MathML leaves out.
    """
    spaced = re.sub(r"\\(ln|log|min|max)(?![a-z])", r"\\\1\\,", " ".join(latex.split()))
    return f"<span>{' '.join(convert(spaced, display=display).split())}</span>"


def with_formulas(markdown: str) -> str:
    """Return a page with its formulas as MathML; code stays as it is."""
    parts = _CODE.split(markdown)
    for at in range(0, len(parts), 2):  # between the pieces of code
        text = _BLOCK.sub(lambda found: math(found[1], "block"), parts[at])
        parts[at] = _INLINE.sub(lambda found: math(found[1]), text)
    return "".join(parts)


def reference_pages() -> dict[str, str]:
    """Return the pages of the reference; every public name is on one of them."""
    names: dict[str, list[str]] = {stage: [] for stage in STAGES}
    for name in dagwright.__all__:
        if name == "__version__":
            continue
        value = getattr(dagwright, name)
        if ismodule(value):  # of names that need no more room in the package
            inside = [getattr(value, each) for each in value.__all__]
            paths = [f"{each.__module__}.{each.__name__}" for each in inside]
        else:
            paths = [f"{_CONSTANTS.get(name) or value.__module__}.{name}"]
        for path in paths:
            stage = path.split(".")[1]
            names[stage if stage in names else "top"].append(path)
    pages = {}
    for stage, (title, words) in STAGES.items():
        functions_first = sorted(names[stage], key=lambda path: path.split(".")[-1].swapcase())
        entries = "\n\n".join(map(_entry, functions_first))
        pages[f"reference/{stage}.md"] = f"# {title}\n\n{words}\n\n{entries}\n"
    return pages


def _entry(path: str) -> str:
    """Return what mkdocstrings makes the entry of a name from."""
    kind = getattr(dagwright, path.rsplit(".", maxsplit=1)[-1])
    bases = [base for base in getattr(kind, "__mro__", ()) if "dagwright." in base.__module__]
    if all(base.__name__ in dagwright.__all__ for base in bases):
        return f"::: {path}"
    # What it has from a class without an entry of its own would be nowhere.
    return f"::: {path}\n    options:\n      inherited_members: true"


def without_links_outside(markdown: str) -> str:
    """Return a page of docs/ in which files elsewhere in the repository are named, not linked."""
    return _OUTSIDE.sub(lambda found: found[1].strip("`").join("``"), markdown)


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Translate; MkDocs calls it for every page."""
    if not page.file.src_uri.startswith("reference/"):
        markdown = without_links_outside(markdown)
    return with_formulas(markdown)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the reference, and the pages that live elsewhere with links as seen from docs/."""
    pages = reference_pages()
    for name, source in ELSEWHERE.items():
        pages[name] = (ROOT / source).read_text(encoding="utf-8").replace("](docs/", "](")
    for name, content in pages.items():
        files.append(File.generated(config, name, content=content))
    return files
