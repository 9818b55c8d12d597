"""The tables that scripts of examples/ write."""

import importlib.util
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def make_table(script, path, **options):
    """Let a script of examples/ write its table and return the path."""
    spec = importlib.util.spec_from_file_location(script, EXAMPLES / f"{script}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.main(path, **options)
