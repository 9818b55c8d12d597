"""How many modules a reader meets on the way from a file to a network."""

import sys
from pathlib import Path

import dagwright as dw
from dagwright.running.control import fake_clock

ROOT = Path(dw.__file__).parent
MOST = 98
"""The number on the day of this test, with `cgroups` and `running.threads`, which read what a
container allows; it only falls. The aim is 35."""
ROWS = ["rain,wet,coin", *["no,no,heads", "no,no,tails", "yes,yes,heads", "yes,yes,tails"] * 30]


def modules_called_by(work):
    """Return the modules of the package in which a function was called."""
    called = set()

    def note(frame, event, _):
        path = frame.f_code.co_filename
        if event == "call" and frame.f_code.co_name != "<module>" and path.startswith(str(ROOT)):
            called.add(".".join(Path(path).relative_to(ROOT).with_suffix("").parts))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return sorted(called)


def test_learning_from_a_file_touches_few_modules(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("\n".join(ROWS) + "\n", encoding="ascii")
    with fake_clock(1e-5):
        called = modules_called_by(lambda: dw.learn(path, threads=1))
    assert {"learn", "strategy.runner", "search.known", "running.control"} <= set(called)
    assert len(called) <= MOST, "\n".join([f"{len(called)} modules:", *called])
