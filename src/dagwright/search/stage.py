"""What one stage of a staged search found."""

from __future__ import annotations

from dataclasses import dataclass

from dagwright.graph import Dag

__all__ = ["Stage"]


@dataclass(frozen=True)
class Stage:
    """A stage of a curriculum: the variables that were selected, and the network over them.

    Attributes
    ----------
    step
        The step size of the curriculum that the stage belongs to, as it was given.
    variables
        The selected variables in the order in which they were selected.
    dag
        The network over them that the stage ended with.
    segments
        Number of joint values of the other variables that occur: as many sets of parameters the
        network has at this stage.
    score
        What the stage maximises: the sum over the segments, less the penalty.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.load_network("asia").sample(2000, seed=1)
    >>> scores = dw.LocalScores(data, dw.BDeu(ess=10))
    >>> result = dw.solve(scores, dw.Curriculum(steps=(2,)))
    >>> [(len(stage.variables), stage.segments) for stage in result.stages]
    [(3, 21), (5, 7), (7, 2), (8, 1)]
    """

    step: int | tuple[int, ...]
    variables: tuple[str, ...]
    dag: Dag
    segments: int
    score: float
