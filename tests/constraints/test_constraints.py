import re

import pytest

import dagwright as dw


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"required": [("a", "b")], "forbidden": [("a", "b")]}, "a -> b is required and also"),
        ({"required": [("a", "b")], "roots": ["b"]}, "a -> b is required, but 'b' is a root"),
        ({"required": [("a", "b")], "leaves": ["a"]}, "a -> b is required, but 'a' is a leaf"),
        (
            {"required": [("a", "b")], "tiers": [["c"], ["a", "b"]], "forbid_within": [1]},
            "both are in tier 2, within which edges are forbidden",
        ),
        ({"required": [("a", "b"), ("b", "a")]}, "cycle: a -> b -> a"),
        ({"required": [("a", "a")]}, "its own parent"),
        (
            {"required": [("b", "a")], "tiers": [["a"], ["b"]]},
            r"'b' is in a later tier \(2\) than 'a' \(1\)",
        ),
        ({"required": [("a", "c"), ("b", "c")], "max_parents": 1}, "'c' has 2 required parents"),
        ({"tiers": [["a", "b"], ["b"]]}, "'b' is in the tiers twice"),
        ({"max_parents": -1}, "max_parents=-1"),
        ({"max_parents": 1.5}, "max_parents=1.5"),
        ({"required": ["ab"]}, "pairs of names"),
        ({"forbidden": [("a", 1)]}, "pairs of names"),
        ({"forbidden": 1}, "pairs of names"),
        ({"roots": "age"}, "roots is 'age': give a list of names"),
        ({"leaves": [1]}, "leaves holds 1: give a list of names"),
        ({"tiers": 1}, "tiers is 1"),
        ({"forbid_within": True}, "forbid_within= is about tiers"),
        ({"tiers": [["a"]], "forbid_within": [1]}, "from 0 to 0"),
        ({"tiers": [["a"]], "forbid_within": "0"}, "give True, False or places"),
    ],
)
def test_contradictions_are_refused_with_their_names(arguments, message):
    with pytest.raises(dw.ConstraintError, match=message):
        dw.Constraints(**arguments)


def test_unknown_names_are_all_named():
    constraints = dw.Constraints(required=[("a", "x")], forbidden=[("y", "a")], tiers=[["z"]])
    with pytest.raises(dw.ConstraintError, match=r"'x'\n.*'y'\n.*'z'"):
        constraints.resolve(["a", "b"])


def test_tiers_forbid_edges_to_earlier_tiers_only():
    constraints = dw.Constraints(tiers=[["a"], ["b"], ["c"]])
    assert constraints.forbidden_edges("abcd") == {("b", "a"), ("c", "a"), ("c", "b")}


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
        ([["a"]], "if nothing may point to 'a', make them roots instead (roots=)"),
        ([["a", "b"], []], "if nothing may point to 'a', 'b', make"),
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
    for words in (
        {},
        {"tiers": [["a"], ["b", "c"]]},
        {"tiers": [["a"], ["*"]]},
        {"tiers": [["a", "b"]], "forbid_within": True},
    ):
        assert dw.Constraints(**words).resolve("abc").warnings(["a", "b", "c"]) == ()


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
    with pytest.raises(dw.ConstraintError, match="constraints: no variable is called 'h'"):
        function(table, constraints=dw.Constraints(forbidden=[("g", "h")]))
    for words in ({"roots": ["pc*"]}, {"leaves": ["pcls"]}, {"tiers": [["pc?s"]]}):
        with pytest.raises(dw.ConstraintError, match="the same as 'cls'"):
            function(table, constraints=dw.Constraints(**words))
    with pytest.raises(
        dw.ConstraintError, match=r"no variable matches 'clss\*' \(did you mean 'cls'"
    ):
        function(table, constraints=dw.Constraints(roots=["clss*"]))


NAMES = ("age", "sex", "lab_1", "lab_2", "x*", "ill")


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ({"roots": ["?e?"]}, {"roots": ["sex"]}),
        ({"roots": ["[as]*"]}, {"roots": ["age", "sex"]}),
        ({"leaves": ["x*"]}, {"leaves": ["x*"]}),
        ({"forbidden": [("*", "age")]}, {"roots": ["age"]}),
        ({"forbidden": [("lab_*", "*")]}, {"leaves": ["lab_1", "lab_2"]}),
        (
            {"forbidden": [("lab_*", "lab_*")]},
            {"forbidden": [("lab_1", "lab_2"), ("lab_2", "lab_1")]},
        ),
        (
            {"required": [("lab_*", "ill")]},
            {"required": [("lab_1", "ill"), ("lab_2", "ill")]},
        ),
        ({"tiers": [["age"], ["*"]]}, {"tiers": [["age"], ["sex", "lab_1", "lab_2", "x*", "ill"]]}),
        (
            {"tiers": [["*"], ["lab_*"], ["lab_2"]]},
            {"tiers": [["age", "sex", "x*", "ill"], ["lab_1"], ["lab_2"]]},
        ),
    ],
)
def test_patterns_are_read_against_the_names(written, plain):
    found = dw.Constraints(**written).resolve(NAMES)
    assert found == dw.Constraints.from_json(plain)
    assert found.is_resolved
    assert found.resolve(NAMES) == found


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"tiers": [["lab_*"], ["*_1"]]}, "'lab_1' is in two tiers, by 'lab_*' in tier 1 and by"),
        ({"forbidden": [("ag?", "age")]}, "stands for no edge"),
        (
            {"required": [("lab_*", "lab_*")]},
            "cycle: lab_1 -> lab_2 -> lab_1 (by 'lab_* -> lab_*')",
        ),
        (
            {"required": [("lab_*", "ill")], "forbidden": [("*_2", "ill")]},
            "lab_2 -> ill is required (by 'lab_* -> ill'), but forbidden (by '*_2 -> ill')",
        ),
        (
            {"required": [("lab_*", "ill")], "roots": ["i*"]},
            "lab_1 -> ill is required (by 'lab_* -> ill'), but 'ill' is a root (by 'i*')",
        ),
        (
            {"required": [("lab_*", "ill")], "max_parents": 1},
            "'ill' has 2 required parents by 'lab_* -> ill' ('lab_1', 'lab_2'), but max_parents",
        ),
        (
            {"roots": ["agee"], "leaves": ["Ill"]},
            "'agee' (did you mean 'age'?)\nconstraints: no variable is called 'Ill' (",
        ),
    ],
)
def test_what_patterns_contradict_is_said_as_it_was_written(words, message):
    with pytest.raises(dw.ConstraintError, match=re.escape(message)):
        dw.Constraints(**words).resolve(NAMES)


def test_what_is_named_plainly_is_refused_before_names_are_known():
    with pytest.raises(dw.ConstraintError, match="'b' is a root"):
        dw.Constraints(required=[("a", "b")], roots=["b", "demo_*"])


def test_patterns_that_are_not_resolved_have_no_meaning_yet():
    written = dw.Constraints(roots=["demo_*"])
    for ask in (lambda: written.forbids("a", "demo_1"), lambda: dw.Scope(constraints=written)):
        with pytest.raises(dw.ConstraintError, match="resolve"):
            ask()
    dag = dw.Dag(["a", "demo_1"], [("a", "demo_1")])
    assert written.violations(dag) == ["a -> demo_1 is forbidden"]


def test_too_many_edges_from_patterns_are_refused():
    names = [f"{kind}{k}" for kind in "ab" for k in range(3000)]
    with pytest.raises(dw.ConstraintError, match="say it by tiers, roots or leaves"):
        dw.Constraints(forbidden=[("a*", "b*")]).resolve(names)


def test_thousands_of_variables_in_tiers_take_no_edges():
    names = [f"v{k}" for k in range(10_000)]
    known = dw.Constraints(
        tiers=[["v?", "v??"], ["*"]], roots=["v5"], forbidden=[("*", "v1*")], forbid_within=True
    ).resolve(names)
    assert known.forbidden == ()
    assert known.forbids("v9999", "v8888")
    assert not known.forbids("v7", "v8888")
    assert [len(numbers) for numbers in known.levels(names)] == [10_000, 10_000]


@pytest.mark.parametrize("method", ["auto", "hill-climbing", "ges", "tabu", "minobs", "exact"])
def test_searches_respect_every_kind(method):
    data = dw.load_network("asia").sample(600, seed=3)
    known = dw.Constraints(
        tiers=[["asia", "smoke", "tub"], ["*"]],
        forbid_within=[0],
        roots=["smo*"],
        leaves=["dysp"],
        forbidden=[("*", "bron?"), ("x*", "*")],
    )
    result = dw.learn(data, method=method, constraints=known)
    assert known.violations(result.dag) == []
    assert result.constraints.without_limit() == known.resolve(data.names)
    assert result.dag.n_edges > 2
    dw.verify(result, data)


@pytest.mark.parametrize(
    "words", [{"roots": ["smoke"]}, {"leaves": ["bronc"]}, {"forbidden": [("b*", "smoke")]}]
)
def test_directions_that_roots_and_leaves_fix_are_by_constraints(words):
    data = dw.load_network("asia").sample(5000, seed=1).select(["smoke", "bronc", "asia"])
    cpdag = dw.learn(data, constraints=dw.Constraints(**words)).cpdag()
    assert cpdag.by_constraints == (("smoke", "bronc"),)


def test_names_that_look_like_patterns_stay_names():
    known = dw.Constraints(roots=["a*"], forbidden=[("b", "a?")]).resolve(["a*", "a?", "b"])
    assert known.forbids("b", "a*")
    limited = known.limit_parents(1).merge(dw.Constraints(leaves=["b"]))
    assert limited.is_resolved
    assert limited.roots == ("a*",)
    assert dw.Scope.from_json(dw.Scope(constraints=known).to_json()).constraints == known
    with pytest.raises(dw.ConstraintError, match=r"'a\*' is a root"):
        known.require([("b", "a*")])


def test_two_orders_are_not_combined():
    one, other = dw.Constraints(tiers=[["a"], ["*"]]), dw.Constraints(tiers=[["b"], ["*"]])
    with pytest.raises(dw.ConstraintError, match="two orders"):
        one.merge(other)
    both = one.combine(dw.Constraints(tiers=one.tiers, forbid_within=True, roots=["b"]))
    assert both == dw.Constraints(tiers=one.tiers, forbid_within=True, roots=["b"])


NAMES_WITH_STAR = ["*", "rain", "wet"]


@pytest.mark.parametrize(
    "words",
    [{"tiers": [["*"], ["rain"]]}, {"forbidden": [("*", "rain")]}, {"roots": ["*"]}],
    ids=str,
)
def test_a_star_that_could_be_a_column_is_refused(words):
    with pytest.raises(dw.ConstraintError, match=r"write '\[\*\]' for the column, '\*\*' for all"):
        dw.Constraints(**words).resolve(NAMES_WITH_STAR)


def test_a_column_that_is_called_star_and_the_others_can_both_be_said():
    known = dw.Constraints(tiers=[["[*]"], ["**"]], roots=["[*]"], forbidden=[("wet", "**")])
    found = known.resolve(NAMES_WITH_STAR)
    assert found.tiers == (("*",), ("rain", "wet"))
    assert found.roots == ("*",)
    assert found.leaves == ("wet",)


def test_a_star_of_resolved_constraints_is_the_column():
    found = dw.Constraints.from_json({"roots": ["*"]})
    assert found.resolve(NAMES_WITH_STAR) is found


def test_each_unknown_name_has_a_line_and_all_are_put_right_at_once():
    known = dw.Constraints(forbidden=[("raim", "wat")])
    with pytest.raises(dw.ConstraintError) as caught:
        known.resolve(["rain", "wet"])
    assert caught.value.message.splitlines() == [
        "constraints: no variable is called 'raim' (did you mean 'rain'?)",
        "constraints: no variable is called 'wat' (did you mean 'wet'?)",
    ]
    assert caught.value.meant == {"raim": "rain", "wat": "wet"}
