"""Every parameter of every method and selection does something: it reaches the core, or its work.

A second legal value of each changes the field of that name in the options that the core is given.
Of parameters that Python uses, it changes the constraints in force or what the search did.
"""

from typing import Literal, get_args, get_origin

import pytest
from exact_cases import two_components
from random_sets import random_sets

import dagwright as dw
from dagwright import _core
from dagwright.parameters import parameters_of, types_of

UNSTEADY = {"initial_microseconds", "distinct_scores", "bytes"}
# Second values where the type leaves them open.
SECOND = {
    "crossover": "rank",
    "groups": 3,
    "heuristic": dw.DynamicPatterns(k=2),
    "initial": "greedy",
    "options": dw.ExactOptions(trial_nodes=100),
    "pruning": dw.selection.Pruning.none(),
    "search": dw.HillClimbing(restarts=3, max_parents=1),
    "sizes": (1, 9),
    "skip": 0.5,
    "steps": (2,),
}
METHODS = [(name, each) for name, kind in dw.METHODS.items() for each in parameters_of(kind)]
SELECTIONS = [(name, each) for name, kind in dw.SELECTIONS.items() for each in parameters_of(kind)]


def second_value(kind, name):
    """A legal value that is not the default."""
    if name in SECOND:
        return SECOND[name]
    default = getattr(kind(), name)
    types = types_of(kind, name)
    words = [w for each in types if get_origin(each) is Literal for w in get_args(each)]
    if words:
        return next(word for word in words if word != default)
    if bool in types:
        return not default
    if int in types:
        return 2 if default is None else default + 1
    return 2.0 if default is None else default / 2


@pytest.fixture(scope="module")
def scores():
    data = dw.load_network("asia").sample(400, seed=1)
    return dw.LocalScores(data, dw.BDeu(ess=2), memory_limit="16M")


def fields_of(options):
    values = {name: getattr(options, name) for name in options.fields}
    return {n: fields_of(v) if hasattr(v, "fields") else v for n, v in values.items()}


def watch(monkeypatch, holder, attribute, at=None):
    """Record the options of every call of a function of the core."""
    seen = []
    held = getattr(holder, attribute)
    call = held if at is None else held[at]

    def spy(inputs, options, resources, control):
        seen.append(fields_of(options))
        return call(inputs, options, resources, control)

    spied = spy if at is None else (*held[:at], spy)
    monkeypatch.setattr(holder, attribute, spied)
    return seen


def facts_of(result):
    counters = {n: v for n, v in result.counters.items() if n not in UNSTEADY}
    stages = [(stage.score, stage.segments) for stage in result.stages]
    trace = [(point.iterations, point.score) for point in result.trace]
    return result.constraints, counters, stages, trace, result.notes


@pytest.mark.parametrize(("method", "name"), METHODS)
def test_a_parameter_of_a_method_has_an_effect(monkeypatch, tmp_path, scores, method, name):
    kind = dw.METHODS[method]
    value = tmp_path if name == "spill" else second_value(kind, name)
    problem = scores
    if method == "exact":
        problem = two_components()
    elif kind.needs == "parent sets":
        problem = random_sets(10, 3, per_child=40)
    searching = dw.MINOBS if method == "exact" else kind  # whose generations are its own
    seen = watch(monkeypatch, searching, "core", -1) if hasattr(searching, "core") else [{}]
    few = {} if kind.proves or kind.needs == "data" else {"iterations": 300}
    facts = [
        facts_of(dw.solve(problem, each, seed=1, threads=1, bound=False, **few))
        for each in (kind(), kind(**{name: value}))
    ]
    first, last = seen[0], seen[-1]
    if name in first:
        assert first[name] != last[name]
    else:
        assert facts[0] != facts[1]


@pytest.mark.parametrize(("selection", "name"), SELECTIONS)
def test_a_parameter_of_a_selection_reaches_the_core(monkeypatch, scores, selection, name):
    kind = dw.SELECTIONS[selection]
    seen = watch(monkeypatch, _core, "select_parent_sets")
    sets = [
        dw.find_parent_sets(scores, each, threads=1)
        for each in (kind(), kind(**{name: second_value(kind, name)}))
    ]
    if name in seen[0]:
        assert seen[0][name] != seen[1][name]
    else:
        assert sets[0].constraints != sets[1].constraints


@pytest.mark.parametrize(
    ("kind", "name"),
    [(k, n) for k in (dw.StaticPatterns, dw.DynamicPatterns) for n in parameters_of(k)],
)
def test_a_parameter_of_a_heuristic_reaches_the_core(kind, name):
    sets = random_sets(10, 3, per_child=40)
    base = {"k": 2} if name == "cover" else {}
    plain, changed = kind(**base), kind(**base | {name: second_value(kind, name)})
    assert fields_of(plain.options(sets)) != fields_of(changed.options(sets))


@pytest.mark.parametrize(
    ("kind", "name"), [(k, n) for k in (dw.walk.Annealing, dw.walk.Tabu) for n in parameters_of(k)]
)
def test_a_parameter_of_a_walk_reaches_the_core(kind, name):
    changed = kind(**{name: second_value(kind, name)})
    assert fields_of(kind().for_core())[name] != fields_of(changed.for_core())[name]


@pytest.mark.parametrize(
    "kind", [dw.initial.DfsOrder(prefer_freeing=True), dw.initial.GreedyOrder(choices=2)]
)
def test_a_parameter_of_an_initial_order_changes_the_orders(kind):
    index = _core.OrderIndex(random_sets(10, 3, per_child=40).core)
    drawn = [
        [initial.prepare(index).make(seed, 0) for seed in range(50)]
        for initial in (type(kind)(), kind)
    ]
    assert drawn[0] != drawn[1]


def test_a_parameter_of_a_crossover_reaches_the_core():
    assert dw.crossover.OrderBased(exact=False).for_core() != dw.crossover.OrderBased().for_core()


def test_options_of_the_core_refuse_names_that_are_missing_or_unknown():
    with pytest.raises(TypeError, match="patience"):
        _core.TabuOptions(length=3)
    with pytest.raises(TypeError, match="other fields"):
        _core.TabuOptions(length=3, patience=4, speed=5)
    with pytest.raises(TypeError, match="length"):
        _core.TabuOptions(length="long", patience=4)


@pytest.mark.parametrize(("method", "name"), METHODS)
def test_what_the_core_cannot_count_to_is_refused_by_name(method, name):
    kind = dw.METHODS[method]
    if int not in types_of(kind, name):
        return
    for huge in (2**63, 2**64, 10**400):
        with pytest.raises(dw.DagwrightError, match=f"{name}="):
            kind(**{name: huge})
