"""The report in a real browser: what a person sees, points at, types and clicks."""

import re

import numpy as np
import pytest
from browser import Browser

import dagwright as dw

pytestmark = pytest.mark.browser

# Everything that has ever got out of a page, as names of variables and states.
HOSTILE = [
    "</script><script>window.hacked = 1</script>",
    "<img src=x onerror='window.hacked = 2'>",
    "\"&'<>",
    "{{payload}}",
    "__proto__",
    "\u202eright to left \u0639\u0631\u0628\u064a",
    "emoji \U0001f600 \u2028 line",
    "a" * 90,
]


@pytest.fixture(scope="module")
def browser():
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def _no_complaints(request, browser):
    """Whatever a test does, the page reports no error and asks for no other file."""
    browser.complaints()
    yield
    assert browser.complaints() == []
    assert browser.run("return performance.getEntriesByType('resource').length") == 0


@pytest.fixture(scope="module")
def asia(tmp_path_factory):
    data = dw.load_network("asia").sample(2000, seed=1)
    path = tmp_path_factory.mktemp("asia") / "asia.html"
    result = dw.learn(data)
    edges = result.dag.edges
    confidence = dw.EdgeConfidence(
        result.dag.names,
        20,
        dict.fromkeys(edges, 0.75),
        dict.fromkeys(map(frozenset, edges), 0.95),
    )
    dw.write_report(result, path, confidence=confidence, title="Asia", command="dagwright learn x")
    return result, path


@pytest.fixture
def page(browser, asia):
    browser.open(asia[1])
    return browser


def node(result, name):
    return f'.node[data-node="{result.dag.names.index(name)}"]'


def view_box(browser):
    box = browser.run("return frame.querySelector('svg').getAttribute('viewBox')")
    return [float(number) for number in box.split()]


def is_inside_the_frame(browser, selector):
    return browser.run(
        """
        const a = frame.getBoundingClientRect();
        return [...document.querySelectorAll(arguments[0])].every((element) => {
          const b = element.getBoundingClientRect();
          return a.left <= b.left && b.right <= a.right && a.top <= b.top && b.bottom <= a.bottom;
        });
        """,
        selector,
    )


CONTRASTS = """
const linear = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const luminance = (colour) => {
  const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3).map((v) => linear(v / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (a, b) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};
const of = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
const page = of("body", "backgroundColor");
return [
  ...["body", ".quiet", ".facts", ".quality", "td .free", "td .given"]
    .map((selector) => ratio(of(selector, "color"), page)),
  ratio(of(".node text", "fill"), of(".node rect", "fill")),
];
"""

POINT_AT_AN_EDGE = """
const path = document.querySelector(".edge");
const middle = path.getPointAtLength(path.getTotalLength() / 2);
const {x, y} = middle.matrixTransform(path.getScreenCTM());
path.dispatchEvent(new PointerEvent("pointermove", {clientX: x, clientY: y, bubbles: true}));
"""


def test_every_variable_and_edge_is_drawn_and_listed(page, asia):
    dag = asia[0].dag
    assert page.count(".node") == dag.n_variables
    assert page.count(".edge") == dag.n_edges == page.count("#edges tbody tr")
    assert page.count("#data tbody tr") == dag.n_variables
    assert page.text("h1") == "Asia"
    assert "$ dagwright learn x" in page.text("#reproduce")
    assert "Optimal: no other network scores higher" in page.text("#explanation")
    assert f"{asia[0].score:.4f}" in page.text(".facts")


def test_pointing_at_a_variable_shows_its_states(page, asia):
    assert not page.run("return !tip.hidden")
    page.hover(node(asia[0], "smoke"))
    shown = page.text("#tip")
    assert "smoke" in shown
    assert re.search(r"yes\s+\d+ %", shown)


def test_pointing_at_an_edge_shows_strength_and_confidence(page, asia):
    # The middle of a bent path need not be on it, so find a point that is.
    page.run(POINT_AT_AN_EDGE)
    assert "strength" in page.text("#tip")
    assert "confidence 75 % in this direction, 95 % in either" in page.text("#tip")
    assert "in either direction" in page.text("#edges")


def test_a_click_keeps_the_details_with_probabilities(page, asia):
    result = asia[0]
    page.click(node(result, "dysp"))
    details = page.text("#details")
    assert "Probabilities of dysp" in details
    for parent in result.dag.parents("dysp"):
        assert parent in details
    assert page.count("#details table:last-of-type tbody tr") == 4
    assert page.count(".node.chosen") == 1
    page.click("#details button")  # a parent
    assert result.dag.parents("dysp")[0] in page.text("#details h3")


def test_the_cpdag_has_no_arrows_on_reversible_edges(page, asia):
    cpdag = asia[0].dag.cpdag()
    assert page.count(".edge.reversible") == len(cpdag.undirected) > 0
    assert page.style(".edge.reversible", "markerEnd") != "none"
    page.click("input[value=cpdag]")
    assert page.style(".edge.reversible", "markerEnd") == "none"
    assert page.style(".edge.compelled", "markerEnd") != "none"
    page.click("input[value=dag]")
    assert page.style(".edge.reversible", "markerEnd") != "none"


@pytest.fixture(scope="module")
def constrained(tmp_path_factory):
    data = dw.load_network("asia").sample(2000, seed=1)
    path = tmp_path_factory.mktemp("constrained") / "asia.html"
    known = dw.Constraints(tiers=[["smoke"], ["bronc", "dysp", "either", "xray"]])
    result = dw.learn(data, constraints=known)
    dw.write_report(result, path)
    return result, path


def test_what_constraints_compel_has_a_head_and_a_colour_of_its_own(browser, constrained):
    result, path = constrained
    browser.open(path)
    cpdag = result.cpdag()
    assert browser.count(".edge.constrained") == len(cpdag.by_constraints) > 0
    assert browser.count("td .given") == len(cpdag.by_constraints)
    assert browser.count("td .free") == len(cpdag.undirected)
    assert browser.style(".edge.constrained", "stroke") == browser.style(".edge", "stroke")
    browser.click("input[value=cpdag]")
    assert browser.style(".edge.constrained", "markerEnd") != "none"
    kinds = [".edge.compelled", ".edge.constrained", ".edge.reversible"]
    colours = [browser.style(kind, "stroke") for kind in kinds]
    assert len(set(colours)) == 3
    samples = ["#key .compelled", "#key .constrained", "#key .reversible"]
    assert [browser.style(sample, "color") for sample in samples] == colours
    number = result.dag.edges.index(cpdag.by_constraints[0])
    browser.click(f'#edges tbody button[aria-label="Show {" → ".join(cpdag.by_constraints[0])}"]')
    assert "compelled by your constraints: " in browser.text("#details")
    assert browser.count(f'.edge.near[data-edge="{number}"]') == 1


def test_finding_a_variable_brings_it_into_view(page, asia):
    page.type("#find", "xr")
    assert page.text("#matches") == "1 of 8"
    assert page.count(".node.match") == 1
    page.press("enter")
    assert page.text("#details h3") == "xray"
    assert is_inside_the_frame(page, ".node.chosen")


def test_zoom_buttons_wheel_and_dragging_move_the_view(page):
    start = view_box(page)
    page.click("#in")
    assert view_box(page)[2] < start[2]
    page.click("#fit")
    assert view_box(page) == start
    page.click("#frame")
    page.wheel("#frame", 300)
    assert view_box(page)[2] > start[2]
    page.click("#fit")
    page.drag("#frame", 60, 40)
    moved = view_box(page)
    assert moved[0] < start[0]
    assert moved[1] < start[1]
    assert moved[2:] == start[2:]


def test_the_wheel_scrolls_the_page_as_long_as_nobody_is_in_the_drawing(page):
    start = view_box(page)
    page.wheel("#frame", 300)
    assert view_box(page) == start


def test_everything_can_be_reached_by_keyboard(page, asia):
    reached = []
    for _ in range(8):
        page.press("tab")
        reached.append(page.focused())
    assert reached[:7] == ["theme", "find", "dag", "out", "fit", "in", "frame"]
    page.click("#fit")
    page.press("tab", "tab")
    assert page.focused() == "frame"
    page.press("down")
    assert page.count(".node.chosen") == 1
    first = page.text("#details h3")
    page.press("down")
    assert page.text("#details h3") != first
    before = view_box(page)
    page.press("+")
    assert view_box(page)[2] < before[2]
    page.press("escape")
    assert page.count(".node.chosen") == 0


def test_light_and_dark_are_both_readable(browser, constrained):
    browser.open(constrained[1])
    page, seen = browser, set()
    for _ in range(2):
        assert min(page.run(CONTRASTS)) >= 4.5
        seen.add(page.style("body", "backgroundColor"))
        page.click("#theme")
    assert len(seen) == 2


def test_a_narrow_window_needs_no_sideways_scrolling(browser, asia):
    browser.open(asia[1], width=500, height=800)
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")


def test_names_and_states_stay_text_whatever_is_in_them(browser, tmp_path):
    rng = np.random.default_rng(0)
    common = rng.integers(0, 2, 400)
    columns = {
        name: [
            HOSTILE[(i + value) % 8]
            for value in np.where(rng.random(400) < 0.9, common, 1 - common)
        ]
        for i, name in enumerate(HOSTILE)
    }
    path = tmp_path / "hostile.html"
    result = dw.learn(columns)
    dw.write_report(
        result, path, title=HOSTILE[0], command=HOSTILE[1], confidence={result.dag.edges[0]: 1}
    )
    browser.open(path)
    assert browser.run("return window.hacked") is None
    assert browser.count("script") == 2
    assert browser.count("img") == 0
    assert browser.text("h1") == HOSTILE[0]
    listed = browser.run(
        "return [...document.querySelectorAll('#data td:first-child')].map((e) => e.textContent)"
    )
    assert listed == HOSTILE
    for position in range(len(HOSTILE)):
        browser.click(f'.node[data-node="{position}"]')
        assert browser.run("return details.querySelector('h3').textContent") == HOSTILE[position]
    assert browser.run("return window.hacked") is None


def test_five_hundred_variables_fit_into_the_frame(browser, tmp_path):
    rng = np.random.default_rng(3)
    dag = dw.Dag.from_parents(
        [f"variable {i}" for i in range(500)],
        [sorted(set(rng.integers(max(0, i - 60), i, 2).tolist())) if i else [] for i in range(500)],
    )
    data = dw.Dataset.from_frame(rng.integers(0, 3, (50, 500)), names=dag.names)
    result = dw.solve(dw.LocalScores(data), dw.HillClimbing(), start=dag, iterations=0)
    assert result.dag == dag
    path = tmp_path / "wide.html"
    dw.write_report(result, path)
    browser.open(path)
    assert browser.count(".node") == 500
    assert browser.count(".edge") == dag.n_edges
    assert is_inside_the_frame(browser, ".node")
    browser.type("#find", "variable 499")
    browser.press("enter")
    assert browser.text("#details h3") == "variable 499"
    label = "return document.querySelector('.node.chosen text').getBoundingClientRect().height"
    assert browser.run(label) > 9


def test_a_result_without_data_has_a_report_too(browser, tmp_path):
    lists = {"a": [(-2, [])], "b": [(-4, []), (-1, ["a"])]}
    sets = dw.ParentSets.from_lists(["a", "b"], lists)
    path = tmp_path / "sets.html"
    dw.write_report(dw.solve(sets, "exact"), path)
    browser.open(path)
    browser.click('.node[data-node="1"]')
    assert browser.text("#details h3") == "b"
    assert browser.count("#edges tbody tr") == 1
    assert "not known" in browser.text("section:nth-of-type(5)")
