from types import SimpleNamespace

import numpy as np
import pytest

import dagwright as dw
from dagwright.experiments.instances import Instance
from dagwright.experiments.metrics import compare_skeletons, evaluate
from dagwright.experiments.problems import PreparedProblem

TRUTH = dw.load_network("asia")


@pytest.fixture(scope="module")
def problem():
    data, test = TRUTH.sample(400, seed=1), TRUTH.sample(400, seed=2)
    instance = Instance(data=data, dag=TRUTH.dag, skeleton=TRUTH.dag.skeleton(), test=test)
    return PreparedProblem(instance, dw.BDeu(ess=10), None, {})


@pytest.fixture(scope="module")
def result(problem):
    return dw.solve(problem.fresh(), dw.HillClimbing(), seed=1)


def test_structure_agrees_with_compare(problem, result):
    found, expected = evaluate(["structure"], result, problem), dw.compare(result.dag, TRUTH.dag)
    for name in ("missing", "spurious", "precision", "recall", "shd_cpdag", "shd_dag"):
        assert found[name] == getattr(expected, name)
    assert found["distance"] == pytest.approx(np.hypot(expected.precision, expected.recall))


def test_the_kl_term_is_the_sum_of_informations_between_children_and_parents(problem, result):
    test = problem.instance.test
    total = 0.0
    for child in test.names:
        parents = result.dag.parents(child)
        rows = [tuple(test.codes[test.names.index(p)][i] for p in parents) for i in range(400)]
        own = test.codes[test.names.index(child)]
        joint = {}
        for row, state in zip(rows, own, strict=True):
            joint[row, int(state)] = joint.get((row, int(state)), 0) + 1
        for (row, state), count in joint.items():
            both = rows.count(row) * int((own == state).sum())
            total += count / 400 * np.log(count * 400 / both)
    assert evaluate(["held_out"], result, problem)["kl_term"] == pytest.approx(total)


def test_held_out_scores_are_those_of_the_test_rows(problem, result):
    found = evaluate(["held_out"], result, problem)
    test = problem.instance.test
    assert found["test_bdeu"] == dw.score_network(result.dag, test, dw.BDeu(ess=10)).total
    assert found["test_bic"] == dw.score_network(result.dag, test, dw.BIC()).total


def test_gold_is_the_score_of_the_truth(problem, result):
    expected = dw.score_network(TRUTH.dag, problem.instance.data, dw.BDeu(ess=10)).total
    assert evaluate(["gold"], result, problem)["gold"] == expected


def test_a_trace_is_thinned_but_keeps_its_ends(problem, result):
    points = [SimpleNamespace(seconds=float(i), score=-100.0 + i) for i in range(95)]
    long = SimpleNamespace(trace=points)
    trace = evaluate(["trace"], long, problem)["trace"]
    assert trace[0] == [0, -100]
    assert trace[-1] == [94, -6]
    assert len(trace) <= 21


def test_stages_count_pairs_not_learned_yet_as_those_of_a_complete_network(problem):
    everything = SimpleNamespace(variables=TRUTH.names, dag=TRUTH.dag, segments=1)
    single = SimpleNamespace(variables=("asia",), dag=dw.Dag.empty(["asia"]), segments=9)
    staged = SimpleNamespace(seed=3, stages=[single, everything])
    first, last = evaluate(["stages"], staged, problem)["stages"]
    assert last == [8, 1, 0]
    # 28 pairs are joined, of which at most 8 the right way.
    assert first[:2] == [1, 9]
    assert 20 <= first[2] <= 28


def test_metrics_that_need_the_truth_or_test_rows_say_so(result):
    problem = PreparedProblem(Instance(), dw.BIC(), None, {})
    for name in ("structure", "gold", "held_out", "stages"):
        with pytest.raises(dw.DagwrightError, match=f"metric '{name}' needs"):
            evaluate([name], result, problem)
    with pytest.raises(dw.DagwrightError, match="metric 'beauty' is not known"):
        evaluate(["beauty"], result, problem)


def test_empty_skeletons_make_no_wrong_claim():
    nothing = frozenset()
    assert compare_skeletons(nothing, nothing)["precision"] == 1
    assert compare_skeletons(nothing, frozenset([frozenset("ab")]))["recall"] == 0
