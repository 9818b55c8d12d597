"""Constraints on the command line: roots, leaves, patterns, tiers and files."""

import json

import pytest

import dagwright as dw

FAST = ("--method", "hill-climbing", "--quiet")


@pytest.fixture
def survey_file(tmp_path):
    """Columns with commas, arrows and wildcards in their names."""
    path = tmp_path / "survey.csv"
    rows = dw.load_network("asia").sample(400, seed=2)
    names = ["age", "sex", "lab_1", "lab_2", '"ward, old"', "p->q", "x*", "q"]
    columns = [[rows.states[v][code] for code in rows.codes[v]] for v in range(8)]
    lines = [",".join(names), *(",".join(map(str, row)) for row in zip(*columns, strict=True))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def written(survey_file, here):
    """The constraints that `learn` writes for some options, and the edges that it finds."""

    def run(*options):
        net, known = survey_file.with_name("net.json"), survey_file.with_name("known.toml")
        ran = here("learn", survey_file, *FAST, *options, "-o", net, "--write-constraints", known)
        assert ran.returncode == 0, ran.stderr
        edges = {tuple(edge) for edge in json.loads(net.read_text(encoding="utf-8"))["edges"]}
        return dw.Constraints.read(known), edges

    return run


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--root", "age,sex"], {"roots": ["age", "sex"]}),
        (["--root", "ward, old,age"], {"roots": ["ward, old", "age"]}),
        (["--root", "age", "--root", "x*"], {"roots": ["age", "x*"]}),
        (["--leaf", "lab_*"], {"leaves": ["lab_*"]}),
        (["--forbid", "*->age"], {"forbidden": [("*", "age")]}),
        (["--forbid", "p->q->q"], {"forbidden": [("p->q", "q")]}),
        (["--forbid", "q -> p->q"], {"forbidden": [("q", "p->q")]}),
        (["--forbid", "p*->q"], {"forbidden": [("p*", "q")]}),
        (["--require", "ward, old->age"], {"required": [("ward, old", "age")]}),
        (
            ["--tier", "ward, old,age", "--tier", "*", "--forbid-within"],
            {"tiers": [["ward, old", "age"], ["*"]], "forbid_within": True},
        ),
        (["--max-parents", "2"], {"max_parents": 2}),
    ],
)
def test_options_mean_what_is_written_and_are_respected(written, options, expected):
    known, edges = written(*options)
    assert known == dw.Constraints(**expected)
    names = ["age", "sex", "lab_1", "lab_2", "ward, old", "p->q", "x*", "q"]
    assert known.violations(dw.Dag(names, edges)) == []


def test_a_file_and_options_hold_together(written, tmp_path):
    file = tmp_path / "knowledge.toml"
    file.write_text('roots = ["age"]\ntiers = [["age"], ["*"]]\nmax_parents = 3\n')
    more = ["--root", "sex", "--forbid-within", "--max-parents", "2"]
    known, _ = written("--constraints", file, *more)
    assert known == dw.Constraints(
        tiers=[["age"], ["*"]], max_parents=2, roots=["age", "sex"], forbid_within=True
    )


@pytest.mark.parametrize("command", ["learn", "plan", "bootstrap"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--root", "agee"], "no variable is called 'agee' (did you mean 'age'?)"),
        (["--root", "lav_*"], "no variable matches 'lav_*' (did you mean 'lab_"),
        (["--leaf", " "], "--leaf ' ' names no variable"),
        (["--require", "age"], "--require 'age' is not an edge: expected 'parent->child'"),
        (["--forbid", "age->sex->lab_1"], "no arrow in it is between two variables"),
        (["--require", "q->age", "--root", "age"], "q -> age is required, but 'age' is a root"),
        (["--forbid-within"], "--forbid-within is about tiers: give some (--tier)"),
        (["--constraints", "none.toml"], "none.toml: cannot read"),
    ],
)
def test_mistakes_are_said_in_words(here, survey_file, command, options, message):
    ran = here(command, survey_file, *options)
    assert ran.returncode == 1
    assert message in ran.stderr


def test_an_edge_that_could_be_split_in_two_ways_is_refused(here, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,a->b,b->c,c\n" + "0,1,0,1\n1,0,1,1\n0,0,1,0\n" * 20)
    ran = here("learn", path, "--forbid", "a->b->c")
    assert ran.returncode == 1
    assert "could mean 'a' -> 'b->c' or 'a->b' -> 'c'" in ran.stderr


def test_parents_and_solve_take_them(here, survey_file, tmp_path):
    sets, net = tmp_path / "sets.dwps", tmp_path / "net.json"
    known = ["--root", "age,ward, old", "--forbid", "lab_*->*"]
    assert here("parents", survey_file, "-o", sets, "-q", *known).returncode == 0
    plain = dw.read_parent_sets(sets).constraints
    assert plain.roots == ("age", "ward, old")
    assert plain.leaves == ("lab_1", "lab_2")
    ran = here("solve", sets, "--method", "exact", "-o", net, "-q", "--leaf", "x*", "--root", "q")
    assert ran.returncode == 0, ran.stderr
    dag = dw.read_structure(net)
    found = dw.Constraints(leaves=["x*", "lab_1", "lab_2"], roots=["age", "ward, old", "q"])
    assert found.violations(dag) == []


@pytest.mark.parametrize("command", ["learn", "bootstrap"])
def test_a_file_of_constraints_is_never_overwritten(here, survey_file, tmp_path, command):
    file = tmp_path / "knowledge.toml"
    file.write_text('roots = ["age"]\n')
    option = {"learn": "--write-constraints", "bootstrap": "--table"}[command]
    other = file.with_suffix(".csv")
    if command == "bootstrap":
        other.symlink_to(file)
    target = file if command == "learn" else other
    ran = here(command, survey_file, "--constraints", file, option, target)
    assert ran.returncode == 1
    assert "would replace --constraints" in ran.stderr
    assert file.read_text() == 'roots = ["age"]\n'


def test_a_lonely_tier_is_warned_of_in_options(here, survey_file):
    ran = here("learn", survey_file, "--tier", "age,sex")
    words = " ".join(ran.stdout.split())
    assert "put all others, '*', into a second one (--tier)" in words
    assert "make them roots instead (--root)" in words
