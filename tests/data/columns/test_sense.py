"""What labels mean, found out once for all columns that have the same."""

import numpy as np
import pytest

import dagwright as dw
from dagwright.data.columns.scale import Scale
from dagwright.data.columns.sense import Asked, sense_of


def sense(labels, counts=None, asked=None):
    counts = np.array(counts or [10] * len(labels), dtype=np.int64)
    return sense_of(labels, counts, asked or Asked(), ".")


def read_as(found, labels):
    """What each label is: a number, a text, or None."""
    known = found.values.numbers.tolist() if isinstance(found.values, Scale) else found.values
    gone = [False] * len(labels) if found.gone is None else found.gone.tolist()
    return {
        label: None if no else known[rank]
        for label, rank, no in zip(labels, found.rank_of.tolist(), gone, strict=True)
    }


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["2", "10", "1"], {"1": 1.0, "2": 2.0, "10": 10.0}),
        (["yes", "NA", "no"], {"no": "no", "yes": "yes", "NA": None}),
        (["3", "", "-", "1"], {"1": 1.0, "3": 3.0, "": None, "-": None}),
        (["b", "+", "a"], {"+": "+", "a": "a", "b": "b"}),
    ],
)
def test_labels_mean_the_same_in_every_order(labels, expected):
    for turn in range(len(labels)):
        turned = labels[turn:] + labels[:turn]
        assert read_as(sense(turned), turned) == expected
        assert read_as(sense(turned[::-1]), turned[::-1]) == expected


def test_markers_stand_at_the_places_of_the_labels_asked_about():
    sense(["NA", "no", "yes"])
    assert sense(["yes", "no", "NA"]).markers == (("NA", 2),)
    assert sense(["no", "NA", "yes"]).markers == (("NA", 1),)


def test_whether_words_among_numbers_are_exceptions_is_not_remembered_without_the_counts():
    labels = [*map(str, range(1, 9)), "low"]
    seldom = sense(labels, [2] * 8 + [1])
    often = sense(labels, [9] * 8 + [400])
    assert isinstance(seldom.values, Scale)
    assert seldom.exceptions == (("low", 8),)
    assert not isinstance(often.values, Scale)
    assert isinstance(sense(labels, [2] * 8 + [1]).values, Scale)


def test_what_the_user_says_is_not_forgotten_for_what_was_remembered():
    labels = ["0", "1", "9"]
    assert read_as(sense(labels), labels)["9"] == 9.0
    assert read_as(sense(labels, asked=Asked(frozenset({"9"}))), labels)["9"] is None
    assert read_as(sense(labels, asked=Asked(states=frozenset(labels))), labels)["9"] == "9"


def test_a_label_that_no_row_has_is_none_of_the_values():
    assert sense(["a", "b", "c"], [5, 0, 5]).values == ("a", "c")


def test_a_column_is_treated_alike_alone_and_among_others(tmp_path):
    random = np.random.default_rng(1)
    pool = ["a", "b", "NA", "0", "1", "2", "<0.1", "?", "x y", "12kg", "-", "03"]
    columns = {
        f"v{i}": random.choice(random.choice(pool, size=1 + i % 5, replace=False), size=60).tolist()
        for i in range(60)
    }

    def read(names):
        path = tmp_path / "table.csv"
        rows = zip(*(columns[name] for name in names), strict=True)
        path.write_text("\n".join([",".join(names), *map(",".join, rows)]) + "\n")
        return dw.read_data(path, missing="state", keep=names).columns

    together = read(["v0", *columns][1:])
    for first, second in zip(list(columns)[::2], list(columns)[1::2], strict=True):
        alone = read([second, first])
        for name in (first, second):
            if "another" not in str(alone[name].treatment) + str(together[name].treatment):
                assert (alone[name].kind, alone[name].reason, alone[name].markers) == (
                    together[name].kind,
                    together[name].reason,
                    together[name].markers,
                )
