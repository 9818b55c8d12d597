import platform

import dagwright as dw


def test_info_names_versions_kernels_methods_and_scores(dagwright):
    run = dagwright("info")
    assert (run.returncode, run.stderr) == (0, "")
    facts = dict(line.split("  ", 1) for line in run.stdout.splitlines())
    assert facts["dagwright"].strip() == dw.__version__
    assert facts["python"].strip() == platform.python_version()
    assert facts["methods"].strip() == ", ".join(dw.METHODS)
    assert facts["scores"].strip() == ", ".join(dw.SCORES)
    assert int(facts["threads"]) >= 1


def test_info_describes_a_file_of_parent_sets(dagwright, tmp_path):
    path = tmp_path / "sets.jkl.gz"
    dw.ParentSets.from_lists(["a", "b"], {"a": [(-1, ())], "b": [(-3, ()), (-2, ("a",))]}).write(
        path
    )
    run = dagwright("info", path)
    assert (run.returncode, run.stderr) == (0, "")
    facts = dict(line.split("  ", 1) for line in run.stdout.splitlines())
    assert facts["sets"].strip().startswith("3 (")
    assert facts["best parents"].strip().startswith("score -3.0000")


def test_info_says_what_is_wrong_with_a_file(dagwright, tmp_path):
    path = tmp_path / "sets.jkl"
    path.write_text("1\na 1\nnan 0\n")
    run = dagwright("info", path)
    assert run.returncode == 1
    assert run.stderr == f"error: {path}, line 3: the score is no finite number up to 1e15\n"


def test_info_shows_the_instruction_set_that_was_forced(dagwright):
    lines = dagwright("info", DAGWRIGHT_CPU="baseline").stdout.splitlines()
    assert any(line.split()[:2] == ["kernels", "baseline"] for line in lines)


def test_info_refuses_an_unknown_instruction_set(dagwright):
    run = dagwright("info", DAGWRIGHT_CPU="pentium")
    assert run.returncode == 1
    assert run.stderr.startswith("error: DAGWRIGHT_CPU is 'pentium'")
