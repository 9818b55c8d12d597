"""Tables of text. The first bytes of an input choose the kind of file and the options."""

from __future__ import annotations

from tests.fuzz.reading import read

NAMES = ("t.csv", "t.tsv", "t.dat", "t.data", "t.txt", "t", "t.zip")
OPTIONS = (
    {},
    {"header": True},
    {"header": False},
    {"strict": True},
    {"as_is": True},
    {"weights": "a"},
    {"states": {"a": ["0", "1", "x"]}},
    {"keep": ["a", "x0"]},
    {"max_states": None},
    {"delimiter": " "},
    {"delimiter": ";", "header": False},
    {"encoding": "utf-8"},
    {"encoding": "utf-16"},
    {"encoding": "cp1252"},
)

TABLES = (
    b"a,b,c\n0,x,1.5\n1,y,2.5\n1,x,NA\n",
    b'a;b\r\n"x;""y""";1\r\n z ;2\r\n',
    b"\xef\xbb\xbfa\tb\n1\t\xc3\xa9\n\t\n",
    b"  a  b\n1 2 \n\n3\t4",
    b"0,1\n1,0\n0,0\n0,1",
    b"a,b\n1e5,-inf\n.5,0x1\n1e999,1.\n",
    b"a\n?\nNaN\n\nnan\nNone\n",
    "näme;b\n1,5;ä\n2,25;ö\nTotal;;\n".encode("cp1252"),
    "a;b\n1.234,5;x\n".encode("utf-16"),
    "a;b\n1;x\n".encode("utf-16-be"),
    b"sep=;\na;b\n1;2\n",
    b"# comment\n% more\na,b,c\nkg,m,s\n1,2,3\n4,5,6\n7,8,9\n3,2,1\n",
    b"Table 1\n\na,b\n1,2\n3,4\n,\nSource: us\n",
    b",g1,,g2,\nid,a,b,a,b\n1,2,3,4,5\n2,3,4,5,6\n3,4,5,6,7\n4,5,6,7,8\n",
    b"a a\n2 3\n0 1\n1 2\n0 0\n",
    b"x y\nr1 1 2\nr2 3 4\n",
    b"a,b,\n1,2,\n3,4,\n\x1a",
    b'a,b\n"two\nlines",long long label\n007,12345678901234567890\n',
)

SEEDS = [
    bytes([i % len(NAMES), j]) + table
    for i, table in enumerate(TABLES)
    for j in range(len(OPTIONS))
]


def target(content: bytes) -> None:
    """Read the rest of the input as the first two bytes say."""
    if len(content) < 2:
        return
    name = NAMES[content[0] % len(NAMES)]
    read(content[2:], name, **OPTIONS[content[1] % len(OPTIONS)])
