"""The pipeline is the architecture: a folder imports only from those listed above it."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "dagwright"
CPP = ROOT / "cpp"

STAGES = [
    "graph",
    "data",
    "constraints",
    "scores",
    "independence",
    "parents",
    "search",
    "network",
    "evaluate",
    "strategy",
    "learn",
    "estimator",
    "bootstrap",
    "plan",
    "report",
    "experiments",
    "papers",
    "cli",
]
# Any stage may use these; they use nothing but each other and are not part of the pipeline.
COMMON = {
    "errors",
    "parameters",
    "registry",
    "suggestions",
    "words",
    "cgroups",
    "memory",
    "files",
    "moved",
    "running",
    "toml_text",
    "named_pipes",
    "_core",
}
# Structure and tables know nothing of each other: neither is the other's input.
SELF_CONTAINED = {"graph", "data"}

CPP_STAGES = [
    "core",
    "data",
    "scores",
    "independence",
    "parents",
    "orders",
    "order",
    "exact",
    "dag",
    "network",
]
SEARCHES = {"order", "exact", "dag"}
# Included in the middle of a file, once for each instruction set.
INSIDE_A_NAMESPACE = {"portable_kernels.hpp"}

HEAVY = [
    "dask",
    "highspy",
    "matplotlib",
    "narwhals",
    "networkx",
    "pandas",
    "polars",
    "pyarrow",
    "rich",
    "scipy",
    "sklearn",
    "typer",
]

MODULES = sorted(PACKAGE.rglob("*.py"))
# The package's own __init__ and the modules below list public names of every stage, and __main__
# runs the last one.
NAMES = {
    PACKAGE / f"{name}.py" for name in ("__init__", "walk", "crossover", "initial", "selection")
}
STAGE_MODULES = [path for path in MODULES if path not in {*NAMES, PACKAGE / "__main__.py"}]
SEARCH_MODULES = [path for path in MODULES if path.parent.parent == PACKAGE / "search"]
# The bindings may include everything.
CORE_FILES = [path for path in sorted(CPP.rglob("*.[ch]pp")) if "bindings" not in path.parts]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported_modules(path: Path) -> Iterator[tuple[str, ...]]:
    """Yield what a module imports from the package, split at the dots, without `dagwright`.

    Imports inside functions and under TYPE_CHECKING count: they bind stages all the same.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{relative(path)}: imports are absolute"
            from_package = node.module == "dagwright"
            names = [f"dagwright.{a.name}" for a in node.names] if from_package else [node.module]
        else:
            continue
        for name in names:
            top, *rest = name.split(".")
            if top == "dagwright":
                yield tuple(rest)


def assert_none(wrong: dict[str, object]) -> None:
    """Fail with the files of which there is something to say."""
    assert {name: found for name, found in wrong.items() if found} == {}


def stage_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def allowed_stages(stage: str) -> set[str]:
    if stage == "cli":
        # The last stage speaks to the library as a user does: `import dagwright as dw`.
        return {*STAGES, *COMMON, ""}
    if stage in COMMON:
        return COMMON
    if stage in SELF_CONTAINED:
        return COMMON | {stage}
    return COMMON | set(STAGES[: STAGES.index(stage) + 1])


def test_every_module_belongs_to_a_stage():
    assert {stage_of(path) for path in STAGE_MODULES} <= {*STAGES, *COMMON}


def test_a_module_imports_only_from_earlier_stages():
    wrong = {}
    for path in STAGE_MODULES:
        imported = {(parts or ("",))[0] for parts in imported_modules(path)}
        wrong[relative(path)] = imported - allowed_stages(stage_of(path))
    assert_none(wrong)


def test_the_three_kinds_of_search_do_not_import_each_other():
    wrong = {}
    for path in SEARCH_MODULES:
        imported = {p[1] for p in imported_modules(path) if len(p) > 1 and p[0] == "search"}
        wrong[relative(path)] = imported & (SEARCHES - {path.parent.name})
    assert_none(wrong)


@pytest.mark.parametrize("path", sorted(NAMES), ids=relative)
def test_the_package_itself_holds_public_names_only(path):
    source = path.read_text(encoding="utf-8")
    moved = "if not TYPE_CHECKING:\n    from dagwright.moved import __getattr__ as __getattr__\n"
    statements = [type(node) for node in ast.parse(source.replace(moved, "")).body]
    assert set(statements) <= {ast.Expr, ast.Import, ast.ImportFrom, ast.Assign}


def includes(path: Path) -> list[str]:
    pattern = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
    return pattern.findall(path.read_text(encoding="utf-8"))


def test_only_the_bindings_include_python():
    python = re.compile(r"Python\.h|nanobind|pybind")
    assert_none({relative(p): [n for n in includes(p) if python.match(n)] for p in CORE_FILES})


def test_a_cpp_file_includes_only_earlier_stages():
    wrong = {}
    for path in CORE_FILES:
        stage = path.parent.name
        included = {name.split("/")[1] for name in includes(path) if name.startswith("dagwright/")}
        earlier = set(CPP_STAGES[: CPP_STAGES.index(stage) + 1])
        if stage in SEARCHES:
            earlier -= SEARCHES - {stage}
        wrong[relative(path)] = included - earlier
    assert_none(wrong)


def test_the_cpp_stages_are_those_that_have_a_folder():
    assert set(CPP_STAGES) == {path.parent.name for path in CORE_FILES}


def namespaces(path: Path) -> set[str]:
    pattern = re.compile(r"^namespace (dagwright\S*) \{", re.MULTILINE)
    return set(pattern.findall(path.read_text(encoding="utf-8")))


def test_a_cpp_file_declares_the_namespace_of_its_stage():
    # Two stages may then use one name; without this the linker would silently take one of them.
    wrong = {}
    for path in CORE_FILES:
        stage = "dagwright" if path.parent.name == "core" else f"dagwright::{path.parent.name}"
        declared = namespaces(path)
        # An instruction set has a namespace below that of its stage.
        wrong[relative(path)] = declared - {stage, f"{stage}::avx2", f"{stage}::baseline"}
        if not declared and path.name not in INSIDE_A_NAMESPACE:
            wrong[relative(path)] = "no namespace"
        if "using namespace dagwright" in path.read_text(encoding="utf-8"):
            wrong[relative(path)] = "using namespace"
    assert_none(wrong)


def test_importing_the_package_imports_no_heavy_library():
    program = "import sys, dagwright; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert not set(HEAVY) & set(run.stdout.split())


def test_importing_the_command_line_does_not_import_a_data_frame_library():
    program = (
        "import sys, dagwright.cli; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert not (set(HEAVY) - {"rich", "typer"}) & set(run.stdout.split())
