"""`Scope` and `Constraints` as classes of networks: what they say against brute force."""

import pickle
import tempfile
from pathlib import Path

import dagwright as dw
from claims.chance import Chance
from claims.draws import draw_constraints
from claims.judge import wrong_scope
from claims.lists import draw_sets
from claims.world import World


def wrong_algebra(chance: Chance, world: World, story):
    """Say where random scopes and constraints contradict the networks that they stand for."""
    lists = draw_sets(chance, world)
    one = _draw_scope(chance, world, lists)
    other = _related(chance, one) if chance.happens(0.5) else _draw_scope(chance, world, lists)
    story.note(repr(one), repr(other), f"lists: {one.digest}, {other.digest}")
    yield from wrong_scope(chance, world, one)
    yield from _wrong_inclusion(world, one, other)
    yield from _wrong_inclusion(world, other, one)
    yield from _wrong_equality(world, one, other)
    written = [draw_constraints(chance, world.names) or dw.Constraints() for _ in range(2)]
    story.note(*map(repr, written))
    mine, theirs = (each.resolve(world.names) for each in written)
    story.note(repr(mine), repr(theirs))
    yield from _wrong_reading(world, written[0], mine)
    yield from _wrong_combination(world, *written)
    yield from _wrong_merge(world, mine, theirs)
    yield from _wrong_narrowing(world, one, mine)


def _draw_scope(chance, world, lists):
    constraints = (draw_constraints(chance, world.names) or dw.Constraints()).resolve(world.names)
    limit = chance.pick(None, 0, 1, 2, 3)
    return dw.Scope(limit, constraints, chance.pick(None, lists))


def _related(chance, scope):
    """A scope that often includes the other, or is included, or is the same in other words."""
    constraints = scope.constraints
    if chance.happens(0.5):
        names = [name for name in "abcde" if chance.happens(0.9)]
        edges = sorted({*constraints.forbidden, *constraints.forbidden_edges(names)})
        constraints = dw.Constraints(constraints.required, edges)
    lists = chance.pick(None, scope.candidate_sets)
    return dw.Scope(chance.pick(None, scope.max_parents, 2, 3), constraints, lists)


def _wrong_inclusion(world, wide, narrow):
    if wide.includes(narrow) and (world.among(narrow) & ~world.among(wide)).any():
        yield f"{wide} does not include {narrow}"


def _wrong_equality(world, one, other):
    if one == other and hash(one) != hash(other):
        yield f"{one} and {other} are equal, but not their hashes"
    if one == other and (world.among(one) != world.among(other)).any():
        yield f"{one} and {other} are not equal"
    if pickle.loads(pickle.dumps(one)) != one:
        yield f"{one} is another one after a pickle"


def _wrong_reading(world, written, resolved):
    if (world.under(written) != world.under(resolved)).any():
        yield f"{written} is read as {resolved}"
    for dag in (world.dag(0), world.dag(len(world.dags) - 1)):
        respected = bool(world.under(written)[world.index_of(dag)])
        if respected == bool(written.violations(dag)):
            yield f"violations of {dag.edges}: {written.violations(dag)}"
    if dw.Constraints.from_json(resolved.to_json()) != resolved:
        yield f"{resolved} is another one after JSON"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "knowledge.toml"
        written.write(path)
        if dw.Constraints.read(path) != written:
            yield f"{written} is {dw.Constraints.read(path)} after a file"


def _wrong_combination(world, mine, theirs):
    both = world.under(mine) & world.under(theirs)
    try:
        known = mine.combine(theirs).resolve(world.names)
    except dw.ConstraintError:
        if both.any() and mine.tiers == theirs.tiers:
            yield "a network respects both, but they cannot be combined"
        return
    if (world.under(known) != both).any():
        yield f"combined to {known}"


def _wrong_merge(world, mine, theirs):
    both = world.under(mine) & world.under(theirs)
    try:
        merged = mine.merge(theirs)
    except dw.ConstraintError:
        if both.any():
            yield "a network respects both, but they cannot be merged"
        return
    if (world.under(merged) != both).any():
        yield f"merged into {merged}"
    if mine.implies_edges_of(theirs):
        edges = [world.under(one.without_limit()) for one in (mine, theirs)]
        if (edges[0] & ~edges[1]).any():
            yield "the first do not imply the edges of the second"


def _wrong_narrowing(world, scope, constraints):
    both = world.among(scope) & world.under(constraints)
    try:
        narrow = scope.narrow(constraints)
    except dw.ConstraintError:
        if both.any():
            yield "a network is in both, but the scope cannot be narrowed"
        return
    if (world.among(narrow) != both).any():
        yield f"narrowed to {narrow}, {narrow.constraints}"
    if not scope.includes(narrow):
        yield f"{scope} does not include its own part {narrow}, {narrow.constraints}"
