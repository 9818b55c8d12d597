#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "dagwright/core/types.hpp"

namespace dagwright::parents {

/// Sets of parents with their scores, in one block of memory each.
class ScoredSets {
 public:
  std::size_t size() const { return scores_.size(); }
  std::size_t n_members() const { return members_.size(); }
  double score(std::size_t i) const { return scores_[i]; }
  std::span<const Variable> members(std::size_t i) const {
    return {members_.data() + starts_[i], starts_[i + 1] - starts_[i]};
  }
  void reserve(std::size_t sets, std::size_t members) {
    scores_.reserve(sets);
    starts_.reserve(sets + 1);
    members_.reserve(members);
  }
  void add(std::span<const Variable> members, double score) {
    scores_.push_back(score);
    members_.insert(members_.end(), members.begin(), members.end());
    starts_.push_back(members_.size());
  }
  std::size_t bytes() const {
    return scores_.capacity() * sizeof(double) + starts_.capacity() * sizeof(std::size_t) +
           members_.capacity() * sizeof(Variable);
  }

 private:
  std::vector<double> scores_;
  std::vector<std::size_t> starts_{0};
  std::vector<Variable> members_;
};

/// Why the enumeration of one variable's sets ended.
enum class EnumerationEnd : int { complete, size, evaluations, time, memory, interrupted };

/// What a selection found for one variable.
struct CandidateList {
  ScoredSets sets;                ///< non-dominated, best first
  std::size_t complete_size = 0;  ///< every set of at most this size was seen or is useless
  double unseen_bound = -std::numeric_limits<double>::infinity();  ///< of sets that were not
  std::uint64_t evaluations = 0;                                   ///< sets scored
  EnumerationEnd end = EnumerationEnd::complete;
};

/// The sets that no strict subset equals or beats, sorted by score (descending), size and members.
ScoredSets without_dominated(const ScoredSets& sets);

/// Sorted only: for sets that are known not to be dominated.
ScoredSets best_first(const ScoredSets& sets);

}  // namespace dagwright::parents
