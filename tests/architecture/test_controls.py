"""One tree of controls: nothing else stops a run, measures time or computes what is left of it."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "dagwright"
MODULES = sorted(PACKAGE.rglob("*.py"))
# Speed is what experiments are about.
TIMED = [path for path in MODULES if "experiments" not in path.parts]
CPP = [
    path
    for folder in ("src", "include")
    for path in sorted((ROOT / "cpp" / folder).rglob("*.[ch]pp"))
    if path.parent.name != "core"
]
# A variable or a temporary: a name or a bracket follows; not a reference, a pointer or a
# declaration of the class itself.
_MADE = re.compile(
    r"(?<!class )(?<!struct )(?<!\w)RunControl(\s+\w+\s*[;({=]|\s*[({])|<RunControl>\("
)


def relative(path):
    return path.relative_to(ROOT).as_posix()


def calls(path):
    """Yield the names that a module calls: `perf_counter`, `time.perf_counter`, ..."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def clocks(path):
    """Return what a module takes from `time`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "time":
            found.add(node.attr)
    return found


def test_only_the_tree_makes_controls_of_the_core():
    made = [
        relative(path)
        for path in MODULES
        if any(name.split(".")[-1] == "RunControl" for name in calls(path))
    ]
    assert made == ["src/dagwright/running/control.py"]


def test_only_controls_measure_time():
    watches = {"perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns"}
    assert [relative(path) for path in TIMED if clocks(path) & watches] == []


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def test_no_search_of_the_core_makes_a_control():
    texts = {relative(path): without_comments(path.read_text(encoding="utf-8")) for path in CPP}
    assert [name for name, text in texts.items() if _MADE.search(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "RunControl unlimited{StopRules{}};",
        "RunControl inner(control, {});",
        "RunControl control;",
        "search(sets, RunControl({}, {}));",
        "auto inner = std::make_unique<RunControl>(control, rules);",
        "RunControl control = make();",
    ],
)
def test_what_makes_a_control_is_recognised(text):
    assert _MADE.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "void search(RunControl& control);",
        "void search(const RunControl& control) {",
        "RunControl* parent_ = nullptr;",
        "class RunControl;",
        "std::optional<std::reference_wrapper<RunControl>> control_;",
    ],
)
def test_what_only_uses_one_is_not(text):
    assert not _MADE.search(text)
