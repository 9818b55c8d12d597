"""What notebooks show for graphs, networks and results."""

import re
import xml.etree.ElementTree as ET

import pytest

import dagwright as dw

DAG = dw.Dag(["<a>", "b", "c"], [("<a>", "b"), ("c", "b")])
TABLE = {"<a>": [0, 1] * 9, "b": [0, 1] * 8 + [1, 1]}


def network():
    rows = {"<a>": [0, 0, 1, 1], "b": ["x", "y&", "y&", "x"], "c": [0, 1, 0, 1]}
    return dw.fit(DAG, rows)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: DAG, "Dag: 3 variables, 2 edges"),
        (DAG.cpdag, "Cpdag: 3 variables, 2 directed and 0 undirected edges"),
        (
            lambda: dw.Mpdag.of(dw.Dag(["<a>", "b"], [("b", "<a>")]), required=[("b", "<a>")]),
            "0 edges compelled by the data, 1 by constraints (purple), 0 either way",
        ),
        (network, "BayesianNetwork: 3 variables, 2 edges, 6 parameters"),
        (lambda: dw.learn(TABLE), "Optimal: no other network"),
        (
            lambda: dw.learn(
                TABLE,
                constraints=dw.Constraints(required=[("b", "<a>")]),
            ),
            "Purple arrows are compelled by your constraints.",
        ),
    ],
    ids=["dag", "cpdag", "mpdag", "network", "result", "constrained result"],
)
def test_notebooks_get_a_caption_and_a_drawing(make, words):
    thing = make()
    page = thing._repr_html_()
    assert words in page
    assert "<a>" not in page
    drawing = ET.fromstring(re.search(r"<svg.*</svg>", page, re.DOTALL)[0])
    boxes = [e for e in drawing.iter() if e.get("class") == "node"]
    assert len(boxes) == len(thing.names if hasattr(thing, "names") else thing.dag.names)
    ET.fromstring(page)  # and nothing is left open


def test_the_boxes_of_a_network_name_their_states():
    assert "b: x, y&amp;" in network()._repr_html_()
