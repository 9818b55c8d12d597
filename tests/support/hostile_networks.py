"""Networks whose names and labels trip the readers of files."""

from __future__ import annotations

import random

import numpy as np

import dagwright as dw

TEXTS = [
    *["a b", "two  blanks", " blank first", "blank last ", "a\u00a0b", "tab\tand\nline\r\nend"],
    *["männlich", "MÄNNLICH", "maennlich", "Größe (cm)", "naïve", "Łódź", "年齢", "πr²", "😀"],
    *["<42", "42..66", ">=66", "<= 5", "≥ 5", "5-12", "0-5", "-1", "+1", "-.5", "1e5", "1ex", "0"],
    *["1", "01", "1.5", "1_000", "3rd", "0.0-0.1", "100%", "a->b", "a/b", "a//b", "/* a */", "//"],
    *["yes,no", "a;b", "a|b", "(a)", "[a]", "{a}", "}", "a:b", "a=b", "a&b", "&lt;", "<b>", "]]>"],
    *['"', "'", 'say "so"', "it's", "back\\slash", "\\", "\\n", "%", "%41", "#a", "?", "...", "…"],
    *["network", "variable", "probability", "property", "type", "discrete", "table", "default"],
    *["net", "node", "potential", "data", "states", "class", "decision", "utility", "continuous"],
    *["my variable", "probability_of", "true", "True", "False", "None", "nan", "NA", "inf", "null"],
    *[
        "Age",
        "age",
        "AGE",
        "a_b",
        "a_b_2",
        "v",
        "s",
        "v_1",
        "s_1",
        "dagwright_1",
        "dagwright_name_1",
    ],
    *["cpt", "smile", "id", "nodes", "x" * 200, "ü" * 200, "\x01", "\x7f", "\u2028", "\ufeff"],
]


def hostile_network(seed: int) -> dw.BayesianNetwork:
    """Return a network of up to seven variables, the same for the same seed."""
    chance = random.Random(seed)
    names = chance.sample(TEXTS, chance.randint(2, 7))
    states = {name: chance.sample([*TEXTS, ""], chance.randint(2, 4)) for name in names}
    order = chance.sample(names, len(names))
    edges = [
        (parent, child)
        for at, child in enumerate(order)
        for parent in chance.sample(order[:at], min(at, chance.randint(0, 2)))
    ]
    dag = dw.Dag(names, edges)
    numbers = np.random.default_rng(seed)
    cpts = {}
    for name in names:
        shape = [len(states[member]) for member in (*dag.parents(name), name)]
        cpts[name] = numbers.dirichlet(np.ones(shape[-1]), shape[:-1])
    return dw.BayesianNetwork(dag, states, cpts)
