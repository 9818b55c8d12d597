"""Read damaged files of networks: python tools/fuzz_networks.py [inputs] [seed].

Every input must give a network, a structure or a FormatError, within seconds. The first that does
not is kept and its path printed.
"""

from __future__ import annotations

import gzip
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import dagwright as dw

SUFFIXES = ("bif", "xmlbif", "net", "xdsl", "json", "dot", "graphml", "adj", "csv", "modelstring")
TOKENS = (
    b'{ } ( ) " ; | , [ ] \\ /* */ // % # = variable probability network table default property '
    b"type discrete node potential states data digraph subgraph asia yes no -> nan inf 1e999 -1 0 "
    b"<cpt> </cpt> <deterministic> <resultingstates> <order> <!ENTITY id= "
    b"dagwright_name_1 %7B'a':'b'%7D "
    b"1 1_0 0.5 < > & <!-- &lt; ]]> null true {} [] : \xff \x00 \xef\xbb\xbf"
).split(b" ")
SLOW = 10.0
# With names that are written as others.
NET = dw.BayesianNetwork(
    dw.Dag(["a b", "Größe", "c"], [("a b", "Größe"), ("c", "Größe")]),
    {"a b": ["yes", "no"], "Größe": ["<5", ">=5"], "c": ["1", "2", "3"]},
    {"a b": [0.25, 0.75], "Größe": [[[0.5, 0.5]] * 3] * 2, "c": [0.5, 0.25, 0.25]},
)


def damage(content: bytes, rng: random.Random) -> bytes:
    """Return the content with a few pieces removed, repeated, moved or put in."""
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(content) + 1)
        end = min(len(content), at + rng.choice((0, 1, 1, 2, 5, 20, 200)))
        kind = rng.randrange(5)
        if kind == 0:
            piece = b""
        elif kind == 1:
            piece = rng.choice(TOKENS) * rng.choice((1, 1, 1, 2, 500))
        elif kind == 2:
            piece = rng.randbytes(rng.randint(1, 8))
        elif kind == 3:
            piece = content[at:end] * rng.choice((2, 3, 50))
        else:
            start = rng.randrange(len(content) + 1)
            piece = content[start : start + rng.randint(1, 60)]
        content = content[:at] + piece + content[end:]
    return content


def main() -> None:
    """Try inputs until the count is reached."""
    inputs = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        valid = {}
        for suffix in SUFFIXES:
            path = Path(folder) / f"net.{suffix}"
            (dw.load_network("asia") if suffix == "modelstring" else NET).write(path)
            valid[suffix] = path.read_bytes()
        for number in range(inputs):
            suffix = SUFFIXES[number % len(SUFFIXES)]
            content = damage(valid[suffix], rng)
            packed = rng.random() < 0.05
            path = Path(folder) / (f"net.{suffix}.gz" if packed else f"net.{suffix}")
            path.write_bytes(damage(gzip.compress(content), rng) if packed else content)
            began = time.perf_counter()
            try:
                outcomes[type(dw.read_structure(path)).__name__] += 1
            except dw.FormatError:
                outcomes["FormatError"] += 1
            except BaseException:
                keep = Path(tempfile.gettempdir()) / f"fuzz-{number}.{suffix}"
                keep.write_bytes(content)
                print(f"input {number} is kept as {keep}")
                raise
            slowest = max(slowest, time.perf_counter() - began)
            if slowest > SLOW:
                sys.exit(f"input {number} ({suffix}) took {slowest:.1f} s")
    print(f"{inputs} inputs: {dict(outcomes)}, the slowest took {slowest:.3f} s")


if __name__ == "__main__":
    main()
