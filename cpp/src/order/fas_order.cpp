#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/graph.hpp"
#include "dagwright/order/best_parents.hpp"
#include "dagwright/order/initial_order.hpp"

namespace dagwright::order {
namespace {

struct Edge {
  Variable from;
  Variable to;
  std::int64_t weight;  ///< what `to` loses without `from`
};

/// H, the weights of its edges, and which of them can be part of a cycle. Made once.
class WeightedGraph {
 public:
  explicit WeightedGraph(const orders::OrderIndex& index) : outgoing(index.n_variables()) {
    const BestParents graph(index);
    const std::vector<std::size_t> component = strong_components(graph.children);
    for (std::size_t v = 0; v < index.n_variables(); ++v) {
      const auto child = static_cast<Variable>(v);
      for (const Variable parent : graph.parents[child]) {
        outgoing[parent].push_back(edges.size());
        in_cycle.push_back(component[parent] == component[child]);
        edges.push_back({parent, child, weight(index, child, parent)});
      }
    }
  }

  std::vector<Edge> edges;
  std::vector<bool> in_cycle;                      ///< both ends in one strong component
  std::vector<std::vector<std::size_t>> outgoing;  ///< edges by their start

 private:
  /// The cost of the best listed subset of the best parents without one of them. That set itself
  /// may be missing from the list when it is dominated; the paper's equation 8 has it instead.
  /// Where there is no such subset the parent is required.
  static std::int64_t weight(const orders::OrderIndex& index, Variable child, Variable parent) {
    const parents::CandidateSets& sets = index.sets();
    const auto best = sets.members(index.begin(child));
    for (orders::SetNumber set = index.begin(child) + 1; set < index.end(child); ++set) {
      const auto members = sets.members(set);
      if (std::find(members.begin(), members.end(), parent) != members.end()) continue;
      if (std::includes(best.begin(), best.end(), members.begin(), members.end())) {
        return sets.excess(set);
      }
    }
    return std::numeric_limits<std::int64_t>::max();
  }
};

/// One order while it is made.
class FasDraw {
 public:
  FasDraw(const WeightedGraph& graph, Rng& rng)
      : graph_(graph), rng_(rng), removed_(graph.edges.size(), false), next_(n()), on_path_(n()) {}

  std::vector<Variable> run() {
    break_cycles();
    put_back();
    return random_topological_order();
  }

 private:
  std::size_t n() const { return graph_.outgoing.size(); }
  const Edge& edge(std::size_t e) const { return graph_.edges[e]; }

  /// Depth-first search over the edges within strong components, from random starts and with
  /// random successions. Each edge back to the path closes a cycle: the least weight left in it is
  /// taken from all its edges, which removes one at least, and the search goes on from where the
  /// path is still whole.
  void break_cycles() {
    successors_.resize(n());
    for (std::size_t v = 0; v < n(); ++v) {
      for (const std::size_t e : graph_.outgoing[v]) {
        if (!graph_.in_cycle[e]) continue;
        if (edge(e).weight > 0) {
          successors_[v].push_back(e);
        } else {
          removed_[e] = true;
        }
      }
      rng_.shuffle(successors_[v]);
    }
    left_.resize(graph_.edges.size());
    for (std::size_t e = 0; e < left_.size(); ++e) left_[e] = edge(e).weight;
    done_.assign(n(), false);
    std::vector<Variable> starts(n());
    std::iota(starts.begin(), starts.end(), Variable{0});
    rng_.shuffle(starts);
    for (const Variable start : starts) {
      if (!done_[start]) search_from(start);
    }
  }

  void search_from(Variable start) {
    path_.clear();
    enter(start);
    for (Variable v = start;;) {
      const std::optional<std::size_t> e = next_edge(v);
      if (!e) {
        done_[v] = true;
        leave(v);
        if (path_.empty()) return;
        v = edge(path_.back()).from;
        path_.pop_back();
      } else if (on_path_[edge(*e).to]) {
        v = break_cycle(*e);
      } else {
        path_.push_back(*e);
        v = edge(*e).to;
        enter(v);
      }
    }
  }

  void enter(Variable v) {
    on_path_[v] = true;
    next_[v] = 0;
  }
  void leave(Variable v) { on_path_[v] = false; }

  /// The next edge of v to follow: neither removed nor to a vertex from which all was seen. The
  /// cursor stays, for the edge may have to be followed again.
  std::optional<std::size_t> next_edge(Variable v) {
    for (; next_[v] < successors_[v].size(); ++next_[v]) {
      const std::size_t e = successors_[v][next_[v]];
      if (!removed_[e] && !done_[edge(e).to]) return e;
    }
    return std::nullopt;
  }

  /// Returns the vertex to go on from.
  Variable break_cycle(std::size_t closing) {
    auto first = path_.end() - 1;
    while (edge(*first).from != edge(closing).to) {
      DAGWRIGHT_ASSERT(first != path_.begin());
      --first;
    }
    std::vector<std::size_t> cycle(first, path_.end());
    cycle.push_back(closing);
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const std::size_t e : cycle) least = std::min(least, left_[e]);
    DAGWRIGHT_ASSERT(least > 0);
    for (const std::size_t e : cycle) {
      left_[e] -= least;
      if (left_[e] == 0) removed_[e] = true;
    }
    // Back to the start of the first removed edge of the path, if one was.
    const auto broken =
        std::find_if(first, path_.end(), [this](std::size_t e) { return removed_[e]; });
    const Variable from = broken == path_.end() ? edge(closing).from : edge(*broken).from;
    for (auto e = broken; e != path_.end(); ++e) leave(edge(*e).to);
    path_.erase(broken, path_.end());
    return from;
  }

  /// Removed edges return, the heaviest first, if they close no cycle.
  void put_back() {
    std::vector<std::size_t> candidates;
    for (std::size_t e = 0; e < removed_.size(); ++e) {
      if (removed_[e]) candidates.push_back(e);
    }
    std::stable_sort(candidates.begin(), candidates.end(), [this](std::size_t a, std::size_t b) {
      return edge(a).weight > edge(b).weight;
    });
    for (const std::size_t e : candidates) removed_[e] = is_reachable(edge(e).to, edge(e).from);
  }

  bool is_reachable(Variable from, Variable to) const {
    std::vector<bool> seen(n(), false);
    std::vector<Variable> open{from};
    seen[from] = true;
    while (!open.empty()) {
      const Variable v = open.back();
      open.pop_back();
      if (v == to) return true;
      for (const std::size_t e : graph_.outgoing[v]) {
        if (removed_[e] || !graph_.in_cycle[e] || seen[edge(e).to]) continue;
        seen[edge(e).to] = true;
        open.push_back(edge(e).to);
      }
    }
    return false;
  }

  std::vector<Variable> random_topological_order() {
    std::vector<std::size_t> waiting(n(), 0);
    for (std::size_t e = 0; e < removed_.size(); ++e) {
      if (!removed_[e]) ++waiting[edge(e).to];
    }
    std::vector<Variable> ready;
    for (std::size_t v = 0; v < n(); ++v) {
      if (waiting[v] == 0) ready.push_back(static_cast<Variable>(v));
    }
    std::vector<Variable> order;
    while (!ready.empty()) {
      std::swap(ready[rng_.below(ready.size())], ready.back());
      const Variable v = ready.back();
      ready.pop_back();
      order.push_back(v);
      for (const std::size_t e : graph_.outgoing[v]) {
        if (!removed_[e] && --waiting[edge(e).to] == 0) ready.push_back(edge(e).to);
      }
    }
    DAGWRIGHT_ASSERT(order.size() == n());  // else a cycle was left
    return order;
  }

  const WeightedGraph& graph_;
  Rng& rng_;
  std::vector<bool> removed_;
  std::vector<std::int64_t> left_;  ///< weights not yet taken away
  std::vector<std::vector<std::size_t>> successors_;
  std::vector<std::size_t> next_;
  std::vector<bool> on_path_;
  std::vector<bool> done_;
  std::vector<std::size_t> path_;  ///< edges from the start of the search to where it is
};

class FasOrder final : public InitialOrder {
 public:
  explicit FasOrder(const orders::OrderIndex& index) : InitialOrder(index), graph_(index) {}

 private:
  std::vector<Variable> draw(Rng& rng) const override { return FasDraw(graph_, rng).run(); }

  WeightedGraph graph_;
};

}  // namespace

std::unique_ptr<InitialOrder> make_fas_order(const orders::OrderIndex& index) {
  return std::make_unique<FasOrder>(index);
}

}  // namespace dagwright::order
