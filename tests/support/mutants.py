"""Small wrong changes, each with the test that must then fail: `tests/mutants/*.toml`.

`python -m mutants` makes them one at a time in copies of the package and names those that survive;
words after it choose mutants by their names. A change to a C++ file rebuilds the module in
`build/mutants`, which compiles little more than that file.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import dagwright
from dagwright import _core

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "mutants"
SOURCES = BUILD / "sources"
"""What is compiled: a copy, so that a checkout is never left broken."""
_PASSED, _FAILED = 0, 1


@dataclass(frozen=True)
class Mutant:
    """A text that is replaced, and the test that notices."""

    name: str
    file: str
    old: str
    new: str
    killed_by: str

    @property
    def is_compiled(self) -> bool:
        return self.file.startswith("cpp/")

    def problem(self) -> str | None:
        """Return why this cannot be tried: the code or the test has moved on."""
        text = (ROOT / self.file).read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            return f"{self.file} has the old text {text.count(self.old)} times"
        path, name = self.killed_by.split("[", maxsplit=1)[0].split("::")
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        return None if name in names else f"{path} has no {name}"

    def apply_to(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")


def read_mutants() -> list[Mutant]:
    """Return all that are committed."""
    found = []
    for path in sorted((ROOT / "tests" / "mutants").glob("*.toml")):
        entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
        found += [Mutant(**entry) for entry in entries]
    return found


@contextmanager
def copied_package() -> Iterator[Path]:
    """Copy the package that is installed, with its compiled module."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        package = Path(folder) / "dagwright"
        shutil.copytree(Path(dagwright.__file__).parent, package)
        yield package


def run_tests(tests: Sequence[str], package: Path) -> int:
    """Run tests on a package, and return the exit code of pytest."""
    support = ROOT / "tests" / "support"
    environment = {**os.environ, "PYTHONPATH": f"{package.parent}{os.pathsep}{support}"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    run = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=900
    )
    if run.returncode not in {_PASSED, _FAILED}:
        print(run.stdout, run.stderr, sep="\n")
    return run.returncode


def try_python(mutant: Mutant) -> int:
    """Run the test of a mutant of a Python file."""
    with copied_package() as package:
        mutant.apply_to(package / Path(mutant.file).relative_to("src/dagwright"))
        return run_tests([mutant.killed_by], package)


def try_compiled(mutant: Mutant) -> int:
    """Run the test of a mutant of a C++ file."""
    path = SOURCES / mutant.file
    mutant.apply_to(path)
    try:
        subprocess.run(
            [_program("cmake"), "--build", BUILD, "--target", "_core", "--", "--quiet"], check=True
        )
    finally:
        shutil.copyfile(ROOT / mutant.file, path)
    with copied_package() as package:
        name = Path(_core.__file__).name
        shutil.copyfile(BUILD / "cpp" / name, package / name)
        return run_tests([mutant.killed_by], package)


def copy_sources() -> None:
    """Copy what CMake reads; what has not changed stays as it is, and is not compiled again."""
    for path in [ROOT / "CMakeLists.txt", *sorted((ROOT / "cpp").rglob("*.*"))]:
        copy = SOURCES / path.relative_to(ROOT)
        if not copy.exists() or copy.read_bytes() != path.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def configure() -> None:
    """Prepare the build of the module."""
    copy_sources()
    options = {
        "CMAKE_MAKE_PROGRAM": _program("ninja"),
        "CMAKE_BUILD_TYPE": "Release",
        "DAGWRIGHT_UNITY": "ON",
        "Python_EXECUTABLE": sys.executable,
        "SKBUILD_PROJECT_VERSION": dagwright.__version__,
    }
    defined = [f"-D{name}={value}" for name, value in options.items()]
    subprocess.run(
        [_program("cmake"), "-S", SOURCES, "-B", BUILD, "-G", "Ninja", *defined], check=True
    )


def _program(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def main(words: Sequence[str]) -> int:
    """Try the mutants whose names contain all the words."""
    mutants = [m for m in read_mutants() if all(word in m.name for word in words)]
    stale = [f"{m.name}: {m.problem()}" for m in mutants if m.problem()]
    if stale:
        print("no longer apply:", *stale, sep="\n  ")
        return 1
    with copied_package() as package:
        if run_tests(sorted({m.killed_by for m in mutants}), package) != _PASSED:
            print("the tests fail without any mutant")
            return 1
    compiled = [m for m in mutants if m.is_compiled]
    quick = [m for m in mutants if not m.is_compiled]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        codes = dict(zip(quick, pool.map(try_python, quick), strict=True))
    if compiled:
        configure()
        codes |= {mutant: try_compiled(mutant) for mutant in compiled}
    alive = [mutant for mutant, code in codes.items() if code != _FAILED]
    for mutant in alive:
        print(f"{'survived' if codes[mutant] == _PASSED else 'not run'}: {mutant.name}")
    print(f"{len(codes) - len(alive)} of {len(codes)} mutants were noticed")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
