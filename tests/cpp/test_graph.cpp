#include <algorithm>
#include <numeric>

#include "check.hpp"
#include "dagwright/core/graph.hpp"
#include "dagwright/core/rng.hpp"

using namespace dagwright;

namespace {

VertexLists random_lists(std::size_t n, double density, bool acyclic, Rng& rng) {
  std::vector<Variable> order(n);
  std::iota(order.begin(), order.end(), Variable{0});
  rng.shuffle(order);
  VertexLists lists(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j || (acyclic && j > i) || rng.fraction() >= density) continue;
      lists[order[i]].push_back(order[j]);
    }
  }
  for (std::vector<Variable>& list : lists) std::sort(list.begin(), list.end());
  return lists;
}

/// reach[v][u]: whether a path leads from v to u; every vertex reaches itself.
std::vector<std::vector<bool>> reachable(const VertexLists& lists) {
  const std::size_t n = lists.size();
  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
  for (std::size_t v = 0; v < n; ++v) {
    reach[v][v] = true;
    for (const Variable to : lists[v]) reach[v][to] = true;
  }
  for (std::size_t middle = 0; middle < n; ++middle) {
    for (std::size_t v = 0; v < n; ++v) {
      for (std::size_t u = 0; reach[v][middle] && u < n; ++u) {
        if (reach[middle][u]) reach[v][u] = true;
      }
    }
  }
  return reach;
}

bool has_cycle(const VertexLists& lists) {
  const auto reach = reachable(lists);
  for (std::size_t v = 0; v < lists.size(); ++v) {
    for (const Variable to : lists[v]) {
      if (reach[to][v]) return true;
    }
  }
  return false;
}

bool parents_come_first(const std::vector<Variable>& order, const ParentLists& parents) {
  std::vector<bool> placed(parents.size(), false);
  for (const Variable v : order) {
    if (placed[v]) return false;
    for (const Variable parent : parents[v]) {
      if (!placed[parent]) return false;
    }
    placed[v] = true;
  }
  return order.size() == parents.size();
}

/// Of those that could be next, the earliest in `preferred`, found by trying.
std::vector<Variable> by_trying(const ParentLists& parents,
                                const std::vector<Variable>& preferred) {
  std::vector<Variable> order;
  std::vector<bool> placed(parents.size(), false);
  while (order.size() < parents.size()) {
    const auto next = std::find_if(preferred.begin(), preferred.end(), [&](Variable v) {
      return !placed[v] && std::all_of(parents[v].begin(), parents[v].end(),
                                       [&](Variable parent) { return placed[parent]; });
    });
    placed[*next] = true;
    order.push_back(*next);
  }
  return order;
}

void check_topological_orders() {
  Rng rng(1);
  for (int round = 0; round < 300; ++round) {
    const ParentLists parents = random_lists(1 + rng.below(9), 0.3, round % 2 == 0, rng);
    CHECK(is_acyclic(parents) == !has_cycle(parents));
    if (!is_acyclic(parents)) continue;
    CHECK(parents_come_first(topological_order(parents), parents));
    std::vector<Variable> preferred(parents.size());
    std::iota(preferred.begin(), preferred.end(), Variable{0});
    rng.shuffle(preferred);
    CHECK(topological_order(parents, reversed(parents), preferred) ==
          by_trying(parents, preferred));
  }
}

void check_strong_components() {
  Rng rng(2);
  for (int round = 0; round < 300; ++round) {
    const VertexLists lists = random_lists(1 + rng.below(10), 0.05 * (round % 6), false, rng);
    std::vector<Variable> roots(lists.size());
    std::iota(roots.begin(), roots.end(), Variable{0});
    rng.shuffle(roots);
    const std::vector<std::size_t> component = strong_components(lists, roots);
    const auto reach = reachable(lists);
    for (std::size_t v = 0; v < lists.size(); ++v) {
      for (std::size_t u = 0; u < lists.size(); ++u) {
        CHECK((component[v] == component[u]) == (reach[v][u] && reach[u][v]));
        CHECK(!reach[v][u] || component[u] <= component[v]);
      }
    }
  }
}

}  // namespace

int main() {
  check_topological_orders();
  check_strong_components();
}
