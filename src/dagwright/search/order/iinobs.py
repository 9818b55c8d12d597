"""Iterated insertion-based search over orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from dagwright import _core
from dagwright.parents import ParentSets
from dagwright.search.method import Run, register
from dagwright.search.order.initial_orders import InitialOrder, resolve_initial
from dagwright.search.order.searching import OrderMethod, search_orders
from dagwright.search.parameters import check_choice, check_count, check_fraction

__all__ = ["IINOBS"]


@register
@dataclass(frozen=True)
class IINOBS(OrderMethod):
    """Iterated `INOBS`: perturb a local optimum, descend again, accept what is not much worse.

    A run begins at an initial order and ends when it no longer leads anywhere; runs are
    independent. Strong when time is short; `MINOBS` overtakes it on large problems.

    Parameters
    ----------
    perturbation
        Exchanges of two random variables before each descent, as a share of the number of
        variables, rounded up.
    leeway
        How much worse, relatively, a local optimum may be to be accepted.
    soft_restart, hard_restart
        A run ends after this many steps, counted as `restart_rule` says.
    restart_rule
        ``"code"``: after `soft_restart` rejections in a row, or `hard_restart` acceptances, as the
        authors' program does. ``"paper"``: after `soft_restart` local optima without a new best
        one of the run, or `hard_restart` perturbations.
    restarts
        Number of runs; None continues until a stop rule ends it.
    initial
        Where runs begin: `RandomOrder`, `DfsOrder`, `FasOrder` or `GreedyOrder`, or its name.

    References
    ----------
    Lee & van Beek (2017), Metaheuristics for score-and-search Bayesian network structure learning,
    section 4.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    >>> one = dw.solve(sets, dw.INOBS(), seed=0)
    >>> dw.solve(sets, dw.IINOBS(restarts=1), seed=0).score >= one.score
    True
    """

    name: ClassVar[str] = "iinobs"

    perturbation: float = 0.03
    leeway: float = 0.00005
    soft_restart: int = 22
    hard_restart: int = 100
    restart_rule: Literal["code", "paper"] = "code"
    restarts: int | None = None
    initial: InitialOrder | str = "random"

    def __post_init__(self) -> None:
        check_fraction(self, "perturbation")
        check_fraction(self, "leeway")
        check_count(self, "soft_restart", smallest=1, optional=False)
        check_count(self, "hard_restart", smallest=1, optional=False)
        check_choice(self, "restart_rule", ("code", "paper"))
        check_count(self, "restarts", smallest=1)
        object.__setattr__(self, "initial", resolve_initial(self))

    @property
    def completes(self) -> bool:
        """Whether it ends without a stop rule."""
        return self.restarts is not None

    def run(self, problem: ParentSets, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        search_orders(
            problem,
            run,
            resolve_initial(self),
            lambda core_run: _core.iinobs(
                core_run,
                self.perturbation,
                self.leeway,
                self.soft_restart,
                self.hard_restart,
                _core.RestartRule[self.restart_rule],
                self.restarts,
                run.seed,
            ),
        )
