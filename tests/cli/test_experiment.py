import pytest


def test_plans_are_listed_with_what_they_show_and_how_long_they_take(dagwright):
    done = dagwright("experiment", "list")
    assert done.returncode == 0
    line = next(line for line in done.stdout.splitlines() if "s4-restarts" in line)
    assert "Figure 5, Table 6" in line
    assert "minutes" in line


def test_a_run_is_recorded_and_not_repeated(dagwright, tmp_path):
    words = ("experiment", "run", "s4-filters", "--size", "smoke", "--records", tmp_path)
    first = dagwright(*words)
    assert first.returncode == 0
    assert "s4-filters: 2 runs, 0 known" in first.stderr
    assert "s4-filters: 0 runs, 2 known" in dagwright(*words).stderr
    shown = dagwright("experiment", "report", "s4-filters", "--size", "smoke", *words[-2:])
    assert "Table 9" in shown.stdout


def test_processes_can_share_the_work(dagwright, tmp_path):
    done = dagwright(
        *("experiment", "run", "s4-single", "--size", "smoke", "--jobs", 2, "--quiet"),
        *("--records", tmp_path),
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert len((tmp_path / "s4-single.smoke.jsonl").read_text().splitlines()) == 10


def test_a_paper_stands_for_all_its_plans_and_pages_are_written(dagwright, tmp_path):
    records = ("--size", "smoke", "--records", tmp_path / "r")
    assert dagwright("experiment", "run", "s3", "-q", *records).returncode == 0
    done = dagwright("experiment", "report", "s3", *records, "-o", tmp_path / "pages")
    assert done.returncode == 0
    assert "written to" in done.stdout
    assert (tmp_path / "pages" / "s3.md").read_text().startswith("# S3")
    assert (tmp_path / "pages" / "figures" / "s3-figure-4.svg").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("run", "s9"), "no plan is called 's9'"),
        (("run", "s4-single", "--size", "huge"), "has no size 'huge'"),
        (("report", "nothing.toml"), "nothing.toml: cannot read"),
        (("run", "s4-single", "--jobs", "2", "--dask", "tcp://x:1"), "give one of them"),
    ],
)
def test_mistakes_are_one_line(dagwright, tmp_path, words, message):
    done = dagwright("experiment", *words, "--records", tmp_path)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("quiet", [(), ("--quiet",)])
def test_a_run_that_could_run_nothing_fails(dagwright, tmp_path, quiet):
    words = ("experiment", "run", "s3-heuristics", "--records", tmp_path, "--data", tmp_path)
    done = dagwright(*words, *quiet)
    assert done.returncode == 1
    assert "error: nothing could be run: no file uci/autos.csv" in done.stderr
