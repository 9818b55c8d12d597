"""Equivalence classes are written where edges may lack a direction."""

import pytest

import dagwright as dw

CPDAG = dw.Dag(["a", "b", "c", "d"], [("a", "c"), ("b", "c"), ("a", "d")]).cpdag()
MPDAG = dw.Mpdag.of(dw.Dag(["a", "b", "c"], [("a", "b"), ("c", "a")]), required=[("a", "b")])
HOLD = ["dot", "gv", "graphml", "json", "adj"]


@pytest.mark.parametrize("graph", [CPDAG, MPDAG], ids=["Cpdag", "Mpdag"])
@pytest.mark.parametrize("suffix", HOLD)
def test_what_was_written_is_not_read_as_a_structure(tmp_path, graph, suffix):
    path = tmp_path / f"class.{suffix}"
    dw.write_structure(graph, path)
    with pytest.raises(dw.FormatError, match=path.name):
        dw.read_structure(path)


@pytest.mark.parametrize("suffix", ["csv", "modelstring", "bif", "net"])
def test_other_formats_refuse_and_name_those_that_can(tmp_path, suffix):
    with pytest.raises(dw.FormatError, match=r"without direction: choose one of .*\.dot"):
        dw.write_structure(CPDAG, tmp_path / f"class.{suffix}")
    assert not list(tmp_path.iterdir())


def test_lines_have_no_heads_in_dot(tmp_path):
    dw.write_structure(CPDAG, tmp_path / "c.dot")
    text = (tmp_path / "c.dot").read_text(encoding="utf-8")
    assert text.splitlines()[5:8] == [
        '  "a" -> "c";',
        '  "b" -> "c";',
        '  "a" -> "d" [dir=none];',
    ]


def test_lines_are_in_both_places_of_the_matrix(tmp_path):
    dw.write_structure(CPDAG, tmp_path / "c.adj")
    text = (tmp_path / "c.adj").read_text(encoding="utf-8")
    assert text.splitlines() == [",a,b,c,d", "a,0,0,1,1", "b,0,0,1,0", "c,0,0,0,0", "d,1,0,0,0"]


def test_names_are_escaped_in_graphml(tmp_path):
    graph = dw.Dag(['<a> & "b"', "c"], [('<a> & "b"', "c")]).cpdag()
    dw.write_structure(graph, tmp_path / "c.graphml")
    assert "&lt;a&gt; &amp; &quot;b&quot;" in (tmp_path / "c.graphml").read_text(encoding="utf-8")


def test_what_is_no_graph_is_refused(tmp_path):
    with pytest.raises(dw.DagwrightError, match="takes a Dag, Cpdag or Mpdag, not str"):
        dw.write_structure("a", tmp_path / "c.dot")
