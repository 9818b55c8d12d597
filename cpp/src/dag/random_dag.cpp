#include "dagwright/dag/random_dag.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "dagwright/core/assert.hpp"

namespace dagwright::dag {

ParentLists random_dag(const scores::ScoreOracle& oracle, const Rules& rules,
                       const ParentLists& start, Rng& rng) {
  constexpr std::size_t kParents = 2;
  ParentLists parents = start;
  Ancestors ancestors(parents);
  std::vector<Variable> order(parents.size());
  std::iota(order.begin(), order.end(), Variable{0});
  rng.shuffle(order);
  std::vector<Variable> candidates(order);
  for (const Variable child : order) {
    rng.shuffle(candidates);
    for (const Variable parent : candidates) {
      const std::vector<Variable>& present = parents[child];
      if (present.size() >= std::min(kParents, rules.max_parents[child])) break;
      if (!rules.allowed.test(child, parent) || !ancestors.can_add(parent, child)) continue;
      if (std::binary_search(present.begin(), present.end(), parent)) continue;
      std::vector<Variable> more = present;
      more.insert(std::upper_bound(more.begin(), more.end(), parent), parent);
      if (!std::isfinite(oracle.score(child, more))) continue;
      parents[child] = std::move(more);
      ancestors.added(parent, child);
    }
  }
  DAGWRIGHT_ASSERT(ancestors.check(parents));
  return parents;
}

}  // namespace dagwright::dag
