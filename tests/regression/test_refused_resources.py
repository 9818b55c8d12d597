"""What the system refuses becomes a ResourceError, or is done without."""

import subprocess
import sys
import threading

import pytest

import dagwright as dw

SCRIPT = """
import resource
import dagwright as dw

sets = dw.find_parent_sets(
    dw.LocalScores(dw.load_dataset("wdbc")), dw.Sequential(max_parents=2), threads=1
)
scores = dw.LocalScores(dw.load_dataset("wdbc"))
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + {room} * 2**20,) * 2)
try:
    {call}
except dw.DagwrightError:
    pass
"""

CALLS = {
    "minobs": "dw.solve(sets, 'minobs', threads=8, iterations=200, memory_limit='8M')",
    "bfbnb": "dw.solve(sets, 'bfbnb', threads=8, iterations=200, memory_limit='64M')",
    "hill-climbing": "dw.solve(scores, 'hill-climbing', threads=8, memory_limit='8M')",
    "find": "dw.find_parent_sets(scores, threads=8, memory_limit='8M', time_limit=5)",
}


@pytest.mark.skipif(sys.platform != "linux", reason="address space is limited on Linux only")
@pytest.mark.parametrize("room", [1, 20])  # a thread takes 8 MB of address space
@pytest.mark.parametrize("name", CALLS)
def test_too_little_room_for_threads_and_memory_never_ends_the_process(name, room):
    script = SCRIPT.format(call=CALLS[name], room=room)
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=600, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def raise_memory_error(*_, **__):
    raise MemoryError("Unable to allocate 3.00 TiB")


def test_too_little_memory_in_python_code_is_an_error_of_ours(monkeypatch):
    # By name: the functions hide the modules that they are in.
    monkeypatch.setattr(sys.modules["dagwright.learn"], "as_dataset", raise_memory_error)
    with pytest.raises(dw.ResourceError, match=r"not enough memory \(Unable to allocate 3.00 TiB"):
        dw.learn({"a": [0, 1]})


def test_too_little_memory_while_reading_is_an_error_of_ours(monkeypatch, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n0,1\n1,0\n", encoding="ascii")
    monkeypatch.setattr(sys.modules["dagwright.data.read"], "read_raw", raise_memory_error)
    with pytest.raises(dw.ResourceError, match="not enough memory"):
        dw.read_data(path)


def test_without_any_thread_of_python_the_work_is_done_where_it_is_asked_for(monkeypatch):
    def refuse(_):
        raise RuntimeError("can't start new thread")

    table = {"a": [0, 1] * 10, "b": [0, 0, 1, 1] * 5}
    expected = dw.bootstrap(table, 3, threads=2)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert str(dw.bootstrap(table, 3, threads=2)) == str(expected)


def test_other_errors_stay_what_they_are():
    class Broken(dw.Callback):
        def on_start(self, progress):
            raise RuntimeError("my own")

    with pytest.raises(RuntimeError, match="my own"):
        dw.learn({"a": [0, 1] * 10, "b": [0, 0, 1, 1] * 5}, callbacks=Broken())
