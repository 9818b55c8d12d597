"""Long fuzzing of every reader: `make fuzz`, or python -m tests.fuzz.run [--inputs N] [targets].

A target is a file fuzz_*.py here with `SEEDS`, a list of valid inputs, and `target(content)`, which
must return or fail with an AssertionError: any other exception, a crash or ten seconds on one input
is a finding, which is written to build/fuzz. With atheris (libFuzzer) inputs follow the coverage of
the Python code; without it they are random changes of the seeds.
"""

from __future__ import annotations

import argparse
import faulthandler
import hashlib
import importlib
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
FOUND = Path("build/fuzz")
SECONDS_AN_INPUT = 10


def main() -> None:
    names = sorted(path.stem for path in HERE.glob("fuzz_*.py"))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--one", choices=names, help="run this target in this process")
    parser.add_argument("targets", nargs="*", help=f"which: {', '.join(names)}")
    options = parser.parse_args()
    if options.one:
        fuzz(options.one, options.inputs)
        return
    FOUND.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in options.targets or names:
        began = time.perf_counter()
        command = [sys.executable, "-m", "tests.fuzz.run", "--one", name]
        log = FOUND / f"{name}.log"
        with log.open("w") as out:
            command += ["--inputs", str(options.inputs)]
            done = subprocess.run(command, check=False, stdout=out, stderr=out)
        seconds = time.perf_counter() - began
        if done.returncode != 0:
            print(*log.read_text(errors="replace").splitlines()[-40:], sep="\n")
        print(f"{name}: {options.inputs} inputs in {seconds:.0f} s, exit code {done.returncode}")
        failed += [name] * (done.returncode != 0)
    sys.exit(f"findings in {', '.join(failed)}: see {FOUND}" if failed else 0)


def fuzz(name: str, inputs: int) -> None:
    """Run one target, under atheris if it is installed."""
    try:
        atheris = importlib.import_module("atheris")
    except ImportError:
        change_at_random(importlib.import_module(f"tests.fuzz.{name}"), name, inputs)
        return
    with atheris.instrument_imports(include=["dagwright"]):
        module = importlib.import_module(f"tests.fuzz.{name}")
    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(module.SEEDS):
            (Path(corpus) / str(number)).write_bytes(seed)
        flags = [f"-runs={inputs}", f"-timeout={SECONDS_AN_INPUT}", f"-artifact_prefix={FOUND}/"]
        longest = max(2000, *map(len, module.SEEDS))
        flags += [f"-max_len={longest}", "-seed=1", "-rss_limit_mb=4096"]
        atheris.Setup([name, *flags, corpus], module.target)
        atheris.Fuzz()


def change_at_random(module, name: str, inputs: int) -> None:
    """Feed the target its seeds with random changes, the same ones in every run."""
    chance = random.Random(name)
    for number in range(inputs):
        content = bytearray(chance.choice(module.SEEDS))
        for _ in range(chance.randrange(6)):
            at = chance.randrange(len(content) + 1)
            end = at + chance.randrange(4)
            other = chance.choice(module.SEEDS)
            start = chance.randrange(len(other) + 1)
            piece = chance.choice(
                [b"", chance.randbytes(1), chance.randbytes(4), other[start : start + 9]]
            )
            content[at:end] = piece
        faulthandler.dump_traceback_later(SECONDS_AN_INPUT, exit=True)
        try:
            module.target(bytes(content))
        except BaseException:
            path = FOUND / f"{name}-{hashlib.sha256(content).hexdigest()[:12]}"
            path.write_bytes(content)
            print(f"input {number}, written to {path}:", file=sys.stderr)
            raise
        finally:
            faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main()
