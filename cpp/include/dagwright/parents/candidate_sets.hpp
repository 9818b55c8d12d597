#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/types.hpp"

namespace dagwright {

/// The arrays of a ParentSets: all sets of all children behind each other, best first.
struct CandidateArrays {
  std::span<const std::int64_t> child_starts;  ///< by child, and the end of the last
  std::span<const double> scores;
  std::span<const std::uint32_t> set_starts;  ///< by set, and the end of the last
  std::span<const std::uint16_t> members;     ///< ascending within a set
};

/// What searches over candidate parent sets read: a view of arrays that others own, and one
/// fixed-point cost a set.
///
/// The excess of a set is how far it scores below the best set of its child, in units of
/// 2^-scale() nat, rounded once. Costs of networks are sums of excesses: exact, and independent
/// of the order of addition. The scale is 24 unless sums could then overflow.
class CandidateSets {
 public:
  explicit CandidateSets(CandidateArrays arrays);

  std::size_t n_variables() const { return arrays_.child_starts.size() - 1; }
  std::size_t n_sets() const { return arrays_.scores.size(); }

  /// The sets of a child are begin(child) to end(child), best first; the last is never worse than
  /// sets that are not there.
  std::size_t begin(Variable child) const { return index(arrays_.child_starts[child]); }
  std::size_t end(Variable child) const { return index(arrays_.child_starts[child + 1]); }

  double score(std::size_t set) const { return arrays_.scores[set]; }
  std::span<const std::uint16_t> members(std::size_t set) const {
    const std::size_t first = arrays_.set_starts[set];
    return arrays_.members.subspan(first, arrays_.set_starts[set + 1] - first);
  }
  std::int64_t excess(std::size_t set) const { return excess_[set]; }

  int scale() const { return scale_; }
  double nats(std::int64_t excess) const;

  /// The sum of the best scores: no network of these sets scores higher.
  double relaxed_score() const;

  /// Members that all sets of a child have: they must come before it in every order.
  std::vector<Variable> common_members(Variable child) const;

 private:
  static std::size_t index(std::int64_t position) { return static_cast<std::size_t>(position); }
  int choose_scale() const;

  CandidateArrays arrays_;
  int scale_;
  std::vector<std::int64_t> excess_;
};

}  // namespace dagwright
