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


def test_info_shows_the_instruction_set_that_was_forced(dagwright):
    lines = dagwright("info", DAGWRIGHT_CPU="baseline").stdout.splitlines()
    assert any(line.split()[:2] == ["kernels", "baseline"] for line in lines)


def test_info_refuses_an_unknown_instruction_set(dagwright):
    run = dagwright("info", DAGWRIGHT_CPU="pentium")
    assert run.returncode == 1
    assert run.stderr.startswith("error: DAGWRIGHT_CPU is 'pentium'")
