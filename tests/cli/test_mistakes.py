"""A user's mistake is one line on standard error and exit code 1; wrong usage is exit code 2."""

import pytest

# What is typed after `learn TABLE`, and what the message must say.
MISTAKES = {
    "unknown score": (["--score", "bib"], "unknown score 'bib' (did you mean 'bic'?); known: "),
    "unknown method": (["--method", "luck"], "unknown method 'luck'; known: "),
    "ess of another score": (["--ess", "2"], "--ess belongs to --score bdeu, not to bic"),
    "ess of nothing": (["--score", "bdeu", "--ess", "0"], "--ess 0.0: give a number above 0"),
    "restarts of another method": (
        ["--restarts", "3"],
        "--method auto does not take --restarts: leave it out, or choose one of hill-climbing, ",
    ),
    "no arrow": (["--require", "rain-wet"], "'rain-wet' is not an edge: expected 'parent->child'"),
    "half an arrow": (["--forbid", "rain->"], "--forbid 'rain->' is not an edge"),
    "unknown variable": (["--require", "snow->wet"], "no variable is called 'snow'"),
    "contradiction": (
        ["--require", "rain->wet", "--forbid", "rain->wet"],
        "rain -> wet is required and also forbidden",
    ),
    "cycle": (["--require", "rain->wet", "--require", "wet->rain"], "cycle"),
    "too many parents": (
        ["--require", "rain->wet", "--max-parents", "0"],
        "'wet' has 1 required parent ('rain'), but --max-parents 0",
    ),
    "tier twice": (["--tier", "rain,wet", "--tier", "wet"], "'wet' is in the tiers twice"),
    "unknown suffix": (["-o", "net.xyz"], "net.xyz: unknown suffix"),
    "no amount of memory": (["--memory", "lots"], "--memory lots: give bytes or an amount"),
    "too little memory": (["--memory", "1K"], "too small"),
    "huge seed": (["--seed", str(2**64)], "--seed 18446744073709551616: give a whole number"),
}


def assert_one_line(run, message):
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr.startswith("error: ")
    problem, *cure = run.stderr.splitlines()
    assert all(line.startswith("try: dagwright ") for line in cure)
    assert len(cure) < 2
    assert message in problem


@pytest.mark.parametrize(("arguments", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_line(dagwright, table, arguments, message):
    assert_one_line(dagwright("learn", table, *arguments), message)


def test_a_missing_file_is_named(dagwright, tmp_path):
    path = tmp_path / "nowhere.csv"
    assert_one_line(dagwright("learn", path), f"cannot read {path}: No such file or directory")


def test_an_unknown_example_lists_those_there_are(dagwright):
    assert_one_line(dagwright("learn", "example:iris"), "known: wdbc")


def test_a_bad_table_is_refused_with_its_column(dagwright, tmp_path):
    path = tmp_path / "real.csv"
    path.write_text("height,smoker\n1.81,no\n1.67,yes\n", encoding="utf-8")
    assert_one_line(dagwright("learn", path, "--as-is"), "column 'height' looks continuous")


def test_a_ragged_file_is_refused_with_its_line(dagwright, tmp_path):
    path = tmp_path / "ragged.csv"
    path.write_text("a,b\n0,1\n0\n1,1\n0,0\n", encoding="utf-8")
    assert_one_line(dagwright("learn", path), "line 3")


def test_an_unknown_suffix_is_refused_before_any_work(dagwright, tmp_path):
    # The table does not exist either; that would be found out by working.
    assert_one_line(dagwright("learn", tmp_path / "no.csv", "-o", "net.bmp"), "unknown suffix")


def test_a_missing_directory_is_refused_before_any_work(dagwright, table, tmp_path):
    out = tmp_path / "missing" / "net.json"
    run = dagwright("learn", tmp_path / "no.csv", "-o", out)
    assert_one_line(run, f"there is no directory {out.parent}")
    assert [path.name for path in tmp_path.iterdir()] == [table.name]


def test_a_directory_is_not_overwritten(dagwright, table, tmp_path):
    out = tmp_path / "net.json"
    out.mkdir()
    assert_one_line(dagwright("learn", table, "-o", out), "it is a directory")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.json", table.name]


def test_a_mistake_leaves_an_old_file_alone(dagwright, table, tmp_path):
    out = tmp_path / "net.json"
    out.write_text("old", encoding="utf-8")
    assert dagwright("learn", table, "--score", "bib", "-o", out).returncode == 1
    assert out.read_text(encoding="utf-8") == "old"


def test_an_unknown_instruction_set_is_a_mistake(dagwright, table):
    assert_one_line(dagwright("learn", table, DAGWRIGHT_CPU="pentium"), "use baseline or avx2")


@pytest.mark.parametrize(
    "arguments",
    [
        ["learn"],
        ["learn", "a.csv", "b.csv"],
        ["learn", "a.csv", "--colour"],
        ["learn", "a.csv", "--threads", "0"],
        ["learn", "a.csv", "--restarts", "0"],
        ["learn", "a.csv", "--seed", "-1"],
        ["learn", "a.csv", "--time", "soon"],
        ["teach"],
    ],
    ids=" ".join,
)
def test_wrong_usage_exits_with_2(dagwright, arguments):
    run = dagwright(*arguments)
    assert run.returncode == 2
    assert "Usage" in run.stderr
    assert "Traceback" not in run.stderr
