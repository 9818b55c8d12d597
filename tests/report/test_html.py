"""The file itself; tests/report/test_browser.py looks at it in a browser."""

import dataclasses
import json
import pickle
import re

import pytest

import dagwright as dw
from dagwright.report.curve import draw_curve
from dagwright.report.escape import as_json
from dagwright.report.reproduce import call_of


@pytest.fixture(scope="module")
def result():
    data = dw.load_dataset("wdbc")
    return dw.learn(data.select(data.names[:7]), constraints=dw.Constraints(max_parents=3))


def payload_of(path):
    text = path.read_text(encoding="utf-8")
    return json.loads(re.search(r'id="payload">(.*?)</script>', text, re.DOTALL)[1])


def test_the_page_is_one_file_without_addresses(result, tmp_path):
    path = tmp_path / "r.html"
    dw.write_report(result, path)
    text = path.read_text(encoding="utf-8")
    assert "{{" not in text
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}  # the name of a vocabulary, never fetched
    assert "default-src 'none'" in text.replace("&#x27;", "'")


def test_what_the_page_knows_is_what_the_result_says(result, tmp_path):
    path = tmp_path / "r.html"
    edge = result.dag.edges[0]
    dw.write_report(result, path, confidence={edge: 0.5})
    payload = payload_of(path)
    names = payload["names"]
    edges = [(names[e["parent"]], names[e["child"]]) for e in payload["edges"]]
    assert tuple(edges) == result.dag.edges
    directions = zip(edges, payload["edges"], strict=True)
    compelled = [pair for pair, e in directions if e["direction"] == "data"]
    assert tuple(compelled) == result.dag.cpdag().directed
    assert payload["edges"][0]["confidence"] == 0.5
    assert {e["confidence"] for e in payload["edges"][1:]} == {None}
    assert {e["adjacent"] for e in payload["edges"]} == {None}
    network = dw.fit(result.dag, result.problem.data, 1)
    strengths = network.edge_strengths(result.problem.data)
    for pair, known in zip(edges, payload["edges"], strict=True):
        assert known["strength"] == pytest.approx(strengths[pair], rel=1e-5)
    for name, cpt, shares in zip(names, payload["cpts"], payload["shares"], strict=True):
        assert sum(shares) == pytest.approx(1, abs=1e-4)
        for states, probabilities in cpt["rows"]:
            assert probabilities == pytest.approx(network.cpts[name][tuple(states)], abs=1e-5)
        assert len(cpt["rows"]) + cpt["more"] == network.cpts[name].size / 2


def test_the_page_tells_what_the_constraints_compel(tmp_path):
    data = dw.load_network("asia").sample(2000, seed=1)
    known = dw.Constraints(tiers=[["smoke"], ["bronc", "dysp", "either", "xray"]])
    result = dw.learn(data, constraints=known)
    cpdag = result.cpdag()
    assert cpdag.by_data
    assert cpdag.by_constraints
    assert cpdag.undirected
    dw.write_report(result, tmp_path / "r.html")
    payload = payload_of(tmp_path / "r.html")
    for edge in payload["edges"]:
        pair = (payload["names"][edge["parent"]], payload["names"][edge["child"]])
        assert edge["direction"] == cpdag.direction(*pair)
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    for kind in (cpdag.by_data, cpdag.by_constraints, cpdag.undirected):
        assert f"{len(kind)} {cpdag.direction(*kind[0]).words}</li>" in text
    assert text.count('class="edge constrained"') == len(cpdag.by_constraints)


def test_the_key_names_only_the_kinds_of_edges_there_are(tmp_path):
    path = tmp_path / "r.html"
    weather = {"rain": [0, 0, 1, 1] * 9, "wet": [0, 0, 1, 1] * 8 + [0, 0, 1, 0]}
    dw.write_report(dw.learn(weather), path)
    key = re.search(r'<ul id="key".*?</ul>', path.read_text(encoding="utf-8"))[0]
    assert "1 either way" in key
    assert "compelled" not in key
    dw.write_report(dw.learn({"rain": [0, 1, 0, 1], "wet": [0, 0, 1, 1]}), path)
    assert 'id="key"' not in path.read_text(encoding="utf-8")


def test_edges_that_no_bootstrapped_network_has_are_not_sure_at_all(result, tmp_path):
    path = tmp_path / "r.html"
    first = result.dag.edges[0]
    names = result.dag.names
    shares = dw.EdgeConfidence(names, 2, {first: 0.5}, {frozenset(first): 1.0})
    dw.write_report(result, path, confidence=shares)
    edges = payload_of(path)["edges"]
    assert (edges[0]["confidence"], edges[0]["adjacent"]) == (0.5, 1)
    assert {edge["confidence"] for edge in edges[1:]} == {0}


def test_huge_tables_are_cut_and_say_so(tmp_path):
    names = list("abcdefgh")
    data = dw.Dataset.from_frame({name: [0, 1] * 9 for name in names})
    dag = dw.Dag(names, [(name, "h") for name in names[:-1]])
    result = dw.solve(dw.LocalScores(data), dw.HillClimbing(), start=dag, iterations=0)
    dw.write_report(result, tmp_path / "r.html")
    cpt = payload_of(tmp_path / "r.html")["cpts"][-1]
    assert (len(cpt["rows"]), cpt["more"]) == (64, 64)


def test_a_pickled_result_takes_its_data_again(result, tmp_path):
    path = tmp_path / "r.html"
    travelled = pickle.loads(pickle.dumps(result))
    dw.write_report(travelled, path)
    assert payload_of(path)["cpts"] is None
    assert payload_of(path)["edges"][0]["strength"] is None
    dw.write_report(travelled, path, data=result.problem.data)
    assert payload_of(path)["cpts"] is not None
    assert payload_of(path)["edges"][0]["strength"] is not None


def test_required_edges_of_candidate_sets_have_no_strength(tmp_path):
    sets = dw.ParentSets.from_lists(["a", "b"], {"a": [(-2, [])], "b": [(-1, ["a"])]})
    dw.write_report(dw.solve(sets, "exact"), tmp_path / "r.html")
    assert payload_of(tmp_path / "r.html")["edges"][0]["strength"] is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence": {("no", "where"): 1}}, "pairs"),
        ({"confidence": {("mean radius", "diagnosis"): 2}}, "from 0 to 1"),
        ({"data": dw.Dataset.from_frame({"x": [0, 1]})}, "differ in their variables"),
    ],
)
def test_mistakes_are_named_and_nothing_is_written(result, tmp_path, options, message):
    path = tmp_path / "r.html"
    with pytest.raises(dw.DagwrightError, match=message):
        dw.write_report(result, path, **options)
    assert not path.exists()


def test_what_is_no_result_has_no_report(tmp_path):
    with pytest.raises(dw.DagwrightError, match="about a Result"):
        dw.write_report(dw.Dag(["a"], []), tmp_path / "r.html")
    with pytest.raises(dw.FormatError, match="no directory"):
        dw.write_report(dw.learn({"a": [0, 1]}), tmp_path / "no" / "r.html")


def test_json_in_a_script_cannot_end_it():
    hostile = {"a": "</script><!--&\u2028", "b": ["<"]}
    text = as_json(hostile)
    assert not set(text) & set("<>&")
    assert json.loads(text) == hostile


def test_the_curve_shows_bounds_that_are_near_only(result):
    assert 'class="bound"' in draw_curve(result)
    far = dataclasses.replace(result, bounds=(dw.ScopedBound(0.0, dw.Scope()),))
    assert 'class="bound"' not in draw_curve(far)
    assert "far above" in draw_curve(far)


def test_the_curve_leaves_out_the_first_climb(result):
    first = result.trace[0]._replace(score=100 * result.score)
    drawn = draw_curve(dataclasses.replace(result, trace=(first, *result.trace[1:])))
    assert f"starting at {100 * result.score:.2f}, are below the picture" in drawn
    assert "below the picture" not in draw_curve(
        dataclasses.replace(result, trace=(result.trace[-1],))
    )


def test_the_curve_of_a_long_trace_is_short():
    points = tuple(dw.TracePoint(i / 100, i, -1000.0 + i / 10) for i in range(5000))
    base = dw.learn({"a": [0, 1] * 9, "b": [0, 1] * 9}, method="hill-climbing")
    long = dataclasses.replace(base, trace=points, score=points[-1].score, seconds=60.0)
    drawn = draw_curve(long)
    assert drawn.count("V") < 420
    assert len(drawn) < 20000


def test_no_improvements_are_no_error(result):
    assert "no curve" in draw_curve(dataclasses.replace(result, trace=()))


def test_the_call_can_be_typed_again(result):
    text = call_of(result, "dagwright learn x.csv", result.problem.data)
    assert text.startswith("$ dagwright learn x.csv\n")
    assert "method=" not in text  # learn chose it
    assert "constraints=dw.Constraints(max_parents=3)" in text
    assert result.problem.data.fingerprint in text
    call = text.splitlines()[-1].split(" = ", 1)[1]
    again = eval(call, {"dw": dw, "data": result.problem.data})
    assert again.dag == result.dag


def test_what_was_asked_for_is_in_the_call():
    data = dw.load_dataset("wdbc")
    asked = dw.learn(data, method=dw.MINOBS(generations=2), selection="greedy", time_limit=2)
    text = call_of(asked, None, data)
    assert "method=dw.MINOBS(generations=2)" in text
    assert "selection='greedy', time_limit=2" in text
    solved = dw.solve(dw.LocalScores(data), dw.HillClimbing(restarts=2), seed=3)
    assert "dw.solve(problem, dw.HillClimbing(restarts=2), seed=3)" in call_of(solved, None, data)
