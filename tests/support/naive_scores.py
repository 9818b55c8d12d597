"""Scores written a second time: dictionaries of counts, the math module, no numpy, no core."""

import math
from collections import Counter


def naive_score(data, name, child, parents, ess=1.0):
    column = {variable: i for i, variable in enumerate(data.names)}
    weights = [1] * data.n_rows if data.weights is None else data.weights.tolist()
    child_codes = data.codes[column[child]].tolist()
    parent_codes = list(zip(*(data.codes[column[p]].tolist() for p in parents), strict=True))
    parent_codes = parent_codes or [()] * data.n_rows
    joint, margin = Counter(), Counter()
    for configuration, state, weight in zip(parent_codes, child_codes, weights, strict=True):
        joint[configuration, state] += weight
        margin[configuration] += weight
    arity = data.arities[column[child]]
    q = math.prod(data.arities[column[p]] for p in parents)
    total = sum(weights)
    if name in ("bic", "aic", "log-likelihood"):
        likelihood = math.fsum(
            n * math.log(n / margin[configuration]) for (configuration, _), n in joint.items() if n
        )
        weight = {"bic": math.log(total) / 2, "aic": 1.0, "log-likelihood": 0.0}[name]
        return likelihood - weight * (arity - 1) * q
    alpha = ess / (q * arity) if name == "bdeu" else 1.0
    sums = [math.lgamma(alpha * arity) - math.lgamma(alpha * arity + n) for n in margin.values()]
    sums += [math.lgamma(alpha + n) - math.lgamma(alpha) for n in joint.values()]
    return math.fsum(sums)
