#include "dagwright/exact/incumbent.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/graph.hpp"

namespace dagwright::exact {

template <class Set>
Incumbent<Set>::Incumbent(const OrderGraph<Set>& graph,
                          const std::vector<std::vector<Variable>>& start, RunControl& control)
    : graph_(graph), control_(control), improvements_(control) {
  if (start.size() != graph.n_variables()) {
    throw std::invalid_argument("start and candidate sets differ in their number of variables");
  }
  for (std::size_t v = 0; v < start.size(); ++v) {
    Set parents{};
    for (const Variable parent : start[v]) parents |= single<Set>(parent);
    const ParentList<Set>& list = graph.list(static_cast<Variable>(v));
    const auto found = std::find(list.sets.begin(), list.sets.end(), parents);
    if (found == list.sets.end()) throw std::invalid_argument("the start has no candidate set");
    chosen_.push_back(static_cast<std::size_t>(found - list.sets.begin()));
    cost_ += list.costs[chosen_.back()];
  }
  note(0);
  if (!graph.known_network().empty() && graph.known_cost() < cost_) {
    take(graph.known_network(), graph.known_cost(), 0);
  }
}

template <class Set>
void Incumbent<Set>::offer(const std::vector<Variable>& order, std::uint64_t iterations) {
  const std::vector<std::int64_t> best = graph_.candidate_sets().best_in_order(order);
  std::vector<std::size_t> chosen(order.size());
  Cost cost = 0;
  for (const Variable child : order) {
    if (best[child] == parents::CandidateSets::kNone) return;
    chosen[child] = static_cast<std::size_t>(best[child]) - graph_.candidate_sets().begin(child);
    cost += graph_.list(child).costs[chosen[child]];
  }
  if (cost < cost_) take(std::move(chosen), cost, iterations);
}

template <class Set>
void Incumbent<Set>::take(std::vector<std::size_t> chosen, Cost cost, std::uint64_t iterations) {
  DAGWRIGHT_ASSERT(cost < cost_ && adds_up_to(chosen, cost));
  cost_ = cost;
  chosen_.swap(chosen);
  // Costs are rounded: what is cheaper by a unit may score no higher.
  if (add_up() > score()) {
    note(iterations);
  } else {
    chosen_.swap(chosen);
  }
}

/// Whether this is an acyclic network of that cost.
template <class Set>
bool Incumbent<Set>::adds_up_to(const std::vector<std::size_t>& chosen, Cost cost) const {
  Cost sum = 0;
  Set placed{};
  for (std::size_t v = 0; v < chosen.size(); ++v) {
    sum += graph_.list(static_cast<Variable>(v)).costs[chosen[v]];
  }
  for (std::size_t round = 0; round < chosen.size(); ++round) {
    for (std::size_t v = 0; v < chosen.size(); ++v) {
      const Set& parents = graph_.list(static_cast<Variable>(v)).sets[chosen[v]];
      if (is_subset(parents, placed)) placed |= single<Set>(v);
    }
  }
  return sum == cost && placed == graph_.all();
}

template <class Set>
void Incumbent<Set>::note(std::uint64_t iterations) {
  improvements_.add(add_up(), iterations);
  if (improvements_.reached_target()) control_.request_stop(StopReason::target);
}

template <class Set>
double Incumbent<Set>::add_up() const {
  const parents::CandidateSets& sets = graph_.candidate_sets();
  double sum = 0.0;
  for (std::size_t v = 0; v < chosen_.size(); ++v) {
    sum += sets.score(sets.begin(static_cast<Variable>(v)) + chosen_[v]);
  }
  return sum;
}

template <class Set>
std::vector<Variable> Incumbent<Set>::order() const {
  const ParentLists lists = parents();
  std::vector<Variable> order = topological_order(lists);
  if (order.size() < lists.size()) throw std::invalid_argument("the start has a cycle");
  return order;
}

template <class Set>
std::vector<std::vector<Variable>> Incumbent<Set>::parents() const {
  std::vector<std::vector<Variable>> lists(chosen_.size());
  for (std::size_t v = 0; v < chosen_.size(); ++v) {
    for_each_member(graph_.list(static_cast<Variable>(v)).sets[chosen_[v]],
                    [&](Variable parent) { lists[v].push_back(parent); });
  }
  return lists;
}

template class Incumbent<NarrowSet>;
template class Incumbent<WideSet>;

}  // namespace dagwright::exact
