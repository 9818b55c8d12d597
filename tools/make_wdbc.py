"""Make src/dagwright/data/files/wdbc.csv.gz from scikit-learn's copy of the data.

The file is committed; run this only to check it or to change it. See ATTRIBUTION.md next to it.
"""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

from sklearn.datasets import load_breast_cancer

FILE = Path(__file__).parents[1] / "src/dagwright/data/files/wdbc.csv.gz"


def main() -> None:
    """Write the file; the same bytes every time."""
    bunch = load_breast_cancer()
    diagnoses = bunch.target_names[bunch.target]
    high = bunch.data > bunch.data.mean(axis=0)  # no value equals its mean
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["diagnosis", *bunch.feature_names])
    for diagnosis, row in zip(diagnoses, high, strict=True):
        writer.writerow([diagnosis, *("high" if cell else "low" for cell in row)])
    FILE.write_bytes(gzip.compress(text.getvalue().encode(), compresslevel=9, mtime=0))


if __name__ == "__main__":
    main()
