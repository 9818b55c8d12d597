"""A disk on which nothing more fits, as a limit on the size of files gives it."""

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource")

# A state whenever there is one, as in test_kills.py.
COMMAND = """
import sys
from dagwright.cli import main
from dagwright.running import Checkpoint
home = sys.modules["dagwright.search.solve"]
home.resolve_checkpoint = lambda path: path and Checkpoint(path, every=0)
main()
"""


@pytest.mark.parametrize("method", ["inobs", "hill-climbing"])
def test_a_search_survives_a_full_disk_and_its_network_is_printed(method, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    options = f"learn example:wdbc --method {method} --restarts 8 --time 600"
    options += f" --checkpoint {folder}/search -o {folder}/net.bif"
    ended = subprocess.run(
        [sys.executable, "-c", COMMAND, *options.split()],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "search   completed" in ended.stdout
    assert "parent,child" in ended.stdout
    assert "net.bif: cannot write (File too large)" in ended.stderr
    assert "Traceback" not in ended.stderr
    lost = "sets were not kept" if method == "inobs" else "the last checkpoint was not written"
    assert lost in ended.stdout + ended.stderr
    assert list(folder.iterdir()) == []
