"""Networks that know their table, with plain and with hostile names."""

from __future__ import annotations

import itertools

import dagwright as dw
from dagwright.data.columns.recipe import ColumnRecipe, Recipe, Values

HOSTILE = [
    "quo\"te's",
    "Größe in m²",
    "two  blanks ",
    "<42",
    "line\nend\r\t",
    "a;b=c{d}e[f]g|h,i(j)k",
    "variable probability { table 0.5; }",
    "//no /*comment*/ %22 %",
    "back\\slash\\",
    "dagwright_1 = x",
    "\U0001d4b3\u2028\ufeff",
]


def network_of(names, labels):
    """Return a chain in which every second variable is a number that was cut."""
    names = list(names)
    dag = dw.Dag(names, list(itertools.pairwise(names)))
    columns, states, cpts = [], {}, {}
    for at, name in enumerate(names):
        if at % 2 == 0:
            column = ColumnRecipe(
                name,
                "number",
                "cut",
                states=("below_0.1", "from_0.1", "missing"),
                cuts=(0.1,),
                cut_by="learner",
                values=Values((-1e-300, 1 / 3, 2.5), (0.1, 1 / 3, 1e300), (3, 0, 2**60)),
                missing_state=True,
                reason=f"because of {name}",
            )
        else:
            column = ColumnRecipe(name, "category", "keep", states=tuple(labels))
        columns.append(column)
        states[name] = column.states
        row = [2.0**-4] * (len(column.states) - 1)
        row.append(1 - sum(row))
        parents = len(states[names[at - 1]]) if at else 0
        cpts[name] = [row] * parents if at else row
    columns.insert(0, ColumnRecipe("row", "index", "leave out", reason='counts; "rows"'))
    columns.append(ColumnRecipe("variable {", "category", "same as another", same_as=names[0]))
    recipe = Recipe(tuple(columns), 12, "f00d", "state", "0.2.0")
    return dw.BayesianNetwork(dag, states, cpts, recipe)


def plain_network(n_values=256):
    """Return a network with names that every package reads, and as many values as are ever kept."""
    net = network_of(["age", "town", "fare", "class"], ["Ulm", "Bonn", "Trier"])
    numbers = [i / 7 for i in range(n_values)]
    columns = [
        ColumnRecipe(
            **{**vars(column), "values": Values(numbers, numbers, range(10**6, 10**6 + n_values))}
        )
        if column.values
        else column
        for column in net.recipe.columns
    ]
    recipe = Recipe(tuple(columns), 891, "f00d" * 16, "state", "0.2.0")
    return dw.BayesianNetwork(net.dag, net.states, net.cpts, recipe)
