"""Which exact rules leave sets of parents out."""

from __future__ import annotations

from dataclasses import dataclass

from dagwright import _core
from dagwright.parameters import Parameters, core_options, parameter

__all__ = ["Pruning"]


@dataclass(frozen=True)
class Pruning(Parameters):
    r"""The exact pruning rules, each on its own switch.

    A set that a rule leaves out, and every superset of it, is equalled or beaten by one of its own
    subsets, so no list of non-dominated sets changes. With w = ln N / 2 for BIC and 1 for AIC:

    References
    ----------
    de Campos & Ji (2011), Efficient structure learning of Bayesian networks using constraints.
    de Campos, Scanagatta, Corani & Zaffalon (2018), Entropy-based pruning for learning Bayesian
    networks using BIC. Correia, Cussens & de Campos (2020), On pruning for score-based Bayesian
    network structure learning.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.selection.Pruning.none() == dw.selection.Pruning(False, False, False, False, False)
    True
    """

    likelihood: bool = parameter(
        True,
        help="P1 (BIC, AIC): a subset scores at least -w (r - 1) q, what a perfect fit would get.",
    )
    in_degree: bool = parameter(
        True,
        help="P2 (BIC, AIC): q is at least 1 + N H(X) / (w (r - 1)); what remains of it in the "
        "number of parents is 2^k < 1 + 2 N / log2 N.",
    )
    entropy: bool = parameter(
        True,
        help="P3 (BIC, AIC): one more parent Y explains at most N min{H(X|S), H(Y)} and costs "
        "more.",
    )
    cells: bool = parameter(
        True,
        help="P4 (BDeu): minus the number of occupied family cells times ln r bounds all "
        "supersets, where ess <= q.",
    )
    atoms: bool = parameter(
        True,
        help="P5 (BDeu): the bounds g and h over the atoms of the data, where ess <= q.",
    )

    @classmethod
    def none(cls) -> Pruning:
        """Return pruning without any rule: every set is scored."""
        return cls(False, False, False, False, False)

    def for_core(self) -> _core.PruningRules:
        """Return them in the terms of the core."""
        return core_options(_core.PruningRules, self)
