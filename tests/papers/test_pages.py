"""Every plan at smoke size, from a clean clone without any data, to its pages."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from dagwright.experiments import list_papers, list_plans, load_plan, read_records, run_plan
from dagwright.experiments.pages import write_pages
from dagwright.experiments.runner import record_path

PLANS = [load_plan(name) for name in list_plans()]
PAPERS = list_papers()


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
def test_every_plan_leaves_records(plan, records):
    assert read_records(record_path(records, plan, "smoke"))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_says_first_where_it_differs_and_names_its_plans(paper, pages):
    text = (pages / f"{paper}.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[-1] == "Runs"
    assert headings[0] == "Where we differ from the paper"
    for name in list_plans(paper):
        assert f"`{name}`" in text


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


def test_the_committed_pages_are_those_of_the_committed_records(tmp_path):
    results = Path(__file__).parents[2] / "docs" / "results"
    write_pages(PLANS, "reduced", results / "records", tmp_path)
    for paper in PAPERS:
        made = (tmp_path / f"{paper}.md").read_text(encoding="utf-8")
        committed = (results / f"{paper}.md").read_text(encoding="utf-8")
        assert made == committed, "run `make results`"


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_without_records_claims_nothing(paper, tmp_path):
    plans = [load_plan(name) for name in list_plans(paper)]
    (text,) = write_pages(plans, "reduced", tmp_path, None).values()
    assert "Nothing was compared" in text
    assert "Nowhere beyond noise" not in text
    assert "at hand" not in text
