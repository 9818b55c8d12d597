#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/orders/precedence.hpp"
#include "dagwright/parents/candidate_sets.hpp"

namespace dagwright::orders {

/// Number of a candidate set; within a child, a smaller number is a better set.
using SetNumber = std::uint32_t;

/// What every order evaluator reads besides the candidate sets: for each variable the children that
/// could take it as a parent, and which of their sets would have it. Built once, shared by threads.
///
/// Besides the CandidateSets it holds 4 bytes per member of a set and 10 bytes per pair of a child
/// and a possible parent.
class OrderIndex {
 public:
  /// The sets must outlive the index.
  explicit OrderIndex(const parents::CandidateSets& sets);

  const parents::CandidateSets& sets() const { return sets_; }
  const Precedence& precedence() const { return precedence_; }
  std::size_t n_variables() const { return sets_.n_variables(); }

  SetNumber begin(Variable child) const { return first_set_[child]; }
  SetNumber end(Variable child) const { return first_set_[child + 1]; }

  /// The pairs of a parent with its possible children are first_pair(parent) to
  /// first_pair(parent + 1), by child.
  std::size_t first_pair(std::size_t parent) const { return first_pair_[parent]; }
  Variable pair_child(std::size_t pair) const { return pair_child_[pair]; }
  /// The best set of the child that has the parent.
  SetNumber pair_best(std::size_t pair) const { return pair_best_[pair]; }
  /// All sets of the child that have the parent, best first.
  std::span<const SetNumber> pair_sets(std::size_t pair) const {
    DAGWRIGHT_ASSERT(pair + 1 < first_of_pair_.size());
    return {pair_sets_.data() + first_of_pair_[pair], pair_sets_.data() + first_of_pair_[pair + 1]};
  }

  std::size_t bytes() const;

  /// Whether the pairs are what the candidate sets say; for tests and assertions.
  bool check() const;

 private:
  void count_pairs();
  void fill_pairs();

  const parents::CandidateSets& sets_;
  Precedence precedence_;
  std::vector<SetNumber> first_set_;
  std::vector<std::uint32_t> first_pair_;
  std::vector<Variable> pair_child_;
  std::vector<SetNumber> pair_best_;
  std::vector<std::uint32_t> first_of_pair_;
  std::vector<SetNumber> pair_sets_;
};

}  // namespace dagwright::orders
