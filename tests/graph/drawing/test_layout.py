"""Layouts: parents above children, nothing on top of anything else, few crossings."""

import itertools
import random
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dagwright as dw
from dagwright.graph.drawing import draw_cpdag, draw_dag, lay_out
from dagwright.graph.drawing.coordinates import spread
from dagwright.graph.drawing.crossings import count_crossings, reduce_crossings
from dagwright.graph.drawing.layers import assign_layers, make_layered
from dagwright.graph.drawing.layout import NODE_HEIGHT
from dagwright.graph.drawing.svg import short_label

SVG = "{http://www.w3.org/2000/svg}"


def random_dag(n, seed, most=3, reach=40):
    rng = random.Random(seed)
    parents = []
    for child in range(n):
        earlier = range(max(0, child - reach), child)
        parents.append(rng.sample(earlier, min(len(earlier), rng.randint(0, most))))
    return dw.Dag.from_parents([f"v{i}" for i in range(n)], parents)


dags = st.builds(random_dag, st.integers(1, 40), st.integers(0, 10**6))


@given(dags)
def test_parents_are_above_their_children(dag):
    layout = lay_out(dag, [60.0] * dag.n_variables)
    for child, parents in enumerate(dag.parent_indices()):
        for parent in parents:
            assert layout.centres[parent][1] + NODE_HEIGHT < layout.centres[child][1]
            route = layout.routes[parent, child]
            heights = [y for _, y in route]
            assert heights == sorted(heights)
            assert route[0][1] == layout.centres[parent][1] + NODE_HEIGHT / 2
            assert route[-1][1] == layout.centres[child][1] - NODE_HEIGHT / 2
            assert abs(route[0][0] - layout.centres[parent][0]) <= 30
            assert abs(route[-1][0] - layout.centres[child][0]) <= 30


@pytest.mark.parametrize("n", [1, 8, 37, 300])
@pytest.mark.parametrize("seed", [1, 2])
def test_boxes_do_not_overlap_and_are_inside(n, seed):
    dag = random_dag(n, seed)
    rng = random.Random(seed)
    widths = [rng.uniform(30, 170) for _ in range(n)]
    layout = lay_out(dag, widths)
    for (x, y), width in zip(layout.centres, widths, strict=True):
        assert x - width / 2 + 1e-9 >= 0
        assert x + width / 2 <= layout.width + 1e-9
        assert y - NODE_HEIGHT / 2 + 1e-9 >= 0
        assert y + NODE_HEIGHT / 2 <= layout.height + 1e-9
    for a, b in itertools.combinations(range(n), 2):
        (x, y), (u, v) = layout.centres[a], layout.centres[b]
        assert abs(y - v) >= NODE_HEIGHT or abs(x - u) >= (widths[a] + widths[b]) / 2 - 1e-6


def test_wide_layers_are_folded_into_a_shape_for_screens():
    star = dw.Dag.from_parents([f"v{i}" for i in range(400)], [[], *([[0]] * 399)])
    layout = lay_out(star, [100.0] * 400)
    assert layout.width / layout.height < 4


def test_a_layout_is_the_same_every_time():
    dag = random_dag(60, 3)
    assert lay_out(dag, [50.0] * 60) == lay_out(dag, [50.0] * 60)


@given(dags)
def test_crossings_are_counted_as_pair_by_pair_and_never_become_more(dag):
    parents = dag.parent_indices()
    graph = make_layered(parents, assign_layers(parents))

    def by_pairs():
        total = 0
        for above, below in itertools.pairwise(graph.layers):
            edges = [(above.index(u), below.index(v)) for v in below for u in graph.up[v]]
            total += sum(
                (a - c) * (b - d) < 0 for (a, b), (c, d) in itertools.combinations(edges, 2)
            )
        return total

    before = count_crossings(graph)
    assert before == by_pairs()
    members = [sorted(layer) for layer in graph.layers]
    reduce_crossings(graph)
    assert count_crossings(graph) == by_pairs() <= before
    assert [sorted(layer) for layer in graph.layers] == members


def test_two_edges_that_need_not_cross_do_not():
    dag = dw.Dag(["a", "b", "c", "d"], [("a", "d"), ("b", "c"), ("a", "c"), ("b", "d")][:2])
    joined = dw.Dag([*dag.names, "e"], [*dag.edges, ("c", "e"), ("d", "e")])
    graph = make_layered(joined.parent_indices(), assign_layers(joined.parent_indices()))
    assert count_crossings(graph) == 1
    reduce_crossings(graph)
    assert count_crossings(graph) == 0


@given(st.lists(st.tuples(st.floats(-100, 100), st.floats(0.5, 8)), min_size=1, max_size=7))
def test_spread_is_the_nearest_ascending_sequence(pairs):
    targets, weights = zip(*pairs, strict=True)
    found = spread(targets, weights)
    assert all(a <= b + 1e-9 for a, b in itertools.pairwise(found))
    # Isotonic regression is max over earlier of min over later means: an independent formula.
    for i in range(len(targets)):
        best = max(
            min(
                sum(t * w for t, w in pairs[j : k + 1]) / sum(w for _, w in pairs[j : k + 1])
                for k in range(i, len(pairs))
            )
            for j in range(i + 1)
        )
        assert found[i] == pytest.approx(best, abs=1e-6)


def test_a_drawing_is_xml_with_every_variable_and_edge():
    dag = dw.Dag(["<a>", 'b"&', "c\x00\ud800"], [("<a>", 'b"&'), ("<a>", "c\x00\ud800")])
    root = ET.fromstring(draw_dag(dag, dag.cpdag()))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts == ["<a>", 'b"&', "c\ufffd\ufffd"]
    edges = [path for path in root.iter(f"{SVG}path") if "data-edge" in path.attrib]
    assert [path.get("class") for path in edges] == ["edge reversible"] * 2


def test_a_cpdag_is_drawn_with_arrows_only_where_they_are_compelled():
    cpdag = dw.Dag(["a", "b", "c", "d"], [("a", "c"), ("b", "c"), ("d", "a")]).cpdag()
    root = ET.fromstring(draw_cpdag(cpdag))
    edges = [path for path in root.iter(f"{SVG}path") if "data-edge" in path.attrib]
    assert sum("marker-end" in path.attrib for path in edges) == len(cpdag.directed) == 2
    assert len(edges) == 3


def test_what_constraints_compel_is_an_arrow_of_its_own_colour():
    dag = dw.Dag(["a", "b", "c", "d"], [("a", "c"), ("b", "c"), ("a", "d")])
    mpdag = dw.Mpdag.of(dag, forbidden=[("d", "a")])
    for drawing in (draw_cpdag(mpdag), draw_dag(dag, mpdag)):
        root = ET.fromstring(drawing)
        edges = [path for path in root.iter(f"{SVG}path") if "data-edge" in path.attrib]
        kinds = {path.get("class"): path for path in edges}
        assert set(kinds) == {"edge compelled", "edge constrained"}
        heads = {marker.get("id"): marker[0].get("fill") for marker in root.iter(f"{SVG}marker")}
        for path in edges:
            assert heads[path.get("marker-end")[5:-1]] == path.get("stroke")
        assert len({path.get("stroke") for path in edges}) == 2


def test_stronger_edges_are_thicker():
    dag = dw.Dag(["a", "b", "c"], [("a", "b"), ("a", "c")])
    root = ET.fromstring(draw_dag(dag, weights={("a", "b"): 1.0, ("a", "c"): 0.1}))
    widths = [float(p.get("stroke-width")) for p in root.iter(f"{SVG}path") if p.get("data-edge")]
    assert widths[0] > widths[1]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("short", "short"),
        ("x" * 22, "x" * 22),
        ("x" * 23, "x" * 21 + "…"),
        ("\u6f22" * 12, "\u6f22" * 10 + "…"),
    ],
)
def test_long_names_lose_their_end(name, label):
    assert short_label(name) == label
