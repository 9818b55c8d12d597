"""Curriculum learning against its definitions in plain Python."""

import itertools

import naive_curriculum as naive
import naive_independence
import numpy as np
import pytest
from amount import scaled
from hypothesis import given, settings
from strategies import datasets, make_dataset

import dagwright as dw
from dagwright import _core
from dagwright.data.core_table import core_table
from dagwright.search.dag.segments import (
    count_segments,
    segment_columns,
    selection_order,
    stage_sizes,
)

BDEU = dw.BDeu(ess=10)


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(5)
    codes = [rng.integers(0, 2, 400), rng.integers(0, 3, 400)]
    for _ in range(5):
        one, other = rng.choice(len(codes), 2, replace=False)
        made = (codes[one] + (codes[other] > 0)) % 3
        codes.append(np.where(rng.random(400) < 0.75, made, rng.integers(0, 3, 400)))
    return make_dataset(codes, [2, 3, 3, 3, 3, 3, 3])


@pytest.fixture(scope="module")
def weighted(data):
    weights = np.random.default_rng(1).integers(0, 4, data.n_rows)
    return dw.Dataset(data.names, data.states, data.codes, weights)


def solve(data, constraints=None, start=None, score=BDEU, **options):
    method = dw.Curriculum(**options)
    return dw.solve(
        dw.LocalScores(data, score), method, seed=3, constraints=constraints, start=start
    )


def penalty(data, variables):
    return 1000 / data.total_weight + variables / 100


@settings(max_examples=scaled(60), deadline=None)
@given(datasets(max_variables=5, max_rows=60, max_arity=4))
def test_segments_are_the_rows_that_agree_on_the_others(table):
    core = core_table(table)
    order = list(range(table.n_variables))
    counts = count_segments(core, order)
    columns = segment_columns(core, order, set(order[1:]))
    assert counts[-1] == 1
    for size in order[1:]:
        kept = set(table.names[:size])
        expected = naive.segments(table, kept)
        assert counts[size] == columns[size].segments == len(expected)
        sizes = np.bincount(columns[size].codes, minlength=len(expected))
        assert len(sizes) == len(expected)
        assert sizes.min() >= 1


@settings(max_examples=scaled(60), deadline=None)
@given(datasets(max_variables=5, max_rows=80, max_arity=4))
def test_the_segment_as_one_more_parent_is_the_sum_over_segments(table):
    core = core_table(table)
    n = table.n_variables
    for size in range(1, n):
        column = segment_columns(core, list(range(n)), {size})[size]
        wider = core.with_column(column.codes, column.segments)
        chosen = [v < size for v in range(n)]
        for whole, ess in ((False, 10.0), (True, 10.0 * column.segments)):
            base = _core.LocalScores(wider, _core.ScoreKind.bdeu, ess, 2**20, most_tabulated=8)
            oracle = _core.StageOracle(base, chosen, n, 0.5)
            dag = dw.Dag(
                table.names[:size], list(itertools.pairwise(table.names[:size]))
            )  # a chain
            found = [oracle.score(v, [v - 1] if 0 < v < size else []) for v in range(n)]
            assert found[size:] == [0.0] * (n - size)
            expected = naive.stage_score(table, dag, 10.0, whole=whole, penalty=0.5)
            assert sum(found) == pytest.approx(expected, abs=1e-8)
            # Parents that are not selected are not seen.
            assert oracle.score(0, list(range(1, n))) == oracle.score(0, list(range(1, size)))
            others = list(range(1, n))
            additions = oracle.score_additions(0, [], others)
            assert additions == pytest.approx([oracle.score(0, [v]) for v in others])


def test_variables_are_selected_by_mutual_information(data, weighted):
    for table in (data, weighted):
        order = selection_order(dw.mutual_information(table))
        assert [table.names[v] for v in order] == naive.selection_order(table)


def test_equal_information_takes_the_first_variable():
    assert selection_order(np.ones((4, 4))) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("step", "first", "n", "sizes"),
    [
        (1, 3, 6, (3, 4, 5, 6)),
        (2, 3, 8, (3, 5, 7, 8)),
        (3, 3, 3, (3,)),
        (2, 3, 2, (2,)),
        ((1, 4), 3, 12, (3, 4, 8, 12)),
        ((5,), 1, 12, (1, 6, 11, 12)),
    ],
)
def test_stages_grow_by_the_step_to_all_variables(step, first, n, sizes):
    assert stage_sizes(step, first, n) == sizes


@pytest.mark.parametrize("table", ["data", "weighted"])
@pytest.mark.parametrize("ess_per_segment", ["share", "whole"])
@pytest.mark.parametrize("penalty_variables", ["all", "stage"])
def test_every_stage_is_what_the_paper_says(request, table, ess_per_segment, penalty_variables):
    data = request.getfixturevalue(table)
    result = solve(
        data, steps=(1, 2), ess_per_segment=ess_per_segment, penalty_variables=penalty_variables
    )
    order = naive.selection_order(data)
    near = naive_independence_pairs(data)
    for step in (1, 2):
        stages = [stage for stage in result.stages if stage.step == step]
        expected = naive.learned_sizes(data, order, stage_sizes(step, 3, len(order)))
        assert [(len(s.variables), s.segments) for s in stages] == expected
        for stage in stages:
            assert list(stage.variables) == order[: len(stage.variables)]
            size = len(order) if penalty_variables == "all" else len(stage.variables)
            options = {"whole": ess_per_segment == "whole", "penalty": penalty(data, size)}
            score = naive.stage_score(data, stage.dag, 10, **options)
            assert stage.score == pytest.approx(score)
            assert {frozenset(edge) for edge in stage.dag.edges} <= near
            for other in single_changes(stage.dag, near):
                assert naive.stage_score(data, other, 10, **options) <= score + 1e-6


def naive_independence_pairs(data):
    if data.weights is None:
        near = naive_independence.mmpc(data.codes, 0.05)
        return {frozenset((data.names[a], data.names[b])) for a, b in pairs_of(near)}
    near = dw.mmpc(data)
    return {frozenset((a, b)) for a in near for b in near[a]}


def pairs_of(near):
    return [(a, b) for a in range(len(near)) for b in near[a]]


def single_changes(dag, pairs):
    edges = set(dag.edges)
    for pair in pairs:
        if not pair <= set(dag.names):
            continue
        for edge in itertools.permutations(sorted(pair)):
            changes = [edges - {edge}, edges - {edge} | {edge[::-1]}]
            if edge not in edges:
                changes = [] if edge[::-1] in edges else [edges | {edge}]
            for changed in changes:
                try:
                    yield dw.Dag(dag.names, changed)
                except dw.DagwrightError:
                    continue


def test_the_best_of_all_courses_counts():
    won = set()
    for seed in range(12):
        table = dw.load_network("insurance").sample(400, seed=seed)
        scores = dw.LocalScores(table, BDEU)
        result = dw.solve(scores, dw.Curriculum(), seed=0)
        finals = {
            stage.step: dw.score_network(stage.dag, scores).total
            for stage in result.stages
            if len(stage.variables) == table.n_variables
        }
        assert list(finals) == [1, 2, 3]
        candidates = candidates_of(result)
        assert list(candidates) == ["none", "step size 1", "step size 2", "step size 3"]
        alone, *others = candidates.values()
        assert others == pytest.approx(list(finals.values()), abs=1e-5)
        assert result.score == pytest.approx(max(alone, *others), abs=1e-5)
        winner = result.counters["best_course"]
        won.add(winner)
        assert list(candidates.values())[winner] == pytest.approx(result.score, abs=1e-5)
        equal = [v for v in candidates.values() if v > result.score - 1e-5]
        assert result.counters["best_courses"] == len(equal)
    assert 0 in won
    assert won - {0}


def candidates_of(result):
    """The plain score of each network that was to choose from, as the notes have it."""
    (note,) = (n for n in result.notes if n.startswith("networks by curriculum: "))
    parts = note.removeprefix("networks by curriculum: ").split(" edges)")
    found = (part.strip(", ").rsplit(" ", 2) for part in parts if part)
    return {name: float(score) for name, score, _ in found}


def test_the_run_without_a_curriculum_is_penalised_like_a_stage(data):
    # With all variables in the first stage the curriculum is that run.
    result = solve(data, first=7, steps=(1,))
    (stage,) = result.stages
    assert result.dag == stage.dag
    assert result.counters["best_courses"] == 2
    assert "curriculum of the best network: none = step size 1" in result.notes
    free = solve(data, first=7, steps=(1,), penalise_last=False)
    assert len(result.dag.edges) < len(free.dag.edges)


def test_few_rows_lead_to_few_edges():
    # The paper: "on Andes with SS = 100, the learned network contains only around 50 edges".
    rows = dw.load_network("alarm").sample(100, seed=0)
    scores = dw.LocalScores(rows, BDEU)
    penalised = dw.solve(scores, dw.Curriculum(), seed=0)
    free = dw.solve(scores, dw.MMHC(), seed=0)
    assert len(penalised.dag.edges) < 0.7 * len(free.dag.edges)
    assert penalised.score < free.score


def test_a_start_that_the_penalty_would_thin_out_is_kept_if_it_is_better(data):
    scores = dw.LocalScores(data, BDEU)
    start = dw.solve(scores, dw.MMHC(), seed=0).dag
    harsh = dw.Curriculum(penalty_samples=1e6)
    assert not dw.solve(scores, harsh, seed=0).dag.edges
    result = dw.solve(scores, harsh, seed=0, start=start)
    assert result.dag == start
    assert result.counters["best_course"] == -1
    dw.verify(result)


@pytest.mark.parametrize("skip_from", ["learned", "previous"])
def test_a_stage_is_compared_with_the_last_one_learned_or_with_the_previous_one(skip_from):
    # Numbers of segments that fall slowly: each is near the one before, but not near the first.
    rng = np.random.default_rng(1)
    columns = [rng.integers(0, 2, 300).astype(np.uint8) for _ in range(9)]
    table = make_dataset(columns, [2] * 9)
    order = naive.selection_order(table)
    expected = {
        rule: naive.learned_sizes(table, order, stage_sizes(1, 3, 9), 0.6, rule)
        for rule in ("learned", "previous")
    }
    assert expected["learned"] != expected["previous"]
    stages = solve(table, steps=(1,), skip=0.6, skip_from=skip_from).stages
    assert [(len(s.variables), s.segments) for s in stages] == expected[skip_from]


def test_the_last_stage_has_the_score_of_the_problem(data):
    for score in ("bic", "k2", dw.BDeu(ess=1)):
        last = solve(data, score=score, steps=(2,)).stages[-1]
        expected = dw.score_network(last.dag, data, score).total
        expected -= penalty(data, 7) * len(last.dag.edges)
        assert last.score == pytest.approx(expected)


def test_without_a_penalty_the_last_stage_is_an_optimum_of_the_score(data):
    free = solve(data, steps=(2,), penalise_last=False).stages[-1]
    assert free.score == pytest.approx(dw.score_network(free.dag, data, BDEU).total)


def test_ess_is_that_of_the_score_unless_it_is_given(data):
    def first_score(**options):
        return solve(data, steps=(2,), first=6, penalty_samples=0, **options).stages[0]

    for options, ess in (
        ({"score": dw.BDeu(ess=3)}, 3),
        ({"score": "bic"}, 10),
        ({"score": "bic", "ess": 2.5}, 2.5),
        ({"score": BDEU, "ess": 2.5}, 2.5),
    ):
        stage = first_score(**options)
        expected = naive.stage_score(data, stage.dag, ess, whole=False, penalty=7 / 100)
        assert stage.score == pytest.approx(expected), options


def test_no_stage_is_skipped_if_asked_so(data):
    stages = solve(data, steps=(1,), skip=0).stages
    assert [len(stage.variables) for stage in stages] == [3, 4, 5, 6, 7]
    result = solve(data, steps=(1,), skip=10)
    assert [len(stage.variables) for stage in result.stages] == [7]
    assert result.counters["skipped_stages"] == 4


def test_unselected_variables_can_be_ignored(data):
    result = solve(data, steps=(1,), unselected="ignore")
    assert [len(stage.variables) for stage in result.stages] == [3, 4, 5, 6, 7]
    for stage in result.stages:
        expected = dw.score_network(stage.dag, data.select(stage.dag.names), BDEU).total
        expected -= penalty(data, 7) * len(stage.dag.edges)
        assert stage.score == pytest.approx(expected)


def test_stages_with_extreme_numbers_of_segments_can_be_left_whole(data):
    always = solve(data, steps=(1,), skip=0).stages
    result = solve(data, steps=(1,), skip=0, split_always=False)
    extreme = [s.segments <= 2 or s.segments > data.n_rows / 2 for s in always]
    assert any(extreme)
    assert not all(extreme)
    for stage, is_extreme in zip(result.stages, extreme, strict=True):
        whole = dw.score_network(stage.dag, data.select(stage.dag.names), BDEU).total
        whole -= penalty(data, 7) * len(stage.dag.edges)
        assert (stage.score == pytest.approx(whole)) == is_extreme


def test_other_searches_can_make_the_stages(data):
    for search in (dw.TabuSearch(), dw.SGS(), dw.LAGD(), dw.GES()):
        result = solve(data, steps=(2,), search=search)
        dw.verify(result)
        assert result.stages[-1].dag.names == data.names
    limited = solve(data, steps=(2,), search=dw.TabuSearch(max_parents=1))
    assert all(len(s.dag.parents(v)) <= 1 for s in limited.stages for v in s.dag.names)


def test_required_edges_are_in_every_stage_that_has_both_ends(data):
    order = naive.selection_order(data)
    required = [(order[6], order[0]), (order[0], order[5]), (order[4], order[6])]
    constraints = dw.Constraints(required=required, max_parents=2)
    result = solve(data, steps=(1,), skip=0, constraints=constraints)
    assert set(required) <= set(result.dag.edges)
    for stage in result.stages:
        for edge in required:
            assert (edge in stage.dag.edges) == (set(edge) <= set(stage.variables))


def test_edges_of_a_start_wait_for_their_variables(data):
    order = naive.selection_order(data)
    # A cycle would close if an edge of the start were forgotten while others are found.
    start = dw.Dag(data.names, [(order[6], order[0]), (order[1], order[6])])
    result = solve(data, steps=(1,), skip=0, start=start, search=dw.TabuSearch(patience=1))
    dw.verify(result)
    assert result.score >= dw.score_network(start, data, BDEU).total


def test_a_stop_between_stages_keeps_the_search_without_curriculum():
    table = dw.load_network("alarm").sample(2000, seed=1)
    scores = dw.LocalScores(table, BDEU)
    # One stage of all variables is the same search once more.
    twice = dw.solve(scores, dw.Curriculum(first=37, steps=(1,)), seed=0)
    limit = twice.counters["iterations"] // 2 + 5
    result = dw.solve(scores, dw.Curriculum(), seed=0, iterations=limit)
    assert result.stop_reason == "iterations"
    assert result.counters["iterations"] == limit
    assert result.dag == twice.dag
    assert result.counters["best_course"] == 0
    assert list(candidates_of(result)) == ["none"]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"steps": ()}, r"steps=\(\)"),
        ({"steps": 2}, "steps=2"),
        ({"steps": "12"}, "steps='12'"),
        ({"steps": (1, 0)}, r"steps=\(1, 0\)"),
        ({"steps": (1, ())}, r"steps=\(1, \(\)\)"),
        ({"steps": (True,)}, "steps="),
        ({"steps": (1.5,)}, "steps="),
        ({"first": 0}, "first=0"),
        ({"penalty_samples": -1}, "penalty_samples=-1"),
        ({"penalty_size": 0}, "penalty_size=0"),
        ({"penalty_size": float("nan")}, "penalty_size=nan"),
        ({"penalty_variables": "some"}, "penalty_variables='some'"),
        ({"penalise_last": 1}, "penalise_last=1"),
        ({"ess": 0}, "ess=0"),
        ({"ess_per_segment": 10}, "ess_per_segment=10"),
        ({"penalty_samples": float("inf")}, "penalty_samples=inf"),
        ({"skip": -0.1}, "skip=-0.1"),
        ({"skip": float("inf")}, "skip=inf"),
        ({"skip_from": "first"}, "skip_from='first'"),
        ({"unselected": "drop"}, "unselected='drop'"),
        ({"split_always": None}, "split_always=None"),
        ({"alpha": 1}, "alpha=1"),
        ({"max_given": 0.5}, "max_given=0.5"),
        ({"search": dw.Curriculum()}, "search="),
    ],
)
def test_bad_parameters_are_named(parameters, message):
    with pytest.raises(dw.DagwrightError, match=message):
        dw.Curriculum(**parameters)


def test_there_may_be_no_penalty(data):
    stages = solve(data, steps=(2,), penalty_samples=0, penalty_size=float("inf")).stages
    for stage in stages:
        expected = naive.stage_score(data, stage.dag, 10, whole=False, penalty=0.0)
        assert stage.score == pytest.approx(expected)


def test_steps_may_be_lists():
    assert dw.Curriculum(steps=[1, [2, 3]]).steps == (1, (2, 3))
    assert hash(dw.Curriculum(steps=[1, [2, 3]]))
