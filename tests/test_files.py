"""Files are written whole or not at all, keep what they are, and are on the disk afterwards."""

import bz2
import gzip
import lzma
import os
import random
import stat
import subprocess
import sys
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import dagwright as dw
from dagwright import named_pipes
from dagwright.errors import FormatError
from dagwright.files import (
    check_writable,
    read_pieces,
    read_text,
    write_new,
    write_whole,
    writing,
)

linux = pytest.mark.skipif(sys.platform != "linux", reason="devices and limits of Linux")


def names_in(folder):
    return [path.name for path in folder.iterdir()]


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=["nameless", "named"])
def way(request, monkeypatch):
    """Both ways to a file beside the target: one is for systems that lack the other."""
    if request.param == "named":
        monkeypatch.setattr(writing, "_open_nameless", lambda *_: None)
    return request.param


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_an_existing_file_keeps_its_mode(tmp_path, way, mode):
    path = tmp_path / "private.bif"
    path.write_text("old")
    path.chmod(mode)
    write_whole(path, "new")
    assert path.read_text() == "new"
    assert mode_of(path) == mode


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_mode_that_the_system_gives(tmp_path, mask):
    # In another process: the umask belongs to all threads of this one.
    program = (
        "import os, sys; from dagwright.files import write_whole\n"
        f"os.umask({mask})\n"
        "def never(*_): raise AssertionError('the umask was touched')\n"
        "os.umask = never\n"
        "write_whole(sys.argv[1], 'new'); open(sys.argv[2], 'w').close()\n"
    )
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    subprocess.run([sys.executable, "-c", program, str(ours), str(theirs)], check=True)
    assert mode_of(ours) == mode_of(theirs)


def test_a_file_is_private_while_a_private_one_is_written(tmp_path, way):
    path = tmp_path / "private.bif"
    path.write_text("old")
    path.chmod(0o600)
    seen = []

    def pieces():
        for entry in os.scandir(tmp_path):
            seen.append(stat.S_IMODE(entry.stat().st_mode))
        yield b"new"

    write_whole(path, pieces())
    assert set(seen) == {0o600}


def test_links_are_followed(tmp_path, way):
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "real.bif"
    target.write_text("old")
    link, chain, dangling = (tmp_path / name for name in ("link", "chain", "dangling"))
    link.symlink_to("folder/real.bif")
    chain.symlink_to("link")
    dangling.symlink_to("folder/later.bif")
    write_whole(chain, "new")
    write_whole(dangling, "made")
    assert all(path.is_symlink() for path in (link, chain, dangling))
    assert target.read_text() == "new"
    assert (tmp_path / "folder" / "later.bif").read_text() == "made"


def test_a_circle_of_links_is_refused(tmp_path):
    path = tmp_path / "circle.bif"
    path.symlink_to(path)
    with pytest.raises(dw.FormatError, match=r"circle\.bif: cannot write"):
        write_whole(path, "new")
    assert path.is_symlink()


@linux
@pytest.mark.parametrize("name", ["pipe.bif", "pipe.bif.gz"])
def test_a_pipe_is_written_into(tmp_path, name):
    path = tmp_path / name
    os.mkfifo(path)
    received = []
    reader = threading.Thread(target=lambda: received.append(path.read_bytes()))
    reader.start()
    write_whole(path, "through")
    reader.join(timeout=20)
    content = received[0]
    assert (gzip.decompress(content) if name.endswith(".gz") else content) == b"through"
    assert path.is_fifo()


@linux
def test_a_device_is_written_into():
    write_whole("/dev/null", "away")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    with pytest.raises(dw.FormatError, match=r"/dev/full: cannot write \(No space left"):
        write_whole("/dev/full", "too much")


@linux
def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path, way):
    path = tmp_path / "sets.jkl"
    path.write_text("old")
    program = (
        "import resource, signal, sys\n"
        "from dagwright.files import writing\n"
        "if sys.argv[2] == 'named': writing._open_nameless = lambda *_: None\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try: writing.write_whole(sys.argv[1], b'x' * 5000)\n"
        "except writing.FormatError as error: print(error)\n"
    )
    command = [sys.executable, "-c", program, str(path), way]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "sets.jkl: cannot write (File too large)" in ended.stdout
    assert names_in(tmp_path) == ["sets.jkl"]
    assert path.read_text() == "old"


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["fsync", "rename", "pieces"])
def test_whatever_fails_leaves_the_old_file_and_nothing_else(
    tmp_path, way, monkeypatch, step, error
):
    path = tmp_path / "net.bif"
    path.write_text("old")

    def fail(*_):
        raise error

    def pieces():
        yield b"new"
        if step == "pieces":
            raise error

    if step == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    if step == "rename":
        monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises((dw.FormatError, KeyboardInterrupt)):
        write_whole(path, pieces())
    assert names_in(tmp_path) == ["net.bif"]
    assert path.read_text() == "old"


@linux
def test_a_kill_leaves_nothing_behind(tmp_path):
    path = tmp_path / "search.checkpoint"
    path.write_text("old")
    program = (
        "import os, signal, sys\n"
        "from dagwright.files import write_whole\n"
        "def pieces():\n"
        "    yield b'new' * 100_000\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_whole(sys.argv[1], pieces())\n"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert ended.returncode == -9
    assert names_in(tmp_path) == ["search.checkpoint"]
    assert path.read_text() == "old"


@linux
def test_what_a_kill_leaves_is_removed_by_the_next_write(tmp_path, way):
    path = tmp_path / "search.checkpoint"
    path.write_text("old")
    program = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from dagwright.files import writing\n"
        "if sys.argv[2] == 'named': writing._open_nameless = lambda *_: None\n"
        "Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "writing.write_whole(sys.argv[1], b'killed')\n"
    )
    for _ in range(3):
        ended = subprocess.run([sys.executable, "-c", program, str(path), way], check=False)
        assert ended.returncode == -9
        assert len(names_in(tmp_path)) == 2
        assert path.read_text() == "old"
    write_whole(path, "new")
    assert names_in(tmp_path) == ["search.checkpoint"]
    assert path.read_text() == "new"


@linux
def test_a_new_file_gets_its_name_in_one_step(tmp_path, monkeypatch):
    def never(*_):
        raise AssertionError("it had another name before")

    monkeypatch.setattr("pathlib.Path.replace", never)
    write_whole(tmp_path / "new.bif", "new")
    assert names_in(tmp_path) == ["new.bif"]


@linux
def test_the_file_of_a_living_writer_is_left_alone(tmp_path, way):
    path = tmp_path / "net.bif"
    path.write_text("old")

    def pieces():
        yield b"outer"
        write_whole(path, "inner")
        # Of the writer that is under way nothing was removed.
        assert len(names_in(tmp_path)) == (2 if way == "named" else 1)
        yield b" writer"

    write_whole(path, pieces())
    assert path.read_text() == "outer writer"
    assert names_in(tmp_path) == ["net.bif"]


@linux
def test_content_is_on_the_disk_before_its_name_and_the_name_afterwards(tmp_path, way, monkeypatch):
    done = []
    sync, path = os.fsync, tmp_path / "net.bif"

    def note(descriptor):
        kind = "directory" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file"
        done.append((kind, path.exists() and path.read_text() == "new"))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    write_whole(path, "new")
    assert done == [("file", False), ("directory", True)]


def test_a_long_name_can_be_written(tmp_path, way):
    path = tmp_path / ("n" * 251 + ".bif")
    write_whole(path, "new")
    assert path.read_text() == "new"


def test_what_cannot_be_written_is_refused_before_any_work(tmp_path):
    for path, reason in [
        (tmp_path, "it is a directory"),
        (tmp_path / "nowhere" / "net.bif", "there is no directory"),
        ("/dev/null", None),
        (tmp_path / "new.bif", None),
    ]:
        if reason is None:
            check_writable(path)
            continue
        with pytest.raises(dw.FormatError, match=reason):
            check_writable(path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do all")
def test_a_read_only_file_is_not_replaced(tmp_path):
    path = tmp_path / "kept.bif"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(dw.FormatError, match="the file is read-only"):
        check_writable(path)


@pytest.mark.parametrize("read", [read_text, lambda path: b"".join(read_pieces(path))])
def test_what_unpacks_to_more_than_the_memory_is_refused(tmp_path, monkeypatch, read):
    path = tmp_path / "bomb.bif.gz"
    path.write_bytes(gzip.compress(b" " * (8 << 20)))
    assert path.stat().st_size < 20_000
    assert len(read(path)) == 8 << 20
    monkeypatch.setattr("dagwright.memory.available_memory", lambda: 8 << 20)
    with pytest.raises(
        dw.ResourceError, match=r"bomb\.bif\.gz: unpacked.* more than 4 MB.*free memory is 4 MB"
    ):
        read(path)


@pytest.mark.parametrize("suffix", [".bif", ".json", ".net", ".xmlbif", ".jkl", ".pss", ".dwps"])
def test_every_reader_is_bounded(tmp_path, monkeypatch, suffix):
    path = tmp_path / f"bomb{suffix}.gz"
    path.write_bytes(gzip.compress(b" " * (8 << 20)))
    monkeypatch.setattr("dagwright.memory.available_memory", lambda: 8 << 20)
    read = dw.read_parent_sets if suffix in {".jkl", ".pss", ".dwps"} else dw.read_structure
    with pytest.raises(dw.ResourceError, match="half of the free memory"):
        read(path)


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zip"])
def test_a_table_that_unpacks_to_more_than_the_memory_is_refused(tmp_path, monkeypatch, suffix):
    path = tmp_path / f"bomb.csv{suffix}"
    blanks = b"a,b\n0,1\n1,0\n" + b" " * (8 << 20)
    if suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("bomb.csv", blanks)
    else:
        pack = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}[suffix]
        path.write_bytes(pack(blanks))
    monkeypatch.setattr("dagwright.memory.available_memory", lambda: 8 << 20)
    with pytest.raises(dw.ResourceError, match="half of the free memory is 4 MB"):
        dw.read_data(path)


def test_an_ordinary_table_may_be_larger_than_the_memory(tmp_path, monkeypatch):
    path = tmp_path / "large.csv.gz"
    draw = random.Random(1)
    rows = "".join(f"{draw.randrange(9)},{draw.randrange(9)}\n" for _ in range(600_000))
    path.write_bytes(gzip.compress(b"a,b\n" + rows.encode(), 1))
    monkeypatch.setattr("dagwright.memory.available_memory", lambda: 2 << 20)
    assert dw.read_data(path).n_rows == 600_000


def test_a_new_file_replaces_none_that_came_during_the_writing(tmp_path, way):
    path = tmp_path / "net.bif"

    def pieces():
        yield b"mine"
        path.write_text("theirs")

    assert not write_new(path, pieces())
    assert path.read_text() == "theirs"
    assert not write_new(path, "mine")
    assert names_in(tmp_path) == ["net.bif"]
    assert write_new(tmp_path / "net-2.bif", "mine")
    assert sorted(names_in(tmp_path)) == ["net-2.bif", "net.bif"]
    assert (tmp_path / "net-2.bif").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_without_a_reader_is_refused_before_any_work(tmp_path, monkeypatch):
    pipe = tmp_path / "net.bif"
    os.mkfifo(pipe)
    monkeypatch.setattr(named_pipes, "_TRIES", 1)
    with pytest.raises(FormatError, match="this pipe has no reader"):
        check_writable(pipe)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_that_is_checked_reaches_its_reader_whole(tmp_path):
    pipe = tmp_path / "net.bif"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)  # ends when the last writer closes the pipe
        check_writable(pipe)
        write_whole(pipe, "whole")
        assert read.result(timeout=60) == b"whole"
