"""Selections against brute force: no rule may ever lose a set that matters."""

import itertools
from concurrent.futures import ThreadPoolExecutor

import pytest
from amount import scaled
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import datasets

import dagwright as dw

RULES = ["likelihood", "in_degree", "entropy", "cells", "atoms"]
SCORES = [dw.BIC(), dw.AIC(), dw.BDeu(ess=1), dw.BDeu(ess=0.1), dw.BDeu(ess=8), dw.K2()]


def all_scores(scores, child, required=()):
    """Every set of parents that holds the required ones, with its score."""
    others = [name for name in scores.names if name != child and name not in required]
    return {
        frozenset([*required, *extra]): scores(child, [*required, *extra])
        for size in range(len(others) + 1)
        for extra in itertools.combinations(others, size)
    }


def non_dominated(table):
    return {
        members: score
        for members, score in table.items()
        if not any(other < members and table[other] >= score for other in table)
    }


def found(sets, child):
    return {frozenset(entry.parents): entry.score for entry in sets[child]}


def only(*rules):
    return dw.selection.Pruning(**{rule: rule in rules for rule in RULES})


prunings = st.sampled_from(
    [dw.selection.Pruning(), dw.selection.Pruning.none(), *(only(rule) for rule in RULES)]
)
kinds = st.sampled_from([dw.Sequential, dw.Greedy, dw.Independence])


@settings(max_examples=scaled(60))
@given(data=datasets(max_variables=5, max_rows=150, max_arity=4), pruning=prunings, kind=kinds)
@pytest.mark.parametrize("score", SCORES, ids=str)
def test_a_complete_selection_is_the_brute_force_list(score, data, pruning, kind):
    scores = dw.LocalScores(data, score, memory_limit="16M")
    sets = dw.find_parent_sets(scores, kind(pruning=pruning), time_limit=None, threads=1)
    for child in data.names:
        assert found(sets, child) == non_dominated(all_scores(scores, child))
        assert sets.complete_size[child] == float("inf")
        assert sets.unseen_bound[child] == float("-inf")


@settings(max_examples=scaled(40))
@given(data=datasets(max_variables=5, max_rows=60, max_arity=3), draw=st.data())
@pytest.mark.parametrize("score", [dw.BIC(), dw.BDeu(ess=1)], ids=str)
@pytest.mark.parametrize("rule", RULES)
def test_no_pruned_set_nor_superset_beats_its_best_subset(rule, score, data, draw):
    """Stronger than equal lists: whatever was not scored must be useless."""
    scores = dw.LocalScores(data, score, memory_limit="16M")
    sets = dw.find_parent_sets(scores, dw.Sequential(pruning=only(rule)), time_limit=None)
    child = draw.draw(st.sampled_from(data.names))
    table = all_scores(scores, child)
    kept = found(sets, child)
    for members, value in table.items():
        if members in kept:
            continue
        best = max((table[other] for other in table if other < members), default=None)
        assert best is not None
        assert best >= value


@settings(max_examples=scaled(40))
@given(data=datasets(max_variables=5, max_rows=100, max_arity=3), kind=kinds)
def test_required_parents_are_in_every_set_and_compared_among_themselves(kind, data):
    scores = dw.LocalScores(data, "bic", memory_limit="16M")
    if len(data.names) < 3:
        return
    a, b, child = data.names[:3]
    constraints = dw.Constraints(required=[(a, child), (b, child)])
    sets = dw.find_parent_sets(scores, kind(), constraints=constraints, time_limit=None)
    expected = non_dominated(all_scores(scores, child, required=(a, b)))
    assert found(sets, child) == expected


@settings(max_examples=scaled(40))
@given(data=datasets(max_variables=5, max_rows=100, max_arity=3), size=st.integers(0, 3))
@pytest.mark.parametrize("score", [dw.BIC(), dw.BDeu(ess=1), dw.K2()], ids=str)
@pytest.mark.parametrize("kind", [dw.Sequential, dw.Greedy, dw.Independence])
def test_what_a_limit_leaves_unseen_is_bounded(kind, score, data, size):
    scores = dw.LocalScores(data, score, memory_limit="16M")
    for selection in (kind(max_parents=size), kind(max_evaluations=1 + 3 * size)):
        sets = dw.find_parent_sets(scores, selection, time_limit=None)
        for child in data.names:
            table = all_scores(scores, child)
            kept = found(sets, child)
            # The listed best of every small set, and a bound for the others.
            for members, value in table.items():
                reached = max((s for m, s in kept.items() if m <= members), default=None)
                assert reached is not None
                covered = reached >= value
                if len(members) <= sets.complete_size[child]:
                    assert covered
                elif not covered:
                    assert value <= sets.unseen_bound[child] + 1e-9


@settings(max_examples=scaled(30))
@given(data=datasets(max_variables=6, max_rows=200, max_arity=3), kind=kinds)
def test_lists_are_the_same_for_any_number_of_threads(kind, data):
    first = dw.LocalScores(data, "bdeu", memory_limit="16M")
    second = dw.LocalScores(data, "bdeu", memory_limit="1M")
    one = dw.find_parent_sets(first, kind(max_evaluations=20), threads=1)
    two = dw.find_parent_sets(second, kind(max_evaluations=20), threads=3)
    assert one == two
    assert one.evaluations == two.evaluations


def select_one_by_one(scores, pruning, constraints):
    """Each child on its own: what an executor does with a few variables."""
    with ThreadPoolExecutor(1) as executor:
        return dw.find_parent_sets(
            scores,
            dw.Sequential(pruning=pruning),
            constraints=constraints,
            time_limit=None,
            executor=executor,
        )


@st.composite
def constraints_for(draw, names):
    edges = [(a, b) for a in names for b in names if a != b]
    required = draw(st.lists(st.sampled_from(edges), max_size=3, unique=True)) if edges else []
    # No cycle of required edges: only from earlier to later names.
    required = [(a, b) for a, b in required if names.index(a) < names.index(b)]
    free = [edge for edge in edges if edge not in required]
    forbidden = draw(st.lists(st.sampled_from(free), max_size=5, unique=True)) if free else []
    most = draw(st.none() | st.integers(2, 4))
    return dw.Constraints(required=required, forbidden=forbidden, max_parents=most)


@settings(max_examples=scaled(60))
@given(
    data=datasets(max_variables=7, max_rows=120, max_arity=3)
    | datasets(max_variables=7, max_rows=400, max_arity=2),
    pruning=prunings,
    draw=st.data(),
)
@pytest.mark.parametrize("score", [*SCORES, dw.LogLikelihood()], ids=str)
def test_all_children_together_find_what_each_finds_alone(score, data, pruning, draw):
    """Scores, bounds and even the sets that were looked at."""
    constraints = draw.draw(constraints_for(list(data.names)))
    alone = select_one_by_one(dw.LocalScores(data, score), pruning, constraints)
    for threads in (1, 2):
        together = dw.find_parent_sets(
            dw.LocalScores(data, score),
            dw.Sequential(pruning=pruning),
            constraints=constraints,
            time_limit=None,
            threads=threads,
        )
        assert together == alone
        assert together.evaluations == alone.evaluations
        assert together.complete_size == alone.complete_size
        assert together.unseen_bound == alone.unseen_bound


@settings(max_examples=scaled(60))
@given(data=datasets(max_variables=5, max_rows=100, max_arity=3), draw=st.data(), pruning=prunings)
@pytest.mark.parametrize("score", [dw.BIC(), dw.AIC(), dw.BDeu(ess=1)], ids=str)
def test_constraints_leave_the_brute_force_list(score, data, draw, pruning):
    constraints = draw.draw(constraints_for(list(data.names)))
    scores = dw.LocalScores(data, score)
    sets = dw.find_parent_sets(
        scores, dw.Sequential(pruning=pruning), constraints=constraints, time_limit=None
    )
    forbidden = set(constraints.forbidden_edges(data.names))
    for child in data.names:
        required = [a for a, b in constraints.required if b == child]
        table = {
            parents: value
            for parents, value in all_scores(scores, child, required).items()
            if not any((parent, child) in forbidden for parent in parents)
            and len(parents) <= max(constraints.max_parents or 9, len(required))
        }
        assert found(sets, child) == non_dominated(table)
