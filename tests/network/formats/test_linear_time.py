"""Readers take time in proportion to the text, whatever is in it."""

import gc
import time
from contextlib import suppress

import pytest

import dagwright as dw
from dagwright.data.text.names import unique_names
from dagwright.network.formats.bif_reader import read_bif
from dagwright.network.formats.dot import read_dot
from dagwright.network.formats.hugin_net import read_hugin_net
from dagwright.network.formats.identifiers import identify
from dagwright.network.formats.model_string import read_model_string
from dagwright.network.formats.text_error import TextError
from dagwright.network.formats.xdsl import read_xdsl
from dagwright.network.formats.xml_tree import parse_xml
from dagwright.network.validate import check_keys

# Four times the text takes 4 times as long if the time is linear, 16 times if it is quadratic.
MOST_GROWTH = 8


def states(count):
    labels = ",".join(f"s{i}" for i in range(count))
    return f"variable v {{ type discrete [ {count + 1} ] {{ {labels},s{count - 1} }}; }}"


def check(count):
    names = [f"v{i}" for i in range(count)]
    dag = dw.Dag(names, [])
    return lambda: check_keys("states", dict.fromkeys(names), dag)


def nodes(count):
    cpts = "".join(
        f'<cpt id="v{i}"><state id="a"/><probabilities>1</probabilities></cpt>'
        for i in range(count)
    )
    order = " ".join(f"v{i}" for i in range(count))
    own = f"<extensions><dagwright><order>{order}</order></dagwright></extensions>"
    return f"<smile><nodes>{cpts}</nodes>{own}</smile>"


def is_plain(name):
    return name.isascii() and name.isidentifier()


def alike(count):
    return ["?" * i for i in range(count // 100)] + [f"a{chr(0x4E00 + i)}" for i in range(count)]


CASES = {
    "model string": (read_model_string, lambda n: "".join(f"[v{i}]" for i in range(n)), 20_000),
    "states twice": (read_bif, states, 4_000),
    "open comments in BIF": (read_bif, "/* ".__mul__, 20_000),
    "open quotes in BIF": (read_bif, lambda n: 'network "' + '\\"' * n, 20_000),
    "open comments in DOT": (read_dot, lambda n: "digraph {" + "/* " * n, 20_000),
    "open quotes in DOT": (read_dot, lambda n: 'digraph { a ["' + '\\"' * n, 20_000),
    "open quotes in NET": (read_hugin_net, lambda n: 'net { x = "' + '\\"' * n, 20_000),
    "nodes of XDSL": (read_xdsl, nodes, 2_000),
    "names alike": (lambda names: identify(names, is_plain, "v", True), alike, 10_000),
    "pieces of XML": (parse_xml, lambda n: "<a>" + "text&lt;<b/>" * n + "</a>", 15_000),
    "same names": (lambda cells: unique_names(cells, False), lambda n: ["name"] * n, 3_000),
    "variables": (lambda checked: checked(), check, 2_000),
}


@pytest.fixture(autouse=True)
def no_collector():
    """Its work depends on all that the tests before have left."""
    gc.disable()
    yield
    gc.enable()


def seconds(read, text):
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        with suppress(TextError):
            read(text)
        best = min(best, time.process_time() - began)
    return best


@pytest.mark.parametrize("case", CASES)
def test_four_times_the_text_takes_about_four_times_as_long(case):
    read, make, size = CASES[case]
    seconds(read, make(10))
    small, large = seconds(read, make(size)), seconds(read, make(4 * size))
    # What takes no time at all is not quadratic either.
    assert large < 0.05 or large < MOST_GROWTH * small
