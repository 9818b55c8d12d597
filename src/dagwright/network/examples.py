"""`load_network`: networks that come with the package."""

from __future__ import annotations

from pathlib import Path

from dagwright.errors import DagwrightError
from dagwright.network.file_formats import read_network
from dagwright.network.network import BayesianNetwork
from dagwright.suggestions import did_you_mean, meant_by

__all__ = ["load_network"]

_FILES = Path(__file__).parent / "files"
_SUFFIX = ".json.gz"


def load_network(name: str) -> BayesianNetwork:
    """Return a published network that comes with the package.

    Parameters
    ----------
    name : str
        ``"asia"`` (8 variables), ``"sachs"`` (11), ``"child"`` (20), ``"insurance"`` (27) or
        ``"alarm"`` (37).

    Returns
    -------
    BayesianNetwork
        Structure, states and probabilities as published.

    Raises
    ------
    DagwrightError
        If there is no such network; the message lists those there are.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.load_network("alarm")
    <BayesianNetwork: 37 variables, 46 edges, 509 parameters>
    """
    known = sorted(file.name.removesuffix(_SUFFIX) for file in _FILES.glob(f"*{_SUFFIX}"))
    if name not in known:
        raise DagwrightError(
            f"no network {name!r} comes with the package{did_you_mean(name, known)}: there are "
            f"{', '.join(known)}",
            meant=meant_by([name], known),
        )
    return read_network(_FILES / f"{name}{_SUFFIX}")
