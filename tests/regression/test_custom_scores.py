"""Scores that are a user's own objects."""

from dataclasses import dataclass

import numpy as np
import pytest

import dagwright as dw


@dataclass(frozen=True)
class FewParents:
    price: float
    free: int = 1

    def __call__(self, data, child, parents):
        return -self.price * max(0, len(parents) - self.free)


def test_a_score_whose_parameters_have_no_defaults_is_explained():
    data = {"a": [0, 1, 1], "b": [0, 1, 0]}
    result = dw.learn(data, score=FewParents(2.0), method="hill-climbing")
    assert "Score: FewParents, price 2." in result.explain()


def test_a_search_that_goes_on_from_a_checkpoint_knows_its_score(tmp_path):
    data = {"a": [0, 1, 1], "b": [0, 1, 0]}
    for _ in range(2):
        result = dw.learn(
            data, score=FewParents(2.0), method="minobs", checkpoint=tmp_path / "kept", time_limit=1
        )
        assert result.scoring == FewParents(2.0)
        assert dw.verify(result) == result.score


def test_the_page_asks_for_a_score_that_is_an_object_of_the_users(tmp_path):
    data = {"a": [0, 1, 1], "b": [0, 1, 0]}
    dw.write_report(dw.learn(data, score=FewParents(2.0)), tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "score = ..." in page
    assert "dw.FewParents" not in page


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int64, int])
def test_a_score_may_be_a_number_of_numpy(kind):
    data = {"a": [0, 1, 1], "b": [0, 1, 0]}
    result = dw.learn(data, score=lambda data, child, parents: kind(-3 - len(parents)))
    assert result.score == -6
