"""Write what every method answers to `tests/golden`, after a change of answers that is meant.

    python tools/freeze_golden.py [METHOD ...]

A commit that changes these files does nothing else, and says why they change.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import golden_results


def main() -> None:
    """Freeze the methods that were named, or all."""
    problems = golden_results.make_problems()
    for method in sys.argv[1:] or golden_results.METHODS:
        golden_results.freeze(method, problems)
        print(golden_results.path_of(method))


if __name__ == "__main__":
    main()
