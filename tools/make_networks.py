"""Make src/dagwright/network/files/*.json.gz from the copies that pgmpy (MIT) ships.

The files are committed; run this only to check them or to change them. See ATTRIBUTION.md next to
them. Needs pgmpy: pip install --group interop.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import dagwright as dw

FILES = Path(__file__).parents[1] / "src/dagwright/network/files"
NAMES = ("asia", "sachs", "child", "insurance", "alarm")


def main() -> None:
    """Write the files; the same bytes every time."""
    models = Path(str(files("pgmpy"))) / "utils/example_models"
    for name in NAMES:
        net = dw.read_network(models / f"{name}.bif.gz")
        net.write(FILES / f"{name}.json.gz")
        print(f"{name}: {net!r}")


if __name__ == "__main__":
    main()
