"""One scenario, one kind of fault: the k-th operation fails, for growing k, until none does."""

import shutil
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import dagwright as dw
from dagwright.running import fake_clock
from faults.kinds import KINDS, Fault
from faults.scenarios import SCENARIOS, Scenario

__all__ = ["CASES", "every_k", "few_k", "struck_runs"]

CASES = [
    (name, kind)
    for name, scenario in SCENARIOS.items()
    for kind in KINDS
    if any(kind.startswith(start) for start in scenario.kinds)
]

_CLEAN_EVERY = 20
"""So often a run without a fault follows in the same process; always after the last one."""

_SETTLING = 10.0

_SECONDS_PER_CHECK = 0.01
"""By a clock so slow that small problems are worth threads, and that is the same every time."""


def every_k() -> Iterator[int]:
    """Yield 1 to 200, then numbers that grow by a tenth."""
    yield from range(1, 201)
    k = 200
    while True:
        k += k // 10
        yield k


def few_k() -> Iterator[int]:
    """Yield numbers that double, for a sample."""
    k = 1
    while True:
        yield k
        k *= 2


def struck_runs(name: str, kind: str, numbers: Iterator[int]) -> int:
    """Let a scenario run into one fault after the other; return how many runs were struck.

    Raises an AssertionError that names the scenario, the kind and the number at what must not be.
    """
    scenario, fault = SCENARIOS[name], KINDS[kind]
    _run(scenario, None, 0)  # imports, and what the first run keeps for the others
    before = _open_things()
    for struck, k in enumerate(numbers):
        try:
            _run(scenario, fault, k)
            passed = fault.seen < k
            if passed or k % _CLEAN_EVERY == 0:
                _run(scenario, None, 0)
            _check_left(before)
        except Exception as error:
            raise AssertionError(f"{name}, {kind} {k}: {type(error).__name__}: {error}") from error
        if passed:
            assert struck > 0, f"{name}: {kind} never happens there"
            return struck
    raise AssertionError("there is always a next number")


def _open_things() -> tuple[int, int]:
    """Return how many threads and descriptors this process has."""
    own = Path("/proc/self")
    return len(list((own / "task").iterdir())), len(list((own / "fd").iterdir()))


def _check_left(before: tuple[int, int]) -> None:
    """Check that soon there are no more than before: a joined thread takes a moment to end.

    Fewer are fine: what an earlier test left may go meanwhile.
    """
    deadline = time.monotonic() + _SETTLING
    while any(now > old for now, old in zip(_open_things(), before, strict=True)):
        left = f"{_open_things()} threads and descriptors are left, of {before} before"
        assert time.monotonic() < deadline, left
        time.sleep(0.001)


def _run(scenario: Scenario, fault: Fault | None, k: int) -> None:
    """Run once; an error of ours is allowed if a fault struck, and a result must be valid."""
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", dw.DagwrightWarning)
            made = scenario.prepare(folder)
            names = {path.name for path in folder.iterdir()}
            try:
                with fake_clock(_SECONDS_PER_CHECK), _or_none(fault, k):
                    result = scenario.act(folder, made)
            except dw.DagwrightError:
                assert fault is not None, "an error without a fault"
                assert fault.seen >= k, "an error without a fault"
            else:
                scenario.judge(made, result)
            _check_files(scenario, folder, names)
    finally:
        shutil.rmtree(folder)


def _or_none(fault: Fault | None, k: int):
    return nullcontext() if fault is None else fault.at(k)


def _check_files(scenario: Scenario, folder: Path, before: set[str]) -> None:
    """Nothing is left but whole files."""
    for path in folder.iterdir():
        if path.name in dict(scenario.outputs):
            dict(scenario.outputs)[path.name](path)
        elif path.is_dir():
            assert not list(path.glob("*.part")), "a part of a layer is left"
        else:
            assert path.name in before, f"{path.name} is left"
    after = {path.name for path in folder.iterdir()}
    assert before <= after, "a file of the user's is gone"
