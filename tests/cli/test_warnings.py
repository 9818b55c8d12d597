"""What could mislead stands in the first lines."""

import json

import pytest

SURVEY = "age;sex;smoker;bmi\n" + "".join(
    f"{18 + i % 72};{'mw'[i % 2]};{['yes', 'no', ''][i % 3]};{20 + i % 61},5\n" for i in range(900)
)


@pytest.fixture
def survey(tmp_path):
    path = tmp_path / "survey.csv"
    path.write_text(SURVEY, encoding="utf-8")
    return path


def first_words(printed, count):
    return [line.split(maxsplit=1) for line in printed.strip().splitlines()[:count]]


def test_learn_begins_with_warnings(here, survey):
    done = here("learn", survey, "--missing", "drop", "--tier", "age,sex", "--category", "age")
    assert done.returncode == 0, done.stderr
    lines = first_words(done.stdout, 4)
    assert [name for name, _ in lines] == ["warning"] * 3 + ["columns"]
    dropped, wide, tier = (text for _, text in lines[:3])
    assert "600 of 900 rows used: 300 (33 %)" in dropped
    assert "'age' (48 states)" in wide
    assert "a single tier constrains nothing" in tier
    assert "4 of 4 columns and 600 of 900 rows used" in lines[3][1]
    assert "600 of 900 rows (33 % dropped), 4 variables" in done.stdout
    assert "the first line was taken for names (if it is data: --no-header)" in done.stdout


def test_the_record_has_warnings(here, survey):
    done = here("learn", survey, "--missing", "drop", "--json")
    record = json.loads(done.stdout)
    assert "600 of 900 rows used" in record["warnings"][0]
    assert record["data"]["dropped"] == 300


def test_the_page_begins_with_warnings(here, survey, tmp_path):
    page = tmp_path / "page.html"
    here("learn", survey, "--missing", "drop", "--report", page)
    text = page.read_text(encoding="utf-8")
    assert 0 < text.index("600 of 900 rows used") < text.index('class="quality')


def test_bootstrap_and_plan_begin_with_warnings(here, survey):
    options = (survey, "--missing", "drop", "--tier", "age,sex")
    done = here("bootstrap", *options, "--repetitions", "2")
    assert "600 of 900 rows used" in done.stdout.strip().splitlines()[0]
    assert "a single tier" in done.stdout
    done = here("plan", *options)
    assert done.stdout.splitlines()[0] == "Warnings"
    assert "600 of 900 rows used" in done.stdout.splitlines()[1]
    assert "a single tier" in done.stdout


def test_solve_begins_with_warnings(here, table, tmp_path):
    sets = tmp_path / "sets.jkl"
    found = here("parents", table, "-o", sets)
    assert "only 40 rows" in found.stdout.splitlines()[0]
    assert "the first line was taken for names" in found.stdout
    done = here("solve", sets, "--tier", "rain")
    assert done.returncode == 0, done.stderr
    assert "a single tier constrains nothing" in done.stdout.strip().splitlines()[0]
    two = here("solve", sets, "--tier", "rain", "--tier", "wet,coin")
    assert "warning" not in two.stdout
