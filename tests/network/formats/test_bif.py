"""BIF: what is accepted, and where a broken file is broken."""

from __future__ import annotations

import pytest

import dagwright as dw

GOOD = """network "dogs" { // a comment
  property written by hand;
}
variable family {
  type discrete [ 2 ] { yes, no };
  property "a ; in quotes";
}
/* a comment
   of two lines */
variable light { type discrete[3] {on, off, dim}; }
probability ( family ) {
  table 0.15, 0.85;
}
probability ( light | family ) {
  (yes) 0.6, 0.3, 0.1;
  (no) 0.05, 0.9, 0.05;
}
"""


@pytest.fixture
def read(tmp_path):
    def write_and_read(text):
        path = tmp_path / "dogs.bif"
        path.write_text(text)
        return dw.read_network(path)

    return write_and_read


def test_a_file_by_hand_is_read(read):
    net = read(GOOD)
    assert net.names == ("family", "light")
    assert net.states["light"] == ("on", "off", "dim")
    assert net.cpts["light"].tolist() == [[0.6, 0.3, 0.1], [0.05, 0.9, 0.05]]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("0.15, 0.85", "0.15 0.85"),
        ("probability ( light | family )", "probability ( light family )"),
        ("light", '"light"'),
        ("(yes) 0.6", '("yes") 0.6'),
        ("(yes) 0.6, 0.3, 0.1;", "default 0.6, 0.3, 0.1;"),
        ("(yes) 0.6, 0.3, 0.1;\n  (no) 0.05, 0.9, 0.05;", "table 0.6 0.05 0.3 0.9 0.1 0.05;"),
        ("\n", "\r\n"),
        ("0.15,", "15e-2,"),
    ],
)
def test_variants_of_the_format_read_alike(read, old, new):
    assert read(GOOD.replace(old, new)) == read(GOOD)


def test_variables_may_come_after_the_tables_that_use_them(read):
    start = GOOD.index("variable family")
    tables = GOOD.index("probability ( family")
    assert read(GOOD[tables:] + GOOD[start:tables]) == read(GOOD)


def test_parents_in_another_order_than_the_variables_are_turned(read):
    text = """variable a { type discrete [ 2 ] { x, y }; }
    variable b { type discrete [ 2 ] { x, y }; }
    variable c { type discrete [ 1 ] { x }; }
    probability ( a ) { table 0.5, 0.5; } probability ( c ) { table 1; }
    probability ( b | c, a ) { (x, x) 0.1, 0.9; (x, y) 0.2, 0.8; }"""
    net = read(text)
    assert net.dag.parents("b") == ("a", "c")
    assert net.cpts["b"].tolist() == [[[0.1, 0.9]], [[0.2, 0.8]]]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("0.05, 0.9, 0.05;\n}", "0.05, 0.9, 0.05;", 14, "never closed: add '}'"),
        ("0.15, 0.85;\n}", "0.15, 0.85;", 13, "found 'probability'"),
        ("discrete[3] {on, off, dim}; }", "discrete[3] {on, off, dim};", 11, "found 'probability'"),
        ("0.15, 0.85", "0.15", 12, "1 probabilities for 'family' where 2 are needed"),
        ("0.6, 0.3, 0.1", "0.6, 0.4", 15, "2 probabilities where the 3 states of 'light' need 3"),
        ("(no)", "(never)", 16, "unknown state 'never' of 'family': it has yes, no"),
        ("(no)", "(yes)", 16, "given twice"),
        ("(no) 0.05, 0.9, 0.05;", "", 14, "1 of the 2 configurations"),
        ("(no)", "(no, no)", 16, "2 states in ( ) where 'light' has 1 parents"),
        ("| family", "| famly", 14, "unknown variable 'famly'"),
        ("| family", "| family, family", 14, "distinct parents"),
        ("0.05, 0.9", "0.05, 0.8", 16, "add up to 0.9"),
        ("0.15, 0.85", "0.15, 0.86", 12, "add up to 1.01"),
        ("0.05, 0.9", "-0.05, 1.0", 16, "contain -0.05"),
        ("0.15", "nan", 12, "expected a number or ';', but found 'nan'"),
        ("0.15", "1_5", 12, "expected a number"),
        ("0.15", "0.1.5", 12, "'0.1.5' is not a number"),
        ("variable light", "variable family", 10, "declared twice (first on line 4)"),
        ("[ 2 ]", "[ 3 ]", 5, "lists 2 states but says [ 3 ]"),
        ("yes, no }", "yes, yes }", 4, "state 'yes' twice"),
        ("yes, no };", "yes, no }", 6, "expected ';'"),
        ("discrete [", "continuous [", 5, "only 'discrete'"),
        ("probability ( light", "probability ( family", 14, "distinct parents"),
        ("probability ( light | family ) {\n  (yes) 0.6, 0.3, 0.1;\n  (no) 0.05, 0.9, 0.05;\n}",
         "", 10, "no probabilities for 'light'"),
        ("( family ) {\n  table 0.15, 0.85;", "( family | light ) { default 0.15, 0.85;", 11,
         "cycle: family -> light -> family"),
        ("network", "netwrk", 1, "expected 'network', 'variable' or 'probability'"),
        ('quotes";', "quotes;", 6, "no end"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_its_name_line_and_reason(read, old, new, line, message):
    assert old in GOOD
    with pytest.raises(dw.FormatError) as caught:
        read(GOOD.replace(old, new, 1))
    assert f"dogs.bif, line {line}: " in str(caught.value)
    assert message in str(caught.value)


def test_an_empty_file_and_one_that_is_not_there_are_refused(read, tmp_path):
    with pytest.raises(dw.FormatError, match="no variable"):
        read("")
    with pytest.raises(dw.FormatError, match=r"nowhere\.bif: cannot read \(No such file"):
        dw.read_network(tmp_path / "nowhere.bif")
    (tmp_path / "folder.bif").mkdir()
    with pytest.raises(dw.FormatError, match="cannot read"):
        dw.read_network(tmp_path / "folder.bif")


def test_bytes_that_are_no_text_are_refused_with_their_line(tmp_path):
    path = tmp_path / "binary.bif"
    path.write_bytes(b"network x {\n}\n\xff\xfe")
    with pytest.raises(dw.FormatError, match=r"binary\.bif, line 3: not UTF-8"):
        dw.read_network(path)
    (tmp_path / "cut.bif.gz").write_bytes(b"\x1f\x8b\x08\x00")
    with pytest.raises(dw.FormatError, match="not a complete gzip file"):
        dw.read_network(tmp_path / "cut.bif.gz")


def test_ordinary_names_are_written_as_they_are_and_others_as_identifiers(tmp_path):
    names = ["plain-name_1.5", "two words", 'q"uote\\', "br{ace", "naïve", "a//b"]
    net = dw.BayesianNetwork(
        dw.Dag(names, []),
        {name: ["<5", "5_12", "a, b", ""] for name in names},
        {name: [0.1, 0.2, 0.3, 0.4] for name in names},
    )
    net.write(tmp_path / "names.bif")
    text = (tmp_path / "names.bif").read_text(encoding="ascii")
    assert "variable plain-name_1.5 {" in text
    assert "variable two_words {" in text
    assert "{ lt_5, 5_12, a_b, s };" in text
    assert dw.read_network(tmp_path / "names.bif") == net


def test_quoted_names_are_still_read(read):
    net = read(GOOD.replace("light", '"the \\"light\\""').replace("off", '"off, or so"'))
    assert net.names == ("family", 'the "light"')
    assert net.states['the "light"'] == ("on", "off, or so", "dim")


@pytest.mark.parametrize(
    ("prop", "message"),
    [
        (
            "dagwright_name_1 = %7B'light':3%7D",
            "line 10: the properties dagwright_name_1, ... must",
        ),
        ("dagwright_name_1 = %7B'light':''%7D", "line 10: the real name of a variable is empty"),
        ("dagwright_name_1 = %7B'light':'family'%7D", "line 10: 2 variables have the real name"),
        ("dagwright_name_1 = ['light']", "line 10: the properties dagwright_name_1, ... must"),
        ("dagwright_states_1 = %7B'on':'off'%7D", "line 10: variable 'light' has the state 'off'"),
        ("dagwright_states_1 = %7B'on'", "line 10: the properties dagwright_states_1, ... are dam"),
        ("dagwright_states_2 = %7B%7D", "line 10: the properties dagwright_states_1, ... are inc"),
    ],
)
def test_damaged_real_names_are_refused_with_the_line(read, prop, message):
    with pytest.raises(dw.FormatError) as caught:
        read(GOOD.replace("dim}; }", f"dim}}; property {prop}; }}"))
    assert message in str(caught.value)


def test_real_names_of_what_another_program_renamed_are_not_used(read):
    prop = "property dagwright_name_1 = %7B'lamp':'x'%7D;"
    prop += "property dagwright_states_1 = %7B'of':'y'%7D;"
    assert read(GOOD.replace("dim}; }", f"dim}}; {prop} }}")) == read(GOOD)
