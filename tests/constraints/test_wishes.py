"""The fewest wishes that contradict each other, by brute force."""

from itertools import combinations

import pytest
from claims.world import World
from hypothesis import given
from hypothesis import strategies as st

import dagwright as dw
from dagwright.constraints.name_patterns import NameReader
from dagwright.constraints.resolve_names import read_tiers, wishes_of
from dagwright.constraints.wishes import Kind, find_contradiction

NAMES = ("a", "b", "c", "d")
WORLD = World([[0.0] * 16] * 4)
TEXTS = st.sampled_from([*NAMES, *NAMES, "*", "[ab]", "[c-d]", "?"])
EDGES = st.lists(st.tuples(TEXTS, TEXTS).filter(lambda edge: edge[0] != edge[1]), max_size=5)


@st.composite
def written(draw):
    """Parameters of constraints with patterns, which often contradict each other."""
    tiers = [[] for _ in range(draw(st.integers(0, 3)))]
    for name in NAMES:
        place = draw(st.integers(-1, len(tiers) - 1))
        if place >= 0:
            tiers[place].append(name)
    return {
        "required": draw(EDGES),
        "forbidden": draw(EDGES) if draw(st.booleans()) else [],
        "tiers": tiers,
        "roots": draw(st.lists(TEXTS, max_size=1)),
        "leaves": draw(st.lists(TEXTS, max_size=1)),
        "max_parents": draw(st.sampled_from([None, None, 0, 1, 2])),
        "forbid_within": bool(tiers) and draw(st.booleans()),
    }


def allowed(wishes):
    """Which networks fulfil wishes, worked out from what each of them means."""
    words = {"tiers": [[] for _ in range(3)]}
    for wish in wishes:
        if wish.kind in {Kind.REQUIRED, Kind.FORBIDDEN}:
            words.setdefault(wish.kind.value, []).extend(wish.edges())
        elif wish.kind is Kind.ROOT:
            words.setdefault("roots", []).extend(wish.children)
        elif wish.kind is Kind.LEAF:
            words.setdefault("leaves", []).extend(wish.parents)
        elif wish.kind is Kind.TIER:
            words["tiers"][wish.number].extend(wish.parents)
        elif wish.kind is Kind.WITHIN:
            words["forbid_within"] = wish.numbers
        else:
            words["max_parents"] = wish.number
    return WORLD.respecting(**words).any()


class Written:
    """The words of constraints, without the checks of the constructor."""

    def __init__(self, words):
        self.__dict__.update(words)
        self.forbid_within = tuple(range(len(self.tiers))) if self.forbid_within else ()


@given(written())
def test_a_contradiction_is_found_iff_there_is_one_and_no_wish_of_it_can_be_dropped(words):
    reader = NameReader(NAMES)
    known = Written(words)
    wishes = wishes_of(known, reader.read, read_tiers(known.tiers, reader))
    found = find_contradiction(wishes)
    assert (found is None) == allowed(wishes)
    if found is not None:
        assert not allowed(found.wishes)
        for rest in combinations(found.wishes, len(found.wishes) - 1):
            assert allowed(rest)


@given(written())
def test_constraints_are_refused_iff_no_network_respects_them(words):
    expected = WORLD.respecting(
        **{**words, "forbid_within": range(3) if words["forbid_within"] else ()}
    ).any()
    if not expected:
        with pytest.raises(dw.ConstraintError):
            dw.Constraints(**words).resolve(NAMES)
    else:
        known = dw.Constraints(**words).resolve(NAMES)
        assert (WORLD.under(known) == WORLD.under(dw.Constraints(**words))).all()


def test_long_cycles_are_found_quickly():
    names = [f"v{k}" for k in range(3000)]
    cycle = list(zip(names, [*names[1:], names[0]], strict=True))
    with pytest.raises(dw.ConstraintError) as caught:
        dw.Constraints(required=cycle)
    assert str(caught.value).count(" -> ") == 3000
