import pickle
from collections import defaultdict
from functools import cache
from itertools import combinations, pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dagwright as dw


@cache
def all_dags(n_variables):
    """Every DAG over the variables, by trying each of the three states of each pair."""
    names = [f"v{position}" for position in range(n_variables)]
    pairs = list(combinations(names, 2))
    dags = []
    for states in product((None, False, True), repeat=len(pairs)):
        edges = [
            pair[::-1] if turned else pair
            for pair, turned in zip(pairs, states, strict=True)
            if turned is not None
        ]
        try:
            dags.append(dw.Dag(names, edges))
        except dw.DagwrightError:
            continue
    return dags


def v_structures(dag):
    return {
        (frozenset((first, second)), child)
        for child in dag.names
        for first, second in combinations(dag.parents(child), 2)
        if frozenset((first, second)) not in dag.skeleton()
    }


def independences(dag):
    """What Verma and Pearl (1990) show to decide Markov equivalence."""
    return dag.skeleton(), frozenset(v_structures(dag))


@cache
def brute_force_classes(n_variables):
    classes = defaultdict(list)
    for dag in all_dags(n_variables):
        classes[independences(dag)].append(dag)
    return list(classes.values())


@st.composite
def dags(draw, n_variables=None):
    if n_variables is None:
        n_variables = draw(st.integers(1, 9))
    order = draw(st.permutations(range(n_variables)))
    pairs = list(combinations(order, 2))
    chosen = draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    names = [f"v{position}" for position in range(n_variables)]
    kept = [pair for pair, keep in zip(pairs, chosen, strict=True) if keep]
    return dw.Dag(names, [(names[parent], names[child]) for parent, child in kept])


two_dags = st.integers(1, 7).flatmap(lambda n: st.tuples(dags(n), dags(n)))


@pytest.mark.parametrize(("n_variables", "n_dags"), [(1, 1), (2, 3), (3, 25), (4, 543)])
def test_exactly_the_acyclic_graphs_are_accepted(n_variables, n_dags):
    # Robinson (1973).
    assert len(all_dags(n_variables)) == n_dags


@pytest.mark.parametrize(("n_variables", "n_classes"), [(2, 2), (3, 11), (4, 185)])
def test_there_is_one_cpdag_for_each_equivalence_class(n_variables, n_classes):
    # Gillispie and Perlman (2001).
    assert len({dag.cpdag() for dag in all_dags(n_variables)}) == n_classes
    assert len(brute_force_classes(n_variables)) == n_classes


@pytest.mark.parametrize("n_variables", [3, 4])
def test_cpdags_are_equal_exactly_within_brute_force_classes(n_variables):
    of_classes = [{dag.cpdag() for dag in members} for members in brute_force_classes(n_variables)]
    assert all(len(cpdags) == 1 for cpdags in of_classes)
    assert len(set().union(*of_classes)) == len(of_classes)


@pytest.mark.parametrize("n_variables", [3, 4])
def test_compelled_edges_are_those_all_members_share(n_variables):
    for members in brute_force_classes(n_variables):
        shared = set.intersection(*(set(dag.edges) for dag in members))
        assert set(members[0].cpdag().directed) == shared


@pytest.mark.parametrize("n_variables", [3, 4])
def test_the_extension_of_every_class_is_a_member(n_variables):
    for members in brute_force_classes(n_variables):
        assert members[0].cpdag().consistent_extension() in members


def test_the_constructor_accepts_exactly_the_cpdags_of_three_variables():
    names = ("v0", "v1", "v2")
    accepted = set()
    for marks in product(("none", "line", "there", "back"), repeat=3):
        directed, undirected = [], []
        for (first, second), mark in zip(combinations(names, 2), marks, strict=True):
            if mark == "line":
                undirected.append((first, second))
            elif mark != "none":
                directed.append((first, second) if mark == "there" else (second, first))
        try:
            accepted.add(dw.Cpdag(names, directed, undirected))
        except dw.DagwrightError:
            continue
    assert accepted == {dag.cpdag() for dag in all_dags(3)}


@given(two_dags)
def test_markov_equivalence_is_same_skeleton_and_same_v_structures(pair):
    first, second = pair
    assert dw.markov_equivalent(first, second) == (independences(first) == independences(second))


@given(dags())
def test_the_extension_of_a_random_class_is_a_member(dag):
    extension = dag.cpdag().consistent_extension()
    assert independences(extension) == independences(dag)


@given(dags(5))
def test_compelled_edges_are_those_no_covered_reversal_reaches(dag):
    # Chickering (1995): reversing covered edges reaches the whole class, nothing else.
    members, waiting = {dag}, [dag]
    while waiting:
        member = waiting.pop()
        for parent, child in member.edges:
            if set(member.parents(child)) == {*member.parents(parent), parent}:
                edges = (set(member.edges) - {(parent, child)}) | {(child, parent)}
                turned = dw.Dag(member.names, edges)
                if turned not in members:
                    members.add(turned)
                    waiting.append(turned)
    assert set(dag.cpdag().directed) == set.intersection(*(set(m.edges) for m in members))


@given(dags(), st.randoms(use_true_random=False))
def test_order_of_names_changes_nothing_but_positions(dag, random):
    names = list(dag.names)
    random.shuffle(names)
    turned = dag.reorder(names)
    assert turned == dag
    assert hash(turned) == hash(dag)
    assert turned.cpdag() == dag.cpdag()
    assert hash(turned.cpdag()) == hash(dag.cpdag())
    assert turned.reorder(dag.names).parent_indices() == dag.parent_indices()


@given(dags())
def test_every_way_to_write_a_dag_down_gives_it_back(dag):
    assert dw.Dag(dag.names, dag.edges) == dag
    assert dw.Dag.from_parents(dag.names, dag.parent_indices()) == dag
    assert pickle.loads(pickle.dumps(dag)) == dag
    cpdag = dag.cpdag()
    assert dw.Cpdag(cpdag.names, cpdag.directed, cpdag.undirected) == cpdag
    assert pickle.loads(pickle.dumps(cpdag)) == cpdag


@given(dags())
def test_the_topological_order_is_the_smallest_valid_one(dag):
    order = dag.topological_order()
    placed = set()
    for name in order:
        ready = [v for v in dag.names if v not in placed and placed.issuperset(dag.parents(v))]
        assert name == ready[0]
        placed.add(name)
    assert placed == set(dag.names)


@given(dags())
def test_ancestors_are_the_parents_and_their_ancestors(dag):
    for name in dag.names:
        above = set(dag.parents(name)).union(*map(dag.ancestors, dag.parents(name)))
        assert dag.ancestors(name) == tuple(v for v in dag.names if v in above)


@given(
    st.integers(2, 7).flatmap(
        lambda n: st.lists(
            st.sampled_from(list(permutations([f"v{position}" for position in range(n)], 2)))
        )
    )
)
def test_a_refused_graph_has_the_cycle_that_is_named(edges):
    names = sorted({f"v{position}" for position in range(7)})
    try:
        dag = dw.Dag(names, edges)
    except dw.DagwrightError as error:
        cycle = str(error).split(": ")[1].split(" -> ")
        assert cycle[0] == cycle[-1]
        assert len(set(cycle)) == len(cycle) - 1
        assert set(pairwise(cycle)) <= set(edges)
    else:
        assert set(dag.edges) == set(edges)


def naive_mark(edges, lines, first, second):
    if (first, second) in edges:
        return "forward"
    if (second, first) in edges:
        return "backward"
    return "line" if (first, second) in lines or (second, first) in lines else "absent"


def naive_distance(names, graphs):
    return sum(
        len({naive_mark(edges, lines, *pair) for edges, lines in graphs}) > 1
        for pair in combinations(names, 2)
    )


@given(two_dags)
def test_distances_are_those_of_the_definition(pair):
    first, second = pair
    comparison = dw.compare(first, second)
    names = first.names
    assert comparison.shd_dag == naive_distance(names, [(dag.edges, ()) for dag in pair])
    cpdags = [dag.cpdag() for dag in pair]
    assert comparison.shd_cpdag == naive_distance(
        names, [(c.directed, c.undirected) for c in cpdags]
    )
    assert comparison.shd_skeleton == naive_distance(names, [((), dag.edges) for dag in pair])


@given(two_dags)
def test_distances_are_symmetric_and_shares_change_places(pair):
    there, back = dw.compare(*pair), dw.compare(*reversed(pair))
    assert there.shd_cpdag == back.shd_cpdag
    assert there.shd_dag == back.shd_dag
    assert there.shd_skeleton == back.shd_skeleton
    assert (there.missing, there.precision) == (back.spurious, back.recall)
    assert there.compelled_precision == back.compelled_recall


@given(two_dags)
def test_a_distance_is_zero_exactly_for_what_it_calls_equal(pair):
    first, second = pair
    comparison = dw.compare(first, second)
    assert (comparison.shd_dag == 0) == (first == second)
    assert (comparison.shd_cpdag == 0) == (independences(first) == independences(second))
    assert (comparison.shd_skeleton == 0) == (first.skeleton() == second.skeleton())


@given(two_dags)
def test_shares_follow_the_formulas_of_vandel_et_al(pair):
    learned, truth = pair
    comparison = dw.compare(learned, truth)
    e, m, s = truth.n_edges, comparison.missing, comparison.spurious
    assert comparison.recall == ((e - m) / e if e else 1)
    assert comparison.precision == ((e - m) / (e - m + s) if e - m + s else 1)
