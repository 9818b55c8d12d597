"""Signed-rank tests between methods."""

from __future__ import annotations

from collections.abc import Sequence

from dagwright.evaluate.statistics import PairwiseResult, pairwise_wilcoxon
from dagwright.experiments.pages.book import Chapter

__all__ = ["compare_pairs"]


def compare_pairs(
    chapter: Chapter, instance: str, methods: Sequence[str], comparisons: int | None
) -> dict[tuple[str, str], PairwiseResult]:
    """Return the tests of all pairs of methods that an instance has samples of, by name."""
    present = [m for m in methods if chapter.find(instance, m)]
    scores = {m: chapter.values("score", instance, m) for m in present}
    least = min((len(values) for values in scores.values()), default=0)
    if len(present) < 2 or least < 2:
        return {}
    results = pairwise_wilcoxon(
        {m: values[:least] for m, values in scores.items()}, comparisons=comparisons
    )
    return {(r.first, r.second): r for r in results}
