"""Where files are and how long they may be; that pages can be found; what tests may patch."""

import ast
import re
from pathlib import Path

from mutants import read_mutants

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "dagwright"
TESTS = ROOT / "tests"
LONGEST = 400
# What a copy of a source would hide: `tests/<package>` has its tests.
TESTED_ELSEWHERE = {
    "data/text": "tests/data",
    "experiments/pages": "tests/experiments",
    "files": "tests",
    "papers/s1": "tests/papers",
    "papers/s2": "tests/papers",
    "report/plots": "tests/report",
}
# Made by tools/site_hooks.py.
GENERATED_PAGES = {"contributing.md", "changelog.md"}
# Numbers that a test replaces, for they are not options of anything: a table or a network that
# reached them would take minutes. This list only shrinks.
PATCHED_NUMBERS = {
    ("tests/test_files.py", "_TRIES"),
    ("tests/data/test_parquet.py", "_BATCH_ROWS"),
    ("tests/network/generate/test_gene_network.py", "_STEPS"),
    ("tests/network/test_marginal.py", "_MOST_CELLS"),
}


def sources() -> list[Path]:
    """Return every source file that people write."""
    return [
        path
        for folder in ("src", "cpp", "tests", "benchmarks", "tools")
        for suffix in ("py", "cpp", "hpp")
        for path in sorted((ROOT / folder).rglob(f"*.{suffix}"))
    ]


def test_a_source_file_can_be_read_at_one_sitting():
    long = {
        path.relative_to(ROOT).as_posix()
        for path in sources()
        if path.read_text(encoding="utf-8").count("\n") > LONGEST
    }
    assert long == set()


def test_every_page_is_in_the_navigation():
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    listed = re.findall(r"- ([\w/]+\.md)$", navigation, re.MULTILINE)
    docs = ROOT / "docs"
    written = {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    written = {page for page in written if not page.startswith("results/records/")}
    assert sorted(set(listed)) == sorted(listed)
    assert written - set(listed) == set()
    generated = {page for page in listed if page.startswith("reference/")} | GENERATED_PAGES
    assert set(listed) - generated <= written


def test_tests_mirror_the_packages():
    packages = folders_with(PACKAGE, "*.py")
    tested = folders_with(TESTS, "test_*.py")
    assert packages - tested == set(TESTED_ELSEWHERE)
    named = re.findall(r"^\| `tests/(\w+)`", contributing(), re.MULTILINE)
    assert tested - packages <= set(named), "CONTRIBUTING.md does not say what they hold"


def folders_with(root: Path, pattern: str) -> set[str]:
    found = {path.parent.relative_to(root).as_posix() for path in root.rglob(pattern)}
    return found - {"."}


def contributing() -> str:
    return (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_numbers_are_passed_as_options_and_not_patched():
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in TESTS.rglob("*.py")
        for name in patched_names(path)
        if re.fullmatch(r"_?[A-Z][A-Z0-9_]*", name)
    }
    assert found <= PATCHED_NUMBERS
    assert found >= PATCHED_NUMBERS, "remove it from the list"


def patched_names(path: Path) -> list[str]:
    """Return the names of what `monkeypatch.setattr` replaces in a file of tests."""
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("patch.setattr"):
            texts = [a.value for a in node.args[:2] if isinstance(a, ast.Constant)]
            names += [str(text).rsplit(".", maxsplit=1)[-1] for text in texts]
    return names


def test_every_mutant_still_applies_and_names_a_test():
    stale = {mutant.name: mutant.problem() for mutant in read_mutants()}
    assert {name: problem for name, problem in stale.items() if problem} == {}
