"""`random_gene_network`: a regulatory network with cycles, and expression data from it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from dagwright.data import Dataset
from dagwright.network.generate.adaptive_states import adaptive_codes
from dagwright.network.generate.draws import check_count, check_positive, make_draws

__all__ = ["GeneNetwork", "random_gene_network"]

Numbers = npt.NDArray[np.float64]
Positions = npt.NDArray[np.int64]

# Genes work around the steep part of their response, yet feedback damps out: stronger responses
# made networks of 5 000 edges oscillate, and there was no steady state to return.
_STRENGTHS = (0.5, 4.0)
_STEEPNESS = (1.0, 2.0)
_VARIANT_SHARE = 0.25
_VARIANT_FACTOR = (0.5, 0.8)
_OUT_DEGREE_EXPONENT = 0.8
_STEPS = 60
_DAMPING = 0.5


@dataclass(frozen=True)
class GeneNetwork:
    r"""Who regulates whom, and how strongly. Cycles are allowed, unlike in a `Dag`.

    Make one with `random_gene_network`.

    Attributes
    ----------
    names
        The genes.
    edges
        Pairs (regulator, target).
    noise
        Standard deviation of the logarithm of what multiplies a gene's activity in a sample.

    Notes
    -----
    The expression of gene i in a sample is the steady state of

    .. math:: x_i = b_i\, e_i\, g_i \prod_{j \to i} \left(1 + a_{ji}
              \frac{x_j^{h_j}}{1 + x_j^{h_j}}\right)^{\pm 1}

    with + for activators and - for repressors: a product of saturating responses, in the manner of
    generators that simulate differential equations. :math:`e_i` is log-normal noise of the sample;
    a quarter of the genes have two variants, of which one transcribes at the rate
    :math:`g_i < 1`. :math:`b_i` puts the steady state without noise near 1. The state is found by
    a fixed number of damped iterations, so that data depend on the seed alone. It is not the
    generator of the DREAM5 challenge, which is what it stands in for.

    References
    ----------
    A. Pinna, N. Soranzo, I. Hoeschele and A. de la Fuente (2011). Simulating systems genetics data
    with SysGenSIM. Bioinformatics 27, 2459-2462.

    Examples
    --------
    >>> import dagwright as dw
    >>> network = dw.random_gene_network(20, edges=30, seed=1)
    >>> network.expression(100, seed=1).shape
    (100, 20)
    >>> set(network.sample(100, seed=1).arities) <= {2, 3, 4}
    True
    """

    names: tuple[str, ...]
    edges: tuple[tuple[str, str], ...]
    noise: float
    _regulators: Positions = field(repr=False, compare=False)
    _targets: Positions = field(repr=False, compare=False)
    _signs: Numbers = field(repr=False, compare=False)
    _strengths: Numbers = field(repr=False, compare=False)
    _steepness: Numbers = field(repr=False, compare=False)
    _variants: Numbers = field(repr=False, compare=False)

    def skeleton(self) -> frozenset[frozenset[str]]:
        """Return the pairs of genes of which one regulates the other.

        Examples
        --------
        >>> import dagwright as dw
        >>> len(dw.random_gene_network(20, edges=30, seed=1).skeleton()) <= 30
        True
        """
        return frozenset(frozenset(edge) for edge in self.edges)

    def expression(self, samples: int, seed: int = 0) -> Numbers:
        """Return the expression of every gene (columns) in every sample (rows).

        Parameters
        ----------
        samples
            How many, at least 1.
        seed
            The same seed gives the same numbers.
        """
        n, genes = check_count("samples", samples, 1), len(self.names)
        draws = make_draws(seed, "expression")
        outside = self.noise * draws.standard_normal((n, genes))
        outside += np.log(self._variants) * draws.randint(0, 2, (n, genes))
        # Sums over the edges of each target, as differences of running sums over sorted edges.
        ends = np.searchsorted(self._targets, np.arange(genes + 1))
        middle = self._signs * np.log1p(self._strengths / 2)
        outside -= _sum_by_target(middle[None, :], ends)
        level = np.zeros((n, genes))
        for _ in range(_STEPS):
            active = 1 / (1 + np.exp(-self._steepness * level))
            pull = self._signs * np.log1p(self._strengths * active[:, self._regulators])
            level += _DAMPING * (outside + _sum_by_target(pull, ends) - level)
        return np.exp(level)

    def sample(self, samples: int, seed: int = 0) -> Dataset:
        """Return expression data with 2 to 4 states a gene, cut where its values cluster.

        Parameters
        ----------
        samples
            How many rows, at least 1.
        seed
            The same seed gives the same rows.
        """
        levels = np.log(self.expression(samples, seed))
        columns = [adaptive_codes(column) for column in levels.T]
        states = [list(range(int(column.max()) + 1)) for column in columns]
        return Dataset(self.names, states, columns)


def random_gene_network(
    genes: int = 1000, *, edges: int = 2000, noise: float = 0.3, seed: int = 0
) -> GeneNetwork:
    """Draw a gene regulatory network: few regulators with many targets, directed cycles included.

    Parameters
    ----------
    genes
        Number of genes.
    edges
        Number of pairs of regulator and target; a gene does not regulate itself.
    noise
        Standard deviation of the logarithm of a gene's activity from sample to sample.
    seed
        The same seed gives the same network.

    Returns
    -------
    GeneNetwork
        What draws the data.

    Examples
    --------
    >>> import dagwright as dw
    >>> network = dw.random_gene_network(50, edges=50, seed=2)
    >>> len(network.names), len(network.edges)
    (50, 50)
    """
    n = check_count("genes", genes, 2)
    m = check_count("edges", edges, 0, n * (n - 1))
    draws = make_draws(seed, "gene network")
    # Power law of the out-degrees; in-degrees follow from targets that are equally likely.
    popularity = (1.0 + draws.permutation(n)) ** -_OUT_DEGREE_EXPONENT
    chosen = _draw_pairs(draws, popularity / popularity.sum(), n, m)
    targets, regulators = chosen // n, chosen % n
    names = tuple(f"g{i}" for i in range(n))
    has_variants = draws.random_sample(n) < _VARIANT_SHARE
    return GeneNetwork(
        names=names,
        edges=tuple((names[r], names[t]) for r, t in zip(regulators, targets, strict=True)),
        noise=check_positive("noise", noise),
        _regulators=regulators,
        _targets=targets,
        _signs=draws.choice([-1.0, 1.0], m),
        _strengths=draws.uniform(*_STRENGTHS, m),
        _steepness=draws.uniform(*_STEEPNESS, n),
        _variants=np.where(has_variants, draws.uniform(*_VARIANT_FACTOR, n), 1.0),
    )


def _draw_pairs(draws: np.random.RandomState, share: Numbers, n: int, m: int) -> Positions:
    """Return m different pairs as target * n + regulator, sorted: regulators by their share."""
    found: dict[int, None] = {}
    tries = 0
    while len(found) < m:
        regulators, targets = draws.choice(n, m, p=share), draws.randint(0, n, m)
        tries += 1
        if tries > 50:
            # Nearly all pairs are asked for: the rest no longer by share, or it would never end.
            everything = np.setdiff1d(np.arange(n * n), np.arange(n) * (n + 1))
            rest = np.setdiff1d(everything, np.fromiter(found, np.int64, len(found)))
            found.update(dict.fromkeys(draws.permutation(rest)[: m - len(found)].tolist()))
            break
        pairs = (targets * n + regulators)[targets != regulators]
        found.update(dict.fromkeys(pairs[: m - len(found)].tolist()))
    return np.array(sorted(found), dtype=np.int64)


def _sum_by_target(values: Numbers, ends: Positions) -> Numbers:
    """Return, for each row, the sums of the columns between consecutive ends."""
    running = np.zeros((values.shape[0], values.shape[1] + 1))
    np.cumsum(values, axis=1, out=running[:, 1:])
    return running[:, ends[1:]] - running[:, ends[:-1]]
