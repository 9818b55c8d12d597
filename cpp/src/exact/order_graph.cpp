#include "dagwright/exact/order_graph.hpp"

#include <algorithm>
#include <cmath>

namespace dagwright {
namespace {

/// The dearest network has the last set of every child.
std::uint64_t sum_of_dearest(const CandidateSets& sets) {
  std::uint64_t sum = 0;
  for (std::size_t child = 0; child < sets.n_variables(); ++child) {
    const std::size_t last = sets.end(static_cast<Variable>(child)) - 1;
    sum += static_cast<std::uint64_t>(sets.excess(last));
  }
  return sum;
}

}  // namespace

template <class Set>
OrderGraph<Set>::OrderGraph(const CandidateSets& sets) : sets_(&sets), lists_(sets.n_variables()) {
  const std::uint64_t dearest = sum_of_dearest(sets);
  while ((dearest >> shift_) + sets.n_variables() >= (Cost{1} << kCostBits)) ++shift_;
  const std::uint64_t half = shift_ == 0 ? 0 : std::uint64_t{1} << (shift_ - 1);
  for (std::size_t v = 0; v < lists_.size(); ++v) {
    const auto child = static_cast<Variable>(v);
    ParentList<Set>& list = lists_[v];
    for (std::size_t s = sets.begin(child); s < sets.end(child); ++s) {
      Set members{};
      for (const std::uint16_t member : sets.members(s)) members |= single<Set>(member);
      list.sets.push_back(members);
      list.costs.push_back((static_cast<std::uint64_t>(sets.excess(s)) + half) >> shift_);
      list.candidates |= members;
    }
    largest_ += list.costs.back();
  }
}

template <class Set>
double OrderGraph<Set>::nats(Cost cost) const {
  return std::ldexp(static_cast<double>(cost), shift_ - sets_->scale());
}

template <class Set>
double OrderGraph<Set>::rounding() const {
  // Each cost was rounded to the nearest unit once or, with a shift, twice.
  const double units = 0.5 * static_cast<double>(n_variables()) * (shift_ == 0 ? 1.0 : 1.5);
  return std::ldexp(units, shift_ - sets_->scale());
}

template <class Set>
double OrderGraph<Set>::score_bound(Cost cost) const {
  return sets_->relaxed_score() - nats(cost) + rounding();
}

template <class Set>
std::size_t OrderGraph<Set>::best_set(Variable child, Set available) const {
  const std::vector<Set>& sets = lists_[child].sets;
  const auto found = std::find_if(sets.begin(), sets.end(),
                                  [available](Set set) { return is_subset(set, available); });
  return static_cast<std::size_t>(found - sets.begin());
}

template class OrderGraph<NarrowSet>;
template class OrderGraph<WideSet>;

}  // namespace dagwright
