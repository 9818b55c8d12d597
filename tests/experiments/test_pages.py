from dagwright.experiments import load_plan, run_plan
from dagwright.experiments.pages import write_pages
from dagwright.experiments.pages.book import Book
from dagwright.experiments.pages.page import Page


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


def test_agreement_says_of_how_many_figures(tmp_path):
    page = Page(Book([], "smoke", tmp_path), "title", "a paper")
    page.compare(True, "alike")
    assert "Nowhere beyond noise, in one figure of the paper" in page.render()
    page.compare(True, "alike as well", figures=4)
    assert "Nowhere beyond noise, in 5 figures of the paper" in page.render()
    page.compare(False, "not alike")
    assert "Nowhere" not in page.render()
