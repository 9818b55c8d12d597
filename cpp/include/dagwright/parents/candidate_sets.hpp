#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/parents/candidate_arrays.hpp"

namespace dagwright::parents {

/// What searches over candidate parent sets read: a view of arrays that others own, and one
/// fixed-point cost a set.
///
/// The excess of a set is how far it scores below the best set of its child, in units of
/// 2^-scale() nat, rounded once. Costs of networks are sums of excesses: exact, and independent
/// of the order of addition. The scale is 36 unless sums could then overflow.
///
/// One huge excess, a user's "forbidden", must not make all others coarse. Where sums could
/// overflow, the scale is therefore chosen by the excess of a known network, and excesses that do
/// not fit are saturated: `most_excess` stands for all of them. It is above the excess of that
/// known network, so no better network has such a set, and it is below what it stands for, so
/// bounds that are made of excesses stay valid.
class CandidateSets {
 public:
  explicit CandidateSets(CandidateArrays arrays);

  std::size_t n_variables() const { return arrays_.n_variables(); }
  std::size_t n_sets() const { return arrays_.n_sets(); }

  /// The sets of a child are begin(child) to end(child), best first; the last is never worse than
  /// sets that are not there.
  std::size_t begin(Variable child) const { return arrays_.begin(child); }
  std::size_t end(Variable child) const { return arrays_.end(child); }

  double score(std::size_t set) const { return arrays_.scores[set]; }
  std::span<const std::uint16_t> members(std::size_t set) const { return arrays_.set(set); }
  std::int64_t excess(std::size_t set) const { return excess_[set]; }

  int scale() const { return grid_.scale; }
  /// What a saturated excess is; larger than any excess if none is saturated.
  std::int64_t most_excess() const { return grid_.most; }
  bool is_saturated(std::size_t set) const { return excess_[set] == grid_.most; }
  double nats(std::int64_t excess) const;
  /// How far the excess of a network without saturated sets can be off, in nats.
  double rounding() const;

  /// The sum of the best scores, as exact as a double can be: no network scores higher.
  double relaxed_score() const;
  /// A score that no network of this excess or more has, whose excess is off by `rounding` nats.
  double score_bound(double excess, double rounding) const;

  /// A network found in little time, as numbers of sets by child; empty if there is none.
  std::vector<std::size_t> known_network() const;

  /// For each child the number of the set with exactly these ascending members; kNone if it is not
  /// listed.
  std::vector<std::int64_t> find_families(const std::vector<std::vector<Variable>>& families) const;

  /// For each child the best set whose members all come before it in the order, which names each
  /// variable once; kNone if there is none.
  std::vector<std::int64_t> best_in_order(std::span<const Variable> order) const;

  static constexpr std::int64_t kNone = -1;

  /// Members that all sets of a child have: they must come before it in every order.
  std::vector<Variable> common_members(Variable child) const;

 private:
  struct Grid {
    int scale;
    std::int64_t most;
  };
  Grid choose_grid() const;
  Grid grid_of_known_network() const;

  CandidateArrays arrays_;
  Grid grid_;
  std::vector<std::int64_t> excess_;
};

}  // namespace dagwright::parents
