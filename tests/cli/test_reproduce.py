"""What the page of `learn --report` prints under "Doing it again"."""

import html
import re
import shlex

import dagwright as dw


def _row(i):
    rain = "no" if i % 3 else "yes"
    return f"r{i},{rain},{i % 3 // 2 if i % 11 else ''},{i % 40},{i % 17 / 4}\n"


def test_the_printed_command_and_the_printed_lines(dagwright, tmp_path):
    file, page = tmp_path / "weather today.csv", tmp_path / "page.html"
    file.write_text("id,rain,wet,age,height\n" + "".join(map(_row, range(240))), encoding="utf-8")
    options = ("--missing", "drop", "--exclude", "id", "--discretize", "quantile", "--bins", "2")
    more = ("--max-states", "20", "--forbid", "age->wet", "--score", "bdeu", "--ess", "3")
    network = tmp_path / "out.bif"
    done = dagwright("learn", file, *options, *more, "--report", page, "-o", network)
    assert done.returncode == 0, done.stderr
    first = network.read_bytes()
    network.unlink()
    text = page.read_text(encoding="utf-8")
    printed = html.unescape(re.search(r'<pre id="reproduce">(.*?)</pre>', text, re.DOTALL)[1])
    command, _, code = printed.partition("\n")
    assert command.startswith("$ dagwright learn ")
    again = dagwright(*shlex.split(command)[2:])
    assert again.returncode == 0, again.stderr
    assert network.read_bytes() == first
    known = {}
    exec(code, known)
    dag = known["result"].dag
    assert set(dag.edges) == set(dw.read_structure(network).edges)
    assert f"score    {known['result'].score:.4f}" in done.stdout
