"""`load_dataset`: tables that come with the package."""

from __future__ import annotations

from pathlib import Path

from dagwright.data.dataset import Dataset
from dagwright.data.read import read_data
from dagwright.data.source import Source
from dagwright.errors import DagwrightError
from dagwright.suggestions import did_you_mean, meant_by

__all__ = ["load_dataset"]

_FILES = Path(__file__).parent / "files"


def load_dataset(name: str) -> Dataset:
    """Return a table that comes with the package.

    Parameters
    ----------
    name : str
        ``"wdbc"``: Breast Cancer Wisconsin (Diagnostic), 569 rows: the diagnosis and 30 features
        of cell nuclei, each low or high, cut at its mean.

    Returns
    -------
    Dataset
        The coded table.

    Raises
    ------
    DagwrightError
        If there is no such table; the message lists those there are.

    References
    ----------
    W. H. Wolberg, W. N. Street, O. L. Mangasarian. Breast Cancer Wisconsin (Diagnostic). UCI
    Machine Learning Repository, 1995. https://doi.org/10.24432/C5DW2B (CC BY 4.0)

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.load_dataset("wdbc")
    >>> data.n_rows, data.n_variables
    (569, 31)
    >>> data.names[:3]
    ('diagnosis', 'mean radius', 'mean texture')
    """
    known = sorted(file.name.removesuffix(".csv.gz") for file in _FILES.glob("*.csv.gz"))
    if name not in known:
        raise DagwrightError(
            f"no dataset {name!r} comes with the package{did_you_mean(name, known)}: known: "
            f"{', '.join(known)}",
            meant=meant_by([name], known),
        )
    data = read_data(_FILES / f"{name}.csv.gz", header=True, as_is=True)
    return Dataset(data.names, data.states, data.codes, source=Source("load_dataset", name))
