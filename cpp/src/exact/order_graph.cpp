#include "dagwright/exact/order_graph.hpp"

#include <algorithm>
#include <cmath>

#include "dagwright/core/assert.hpp"

namespace dagwright::exact {
namespace {

/// Nats that the cost of a network may be off before it is worth looking for a known one.
constexpr double kCoarse = 1e-8;

/// No network costs more than the last sets of all children together.
std::uint64_t largest_sum(const parents::CandidateSets& sets) {
  std::uint64_t sum = 0;
  for (std::size_t child = 0; child < sets.n_variables(); ++child) {
    const std::size_t last = sets.end(static_cast<Variable>(child)) - 1;
    sum += static_cast<std::uint64_t>(sets.excess(last));
  }
  return sum;
}

}  // namespace

template <class Set>
OrderGraph<Set>::OrderGraph(const parents::CandidateSets& sets)
    : sets_(&sets), lists_(sets.n_variables()) {
  const std::uint64_t most = choose_shift();
  const std::uint64_t half = shift_ == 0 ? 0 : std::uint64_t{1} << (shift_ - 1);
  for (std::size_t v = 0; v < lists_.size(); ++v) {
    const auto child = static_cast<Variable>(v);
    ParentList<Set>& list = lists_[v];
    for (std::size_t s = sets.begin(child); s < sets.end(child); ++s) {
      Set members{};
      for (const std::uint16_t member : sets.members(s)) members |= single<Set>(member);
      const auto excess = static_cast<std::uint64_t>(sets.excess(s));
      list.sets.push_back(members);
      list.costs.push_back(excess <= most ? (excess + half) >> shift_ : kSaturatedCost);
      list.candidates |= members;
      DAGWRIGHT_ASSERT(!contains(members, v));
    }
    DAGWRIGHT_ASSERT(!list.costs.empty() && list.costs.front() == 0);
    DAGWRIGHT_ASSERT(std::is_sorted(list.costs.begin(), list.costs.end()));
  }
}

/// Returns the largest excess that is not saturated.
template <class Set>
std::uint64_t OrderGraph<Set>::choose_shift() {
  const auto shift_for = [this](std::uint64_t sum) {
    int shift = 0;
    while ((sum >> shift) + n_variables() + 1 >= kSaturatedCost) ++shift;
    return shift;
  };
  std::uint64_t most = largest_sum(*sets_);
  shift_ = shift_for(most);
  if (rounding() > kCoarse) {
    most = std::min(most, remember_known_network());
    shift_ = shift_for(most);
  }
  return most;
}

/// Returns its excess.
template <class Set>
std::uint64_t OrderGraph<Set>::remember_known_network() {
  known_ = sets_->known_network();
  if (known_.empty()) return std::numeric_limits<std::uint64_t>::max();
  std::uint64_t sum = 0;
  for (std::size_t v = 0; v < known_.size(); ++v) {
    sum += static_cast<std::uint64_t>(sets_->excess(known_[v]));
    known_[v] -= sets_->begin(static_cast<Variable>(v));
  }
  return sum;
}

template <class Set>
Cost OrderGraph<Set>::known_cost() const {
  Cost sum = 0;
  for (std::size_t v = 0; v < known_.size(); ++v) sum += lists_[v].costs[known_[v]];
  return sum;
}

template <class Set>
double OrderGraph<Set>::nats(Cost cost) const {
  return std::ldexp(static_cast<double>(cost), shift_ - sets_->scale());
}

template <class Set>
double OrderGraph<Set>::rounding() const {
  // Each cost was rounded to the nearest unit of the excesses and, with a shift, of its own.
  const double own = shift_ == 0 ? 0.0 : 0.5 * static_cast<double>(n_variables());
  return sets_->rounding() + std::ldexp(own, shift_ - sets_->scale());
}

template <class Set>
double OrderGraph<Set>::score_bound(Cost cost) const {
  return sets_->score_bound(nats(cost), rounding());
}

template <class Set>
std::size_t OrderGraph<Set>::best_set(Variable child, Set available) const {
  const std::vector<Set>& sets = lists_[child].sets;
  const auto found = std::find_if(sets.begin(), sets.end(),
                                  [available](Set set) { return is_subset(set, available); });
  return static_cast<std::size_t>(found - sets.begin());
}

template <class Set>
bool OrderGraph<Set>::are_costs_after(Set placed, std::span<const Variable> children,
                                      std::span<const Cost> costs) const {
  for (std::size_t i = 0; i < children.size(); ++i) {
    const ParentList<Set>& known = list(children[i]);
    const std::size_t best = best_set(children[i], placed);
    if (costs[i] != (best < known.costs.size() ? known.costs[best] : kNoCost)) return false;
  }
  return true;
}

template class OrderGraph<NarrowSet>;
template class OrderGraph<WideSet>;

}  // namespace dagwright::exact
