"""Candidate sets of a world: cut short at random, with what is known of the rest."""

import math
import tempfile
from pathlib import Path

import numpy as np

import dagwright as dw
from claims.chance import Chance
from claims.draws import draw_constraints
from claims.world import World, best_subsets


def draw_sets(chance: Chance, world: World):
    """Hand-made lists: by `from_lists`, about which nothing is known, or by `from_arrays`."""
    return _plain_lists(chance, world) if chance.happens(0.3) else _known_lists(chance, world)


def _plain_lists(chance, world):
    """Some of all sets, with a common member at times."""
    share = chance.pick(0.2, 0.5, 1.0)
    lists = {}
    for child, name in enumerate(world.names):
        families = world.families(child)
        least = chance.pick(*families) if chance.happens(0.1) else 0
        chosen = {least, *(mask for mask in chance.some(families, share) if mask & least == least)}
        lists[name] = [(world.table[child, mask], world.members(mask)) for mask in chosen]
    return dw.ParentSets.from_lists(world.names, lists, keep_dominated=chance.happens(0.3))


def _known_lists(chance, world):
    """Lists with a truthful complete_size and unseen_bound, maybe found under constraints."""
    constraints = (draw_constraints(chance, world.names) or dw.Constraints()).resolve(world.names)
    pruned = chance.happens(0.7)
    depth = chance.pick(math.inf, math.inf, 0, 1, 2, 3)
    rows = [
        _known_list(chance, world, child, constraints, pruned, depth) for child in range(world.n)
    ]
    sets = [entry for listed, _, _ in rows for entry in listed]
    sizes = [len(members) for _, members in sets]
    return dw.ParentSets.from_arrays(
        world.names,
        np.cumsum([0, *(len(listed) for listed, _, _ in rows)]),
        [score for score, _ in sets],
        np.cumsum([0, *sizes]),
        [member for _, members in sets for member in members],
        complete_size=[size for _, size, _ in rows],
        unseen_bound=[bound for _, _, bound in rows],
        pruned=pruned or chance.pick(True, None),
        constraints=constraints,
    )


def allowed_families(world, child, constraints):
    """The families that constraints on edges allow."""
    name = world.names[child]
    must = world.mask_of([parent for parent, end in constraints.required if end == name])
    forbidden = constraints.forbidden_edges(world.names)
    banned = world.mask_of({parent for parent, end in forbidden if end == name})
    return [m for m in world.families(child) if m & must == must and not m & banned]


def _known_list(chance, world, child, constraints, pruned, depth):
    allowed = allowed_families(world, child, constraints)
    most = math.inf if constraints.max_parents is None else constraints.max_parents
    least = min(allowed, key=_size)
    depth = min(depth, most) if most < world.n - 1 else depth
    depth = chance.pick(depth, depth, min(depth, 1))
    extra = chance.pick(0.0, 0.3, 0.8)
    seen = [
        mask
        for mask in allowed
        if mask == least
        or (_size(mask) <= most and (_size(mask) <= depth or chance.happens(extra)))
    ]
    scores = world.table[child]
    unseen = max((scores[mask] for mask in allowed if mask not in seen), default=-math.inf)
    if math.isfinite(unseen) and chance.happens(0.3):
        unseen = chance.pick(math.inf, unseen + abs(unseen))
    kept = [mask for mask in seen if not (pruned and _is_dominated(mask, seen, scores))]
    listed = [(float(scores[mask]), tuple(world.positions(mask))) for mask in kept]
    listed.sort(key=lambda entry: (-entry[0], len(entry[1]), entry[1]))
    size = math.inf if len(seen) == len(allowed) else max(depth, 0)
    return listed, size, unseen if size != math.inf else -math.inf


def _size(mask):
    return bin(mask).count("1")


def _is_dominated(mask, seen, scores):
    return any(
        other != mask and other & mask == other and scores[other] >= scores[mask] for other in seen
    )


def round_trip(chance: Chance, sets):
    """The lists after a file was written and read."""
    suffix = chance.pick(".jkl", ".pss", ".dwps")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"lists{suffix}"
        sets.write(path, comments=suffix == ".dwps" or chance.happens(0.6))
        return dw.read_parent_sets(path)


def wrong_facts(world: World, sets):
    """Say what is not true of complete_size, unseen_bound, scope, ceiling and widened lists."""
    listed = world.listed(sets)
    best = best_subsets(listed)
    for child, name in enumerate(world.names):
        size, unseen = sets.complete_size[name], sets.unseen_bound[name]
        for mask in allowed_families(world, child, sets.constraints):
            score = world.table[child, mask]
            slack = 1e-9 * max(1.0, abs(score))
            if best[child, mask] >= score - slack:
                continue
            limit = sets.constraints.max_parents
            # 0 says that nothing is known.
            if _size(mask) <= size > 0 and (limit is None or _size(mask) <= limit):
                yield f"{name} misses {world.members(mask)}, complete up to {size}"
            if score > unseen + slack:
                yield f"{world.members(mask)} of {name} scores {score}, above unseen {unseen}"
    yield from _wrong_wholes(world, sets, listed)


def _wrong_wholes(world, sets, listed):
    edges = world.under(sets.constraints.without_limit())
    highest = _highest(world, edges)
    covered = _highest(world, world.among(sets.scope))
    table = listed[np.arange(world.n), world.dags].sum(axis=1)
    slack = world.slack.max()
    if covered > table.max() + slack:
        yield f"a network of {sets.scope} scores {covered}, the best of the lists {table.max()}"
    highest_known = dw.parents.ceiling(sets)
    if highest > highest_known + slack:
        yield f"a network scores {highest}, above the ceiling {highest_known}"
    wide = dw.parents.widened(sets)
    if wide is not None and highest > world.best_choice(wide) + slack:
        yield f"a network scores {highest}, above the widened lists {world.best_choice(wide)}"
    if wide is not None and not (world.among(wide.scope) == edges).all():
        yield f"the widened lists are about {wide.scope}"


def _highest(world, keeps):
    return world.totals[keeps].max() if keeps.any() else -math.inf
