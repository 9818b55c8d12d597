"""What is no longer used is freed."""

import gc
import weakref

import dagwright as dw


def test_local_scores_of_a_python_function_are_collected():
    # LocalScores -> oracle -> function -> LocalScores: a cycle through the compiled core.
    def score(data, child, parents):
        return -float(len(parents))

    scores = dw.LocalScores(dw.Dataset.from_frame({"a": [0, 1], "b": [0, 1]}, as_is=True), score)
    assert scores("a", ["b"]) == -1.0
    gone = weakref.ref(scores)
    del scores
    gc.collect()
    assert gone() is None
