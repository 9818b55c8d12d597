import re

import pytest

import dagwright as dw


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"required": [("a", "b")], "forbidden": [("a", "b")]}, "a -> b is both"),
        ({"required": [("a", "b"), ("b", "a")]}, "cycle: a -> b -> a"),
        ({"required": [("a", "a")]}, "its own parent"),
        ({"required": [("b", "a")], "tiers": [["a"], ["b"]]}, "'b' is in a later tier"),
        ({"required": [("a", "c"), ("b", "c")], "max_parents": 1}, "'c' has 2 required parents"),
        ({"tiers": [["a", "b"], ["b"]]}, "'b' is in the tiers twice"),
        ({"max_parents": -1}, "max_parents is -1"),
        ({"max_parents": 1.5}, "max_parents is 1.5"),
        ({"required": ["ab"]}, "pairs of names"),
        ({"forbidden": [("a", 1)]}, "pairs of names"),
    ],
)
def test_contradictions_are_refused_with_their_names(arguments, message):
    with pytest.raises(dw.ConstraintError, match=message):
        dw.Constraints(**arguments)


def test_unknown_names_are_all_named():
    constraints = dw.Constraints(required=[("a", "x")], forbidden=[("y", "a")], tiers=[["z"]])
    with pytest.raises(dw.ConstraintError, match="x, y, z"):
        constraints.check_names(["a", "b"])


def test_tiers_forbid_edges_to_earlier_tiers_only():
    constraints = dw.Constraints(tiers=[["a"], ["b"], ["c"]])
    assert constraints.forbidden_edges() == {("b", "a"), ("c", "a"), ("c", "b")}


def test_the_smaller_limit_on_parents_wins():
    assert dw.Constraints(max_parents=3).limit_parents(2).max_parents == 2
    assert dw.Constraints(max_parents=1).limit_parents(2).max_parents == 1
    assert dw.Constraints().limit_parents(2).max_parents == 2
    assert dw.Constraints(max_parents=1).limit_parents(None).max_parents == 1


def test_a_smaller_limit_is_checked_against_required_parents():
    with pytest.raises(dw.ConstraintError, match="required parents"):
        dw.Constraints(required=[("a", "c"), ("b", "c")]).limit_parents(1)


def test_violations_are_told_in_words():
    constraints = dw.Constraints(
        required=[("a", "b")], forbidden=[("c", "a")], tiers=[["b"], ["d"]], max_parents=1
    )
    dag = dw.Dag(["a", "b", "c", "d"], [("c", "a"), ("d", "b"), ("c", "b")])
    assert constraints.violations(dag) == [
        "a -> b is required",
        "c -> a is forbidden",
        "d -> b is forbidden",
        "'b' has 2 parents, at most 1 allowed",
    ]


@pytest.mark.parametrize(
    ("tiers", "words"),
    [
        ([["a"]], "must not point to 'a' into a second tier"),
        ([["a", "b"], []], "must not point to 'a', 'b'"),
        ([["a", "b", "c"]], "all variables are in it"),
    ],
)
def test_a_single_tier_is_warned_of(tiers, words):
    constraints = dw.Constraints(tiers=tiers)
    assert words in constraints.warnings(["a", "b", "c"])[0]
    columns = {name: [0, 1] * 30 for name in "abc"}
    data = dw.Dataset.from_frame(columns, as_is=True)
    assert constraints.warnings(columns)[0] in dw.learn(data, constraints=constraints).warnings
    scores = dw.LocalScores(data)
    found = dw.solve(scores, "hill-climbing", constraints=constraints)
    assert found.warnings == constraints.warnings(columns)
    sure = dw.bootstrap(data, 2, constraints=constraints)
    assert sure.warnings == constraints.warnings(columns)


def test_tiers_that_constrain_are_not_warned_of():
    for tiers in ([], [["a"], ["b", "c"]]):
        assert dw.Constraints(tiers=tiers).warnings(["a", "b", "c"]) == ()


@pytest.mark.parametrize("function", [dw.learn, dw.plan, dw.bootstrap])
def test_columns_that_are_not_variables_say_why(function):
    n = 200
    labels = [("x", "y", "z")[k * k % 7 % 3] for k in range(n)]
    table = {
        "cls": labels,
        "pcls": [label.upper() for label in labels],
        "id": [f"n{k * 7919 % 1000:04}" for k in range(n)],
        "g": [("a", "b")[k % 2] for k in range(n)],
    }
    same = "'pcls' is the same as 'cls', which is used: name that, or keep 'pcls' (keep=)"
    with pytest.raises(dw.ConstraintError, match=re.escape(same)):
        function(table, constraints=dw.Constraints(required=[("g", "pcls")]))
    with pytest.raises(dw.ConstraintError, match=r"'id' was left out \(identifier: .*keep="):
        function(table, constraints=dw.Constraints(forbidden=[("g", "id")]))
    with pytest.raises(dw.ConstraintError, match="unknown variables in the constraints: h"):
        function(table, constraints=dw.Constraints(forbidden=[("g", "h")]))
