"""What `learn` and `plan` do on eight tables, on a fake clock, to the last bit.

``PYTHONPATH=src:tests/support python -m golden_learn`` freezes it again; a commit that does so says
why the results changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from scripted import random_table

import dagwright as dw
from dagwright.running.control import fake_clock

__all__ = ["CASES", "FROZEN", "Case"]

FROZEN = Path(__file__).parents[1] / "golden_learn" / "frozen.json"


@dataclass(frozen=True)
class Case:
    """A table, what is asked about it, and how fast time passes.

    Attributes
    ----------
    uses_solver
        Whether linear programs take part: their solver may end elsewhere in another version, so
        that only network, score and status are compared.
    """

    table: Callable[[], dw.Dataset]
    asked: dict[str, Any] = field(default_factory=dict)
    seconds_per_check: float = 1e-4
    uses_solver: bool = False

    def record(self) -> dict[str, Any]:
        """Learn and plan, and return what came of it."""
        table = self.table()
        options = {"threads": 1, "memory_limit": "1G", "seed": 1, **self.asked}
        with fake_clock(self.seconds_per_check):
            result = dw.learn(table, **options)
            plan = dw.plan(table, **options)
        if not self.uses_solver and result.counters.get("linear_programs", 0):
            raise AssertionError("linear programs were solved")
        return {"learn": self._result(result), "plan": self._plan(plan)}

    def _result(self, result: dw.Result) -> dict[str, Any]:
        found = {
            "network": sorted(map(list, result.dag.edges)),
            "score": result.score.hex(),
            "status": result.status.value,
        }
        if self.uses_solver:
            return found
        return {
            **found,
            "bound": result.bound.hex(),
            "stop_reason": result.stop_reason.value,
            "timings": [timing.name for timing in result.timings],
            "reasons": list(result.reasons),
            "irreproducible": list(result.irreproducible),
            "improvements": len(result.trace),
        }

    def _plan(self, plan: dw.Plan) -> dict[str, Any]:
        chosen = {
            "method": plan.method.name,
            "selection": None if plan.selection is None else plan.selection.name,
            "fits": plan.fits,
        }
        if self.uses_solver:
            return chosen
        stages = [[s.name, _hex(s.seconds), _hex(s.most_seconds), s.remark] for s in plan.stages]
        return {**chosen, "stages": stages, "reasons": list(plan.reasons)}


def _hex(seconds: float | None) -> str | None:
    return None if seconds is None else float(seconds).hex()


def _walk() -> dw.Dataset:
    steps = np.random.default_rng(2).normal(size=(300, 6))
    return dw.Dataset.from_frame(steps.cumsum(axis=1).round(3))


def _wdbc(n_variables: int) -> dw.Dataset:
    data = dw.load_dataset("wdbc")
    return data.select(data.names[:n_variables])


def _weighted() -> dw.Dataset:
    data = _wdbc(8)
    weights = np.random.default_rng(3).integers(0, 4, data.n_rows)
    return dw.Dataset(data.names, data.states, data.codes, weights)


def _constraints() -> dw.Constraints:
    names = _wdbc(10).names
    return dw.Constraints(
        required=[(names[0], names[3])],
        forbidden=[(names[1], names[2]), (names[2], names[1])],
        max_parents=2,
    )


def _few_and_even(data: dw.Dataset, child: str, parents: tuple[str, ...]) -> float:
    """Return the BIC, in Python, with a prize for an even number of parents."""
    score = dw.score_network(
        dw.Dag(data.names, [(parent, child) for parent in parents]), data, dw.BIC()
    )
    return score.total + 5.0 * (len(parents) % 2 == 0)


CASES = {
    "wide, 101 variables": Case(lambda: random_table(101), {"time_limit": 2}, 1e-3),
    "wide, 65 variables": Case(lambda: random_table(65), {"time_limit": 2}, 1e-3),
    "numbers to cut": Case(_walk),
    "wdbc, 20 variables": Case(lambda: _wdbc(20), uses_solver=True),
    "asia": Case(lambda: dw.load_network("asia").sample(500, seed=1)),
    "constraints": Case(lambda: _wdbc(10), {"constraints": _constraints()}),
    "weights": Case(_weighted, {"score": "bdeu", "method": "minobs"}, 1e-3, uses_solver=True),
    "a score in Python": Case(lambda: _wdbc(5), {"score": _few_and_even}, 1e-3),
}


def main() -> None:
    """Freeze what all cases do now."""
    FROZEN.parent.mkdir(exist_ok=True)
    found = {name: case.record() for name, case in CASES.items()}
    FROZEN.write_text(json.dumps(found, indent=1) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
