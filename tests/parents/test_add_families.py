import pytest

import dagwright as dw
from dagwright.parents import add_families


@pytest.fixture
def scores():
    data = dw.load_dataset("wdbc")
    return dw.LocalScores(data.select(data.names[:9]), "bic")


def few_sets(scores, **options):
    return dw.find_parent_sets(scores, dw.Sequential(max_parents=1), **options)


def test_the_network_can_be_made_of_the_sets_afterwards(scores):
    dag = dw.solve(scores, "sgs", seed=1).dag
    assert max(len(dag.parents(name)) for name in dag.names) > 1
    joined = add_families(few_sets(scores), [dag], scores)
    best = joined.best_network(dag.topological_order())
    assert dw.score_network(best, scores).total >= dw.score_network(dag, scores).total
    assert dw.solve(joined, "minobs", start=dag, iterations=1).score >= (
        dw.score_network(dag, scores).total
    )


def test_only_new_sets_are_added_with_their_own_scores(scores):
    sets, dag = few_sets(scores), dw.solve(scores, "sgs", seed=1).dag
    joined = add_families(sets, [dag], scores)
    assert joined.n_sets > sets.n_sets
    for child in sets.names:
        old = {(one.score, one.parents) for one in sets[child]}
        new = {(one.score, one.parents) for one in joined[child]}
        assert old <= new
        for score, parents in new - old:
            assert score == scores(child, parents)
            assert set(parents) <= set(dag.parents(child))
    assert add_families(joined, [dag], scores) == joined


def test_several_networks_are_joined_as_one_after_the_other(scores):
    dags = [dw.solve(scores, method, seed=1).dag for method in ("sgs", "hill-climbing", "ges")]
    assert len(set(dags)) > 1
    together = add_families(few_sets(scores), dags, scores)
    one_by_one = few_sets(scores)
    for dag in dags:
        one_by_one = add_families(one_by_one, [dag], scores)
    assert together.n_sets >= one_by_one.n_sets
    for child in scores.names:
        listed = {one.parents for one in one_by_one[child]}
        assert listed <= {one.parents for one in together[child]}


def test_what_a_subset_dominates_is_left_out(scores):
    complete = dw.find_parent_sets(scores, dw.Sequential(), time_limit=None)
    names = scores.names
    crowded = dw.Dag(names, [(parent, names[-1]) for parent in names[:-1]])
    assert add_families(complete, [crowded], scores) == complete


def test_required_parents_stay_in_every_set(scores):
    constraints = dw.Constraints(required=[(scores.names[0], scores.names[8])])
    sets = few_sets(scores, constraints=constraints)
    dag = dw.solve(scores, "sgs", constraints=constraints, seed=1).dag
    joined = add_families(sets, [dag], scores)
    assert all(scores.names[0] in one.parents for one in joined[scores.names[8]])
    assert joined.n_sets > sets.n_sets


def test_what_is_known_of_the_sets_is_kept(scores):
    sets = few_sets(scores)
    joined = add_families(sets, [dw.solve(scores, "sgs", seed=1).dag], scores)
    assert joined.complete_size == sets.complete_size
    assert joined.unseen_bound == sets.unseen_bound
    assert (joined.score, joined.rows, joined.fingerprint) == (
        sets.score,
        sets.rows,
        sets.fingerprint,
    )
