"""The page of Vandel, Mangin and de Givry (2012)."""

from __future__ import annotations

from dagwright.experiments.pages.book import Book
from dagwright.experiments.pages.page import Figures, Page
from dagwright.papers.s4.climbs import drawing, figure_5, table_5, table_6
from dagwright.papers.s4.genes import gene_networks, small_gene_networks, table_9
from dagwright.papers.s4.networks import table_4, tables_2_and_3

__all__ = ["build"]


def build(book: Book, figures: Figures) -> Page:
    """Return the page from the records of the six S4 plans."""
    page = Page(
        book,
        title="S4: stochastic greedy search with swaps",
        reference=(
            "J. Vandel, B. Mangin and S. de Givry (2012). New local move operators for learning "
            "the structure of Bayesian networks. *PGM*. BDeu with ess 1, at most 5 parents."
        ),
    )
    page.comparable += [
        "Comparable: signs of tests, skeleton errors, moves. The samples are our own, of the same "
        "networks, with columns shuffled; scores of single samples are not comparable.",
        "LAGD and GES are our own implementations; the paper used WEKA's and Tetrad 4.4's. Our "
        "LAGD may leave out the second of two moves, and draws among equals; WEKA's always makes "
        "both, and the paper takes the first of equals. GES has the caps that the paper names, 7 "
        "neighbours on hailfinder and 10 on pigs. The paper's own results contradict them: it "
        "finds pigs without an error, where a variable has 41 neighbours. So *GES, no cap* stands "
        "beside it.",
        "Not comparable: gene networks. DREAM5's data need a registration, so networks of our "
        "generator stand in for them (`dagwright.random_gene_network`), smaller ones at this size; "
        "the Web50 networks likewise. They are far easier: compare the distances of Table 8.",
    ]
    for chapter in book.with_records("s4-networks"):
        page.add("Tables 2 and 3: who scores more", *tables_2_and_3(page, chapter))
        page.add("Table 4: errors of the skeleton", table_4(page, chapter))
    for chapter in book.with_records("s4-single"):
        page.add("Table 5: a single greedy search", table_5(chapter), *drawing(chapter, figures))
    for chapter in book.with_records("s4-restarts"):
        page.add("Table 6: operators", table_6(page, chapter))
        page.add("Figure 5: restarts", *figure_5(page, chapter, figures))
    for chapter in book.with_records("s4-genes"):
        page.add("Tables 7 and 8: gene networks", *gene_networks(chapter))
    for chapter in book.with_records("s4-filters"):
        page.add("Table 9: filters of candidate parents", table_9(page, chapter))
    for chapter in book.with_records("s4-small-genes"):
        page.add("Fifty small gene networks", small_gene_networks(chapter))
    return page
