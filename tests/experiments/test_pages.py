"""Every plan at smoke size, from a clean clone without any data, to its pages."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from dagwright.experiments import list_plans, load_plan, read_records, run_plan
from dagwright.experiments.pages import write_pages
from dagwright.experiments.pages.book import Book
from dagwright.experiments.pages.page import Page
from dagwright.experiments.runner import record_path

PLANS = [load_plan(name) for name in list_plans()]
PAPERS = ("s1", "s2", "s3", "s4", "s5")


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    folder = tmp_path_factory.mktemp("smoke")
    for plan in PLANS:
        summary = run_plan(plan, "smoke", records=folder, data=folder)
        assert not summary.failed
    return folder


@pytest.fixture(scope="module")
def pages(records, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    write_pages(PLANS, "smoke", records, folder)
    return folder


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_every_plan_leaves_records_unless_its_methods_are_not_there(plan, records):
    found = read_records(record_path(records, plan, "smoke"))
    assert found or plan.paper == "S5"


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_says_first_where_it_differs_and_names_its_plans(paper, pages):
    text = (pages / f"{paper}.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[-1] == "Runs"
    assert headings[0] == "Where we differ from the paper"
    for plan in PLANS:
        if plan.paper.lower() == paper:
            assert f"`{plan.name}`" in text


@pytest.mark.parametrize("paper", PAPERS)
def test_the_tables_of_a_page_are_whole(paper, pages):
    lines = (pages / f"{paper}.md").read_text(encoding="utf-8").splitlines()
    width = None
    for line in lines:
        if not line.startswith("|"):
            width = None
            continue
        width = width or line.count("|")
        assert line.count("|") == width, line


@pytest.mark.parametrize("paper", PAPERS)
def test_every_figure_of_a_page_is_there_and_is_a_drawing(paper, pages):
    text = (pages / f"{paper}.md").read_text(encoding="utf-8")
    for file in re.findall(r"\]\((figures/[^)]+)\)", text):
        assert ElementTree.parse(pages / file).getroot().tag.endswith("svg")


def test_the_same_records_give_the_same_files(pages, records, tmp_path):
    write_pages(PLANS, "smoke", records, tmp_path)
    for file in pages.rglob("*.*"):
        assert (tmp_path / file.relative_to(pages)).read_bytes() == file.read_bytes()


@pytest.mark.parametrize("kept", [0.1, 0.4, 0.7, 0.95])
def test_pages_can_be_made_before_all_runs_are_done(kept, records, tmp_path):
    for plan in PLANS:
        lines = record_path(records, plan, "smoke").read_text(encoding="utf-8").splitlines()
        some = lines[: round(kept * len(lines))] if kept > 0.5 else lines[:: round(1 / kept)]
        text = "".join(line + "\n" for line in some)
        record_path(tmp_path, plan, "smoke").write_text(text, encoding="utf-8")
    made = write_pages(PLANS, "smoke", tmp_path, tmp_path / "pages")
    assert len(made) == len(PAPERS)


def test_pages_can_be_printed_without_figures(records):
    for text in write_pages(PLANS, "smoke", records).values():
        assert "figures/" not in text


def test_a_plan_of_ones_own_gets_a_table(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        """
title = "Mine"
paper = "Own"
shows = "nothing"
kind = "search"
instances = [{ kind = "random", name = "r", variables = 5, rows = [30, 60] }]
methods = [{ name = "hc", method = "hill-climbing" }, { name = "t", method = "tabu" }]
[sizes.smoke]
expected = "1 s"
""",
        encoding="utf-8",
    )
    plan = load_plan(path)
    run_plan(plan, "smoke", records=tmp_path)
    (text,) = write_pages([plan], "smoke", tmp_path).values()
    assert "| r-30 |" in text
    assert "Friedman" in text


def test_the_committed_pages_are_those_of_the_committed_records(tmp_path):
    results = Path(__file__).parents[2] / "docs" / "results"
    write_pages(PLANS, "reduced", results / "records", tmp_path)
    for paper in PAPERS:
        made = (tmp_path / f"{paper}.md").read_text(encoding="utf-8")
        committed = (results / f"{paper}.md").read_text(encoding="utf-8")
        assert made == committed, "run `make results`"


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_without_records_claims_nothing(paper, tmp_path):
    plans = [plan for plan in PLANS if plan.paper.lower() == paper]
    (text,) = write_pages(plans, "reduced", tmp_path, None).values()
    assert "Nothing was compared" in text
    assert "Nowhere beyond noise" not in text
    assert "at hand" not in text


def test_records_without_a_printed_counterpart_are_not_called_alike(records, tmp_path):
    plan = load_plan("s3-sets")
    name = record_path(tmp_path, plan, "smoke").name
    (tmp_path / name).write_bytes((records / name).read_bytes())
    plans = [each for each in PLANS if each.paper == plan.paper]
    (text,) = write_pages(plans, "smoke", tmp_path, None).values()
    assert "Nothing was compared" in text


def test_agreement_says_of_how_many_figures(records):
    page = Page(Book([], "smoke", records), "title", "a paper")
    page.compare(True, "alike")
    assert "Nowhere beyond noise, in one figure of the paper" in page.render()
    page.compare(True, "alike as well", figures=4)
    assert "Nowhere beyond noise, in 5 figures of the paper" in page.render()
    page.compare(False, "not alike")
    assert "Nowhere" not in page.render()
