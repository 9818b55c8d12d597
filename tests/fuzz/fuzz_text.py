"""Tables of text. The first bytes of an input choose the kind of file and the options."""

from __future__ import annotations

from tests.fuzz.reading import read

NAMES = ("t.csv", "t.tsv", "t.dat", "t.data", "t.txt")
OPTIONS = (
    {},
    {"header": True},
    {"header": False},
    {"missing": "drop"},
    {"missing": "state", "discretize": "quantile"},
    {"discretize": "kmeans", "missing": "drop", "max_states": 3},
    {"discretize": "width", "max_states": 1, "missing": "state"},
    {"discretize": "mean", "weights": "a"},
    {"weights": "x0", "missing": "drop"},
    {"states": {"a": ["0", "1", "x"]}, "missing_values": ["b"]},
    {"max_states": 2},
    {"max_states": None},
    {"delimiter": " "},
    {"exclude": ["a"]},
)

TABLES = (
    b"a,b,c\n0,x,1.5\n1,y,2.5\n1,x,NA\n",
    b'a;b\r\n"x;""y""";1\r\n z ;2\r\n',
    b"\xef\xbb\xbfa\tb\n1\t\xc3\xa9\n\t\n",
    b"  a  b\n1 2 \n\n3\t4",
    b"0,1\n1,0\n0,0\n0,1",
    b"a,b\n1e5,-inf\n.5,0x1\n1e999,1.\n",
    b"a\n?\nNaN\n\nnan\nNone\n",
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
