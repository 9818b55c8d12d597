#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "dagwright/exact/variable_set.hpp"
#include "dagwright/parents/candidate_sets.hpp"

namespace dagwright::exact {

/// A cost in units of 2^-scale nat; those of networks worth looking at fit kCostBits.
using Cost = std::uint64_t;

inline constexpr int kCostBits = 40;
/// Of a set that no network better than a known one has: more than the incumbent costs, always.
inline constexpr Cost kSaturatedCost = Cost{1} << kCostBits;
/// No set is available: required parents are missing. Larger than any sum, and may be added to.
inline constexpr Cost kNoCost = Cost{1} << (kCostBits + 8);

/// The candidate sets of one child as bits, best first.
template <class Set>
struct ParentList {
  std::vector<Set> sets;
  std::vector<Cost> costs;
  Set candidates{};  ///< members of any set
};

/// The order graph (Yuan & Malone 2012): nodes are the sets of variables already placed, and the
/// arc from U to U + X costs the best candidate set of X inside U.
///
/// Costs are excesses over the best set of each child, so the simple heuristic of the paper
/// (Definition 1) is zero everywhere. They keep the scale of the CandidateSets unless a network
/// could then cost 2^40 or more; `rounding` bounds the error of a network's cost in nats.
///
/// Where that error would matter, only networks no worse than a known one need to fit: sets that
/// cost more than this whole network are saturated. The searches begin with the known network or a
/// better one, so that what has a saturated set is always left out.
template <class Set>
class OrderGraph {
 public:
  explicit OrderGraph(const parents::CandidateSets& sets);

  std::size_t n_variables() const { return lists_.size(); }
  Set all() const { return first_variables<Set>(n_variables()); }
  const ParentList<Set>& list(Variable child) const { return lists_[child]; }
  const parents::CandidateSets& candidate_sets() const { return *sets_; }

  double nats(Cost cost) const;
  double rounding() const;
  /// A score that no network of cost `cost` or more exceeds.
  double score_bound(Cost cost) const;

  /// Position in list(child) of the best set inside `available`, by plain scanning; the number of
  /// sets if there is none. The fast forms are ParentQueries.
  std::size_t best_set(Variable child, Set available) const;

  /// Whether costs[i] is what children[i] costs after `placed`, by plain scanning; for assertions.
  bool are_costs_after(Set placed, std::span<const Variable> children,
                       std::span<const Cost> costs) const;

  /// The known network as positions in the lists, and its cost; empty if no set is saturated.
  const std::vector<std::size_t>& known_network() const { return known_; }
  Cost known_cost() const;

 private:
  std::uint64_t choose_shift();
  std::uint64_t remember_known_network();

  const parents::CandidateSets* sets_;
  std::vector<ParentList<Set>> lists_;
  std::vector<std::size_t> known_;
  int shift_ = 0;
};

extern template class OrderGraph<NarrowSet>;
extern template class OrderGraph<WideSet>;

}  // namespace dagwright::exact
