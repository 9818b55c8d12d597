#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/combinations.hpp"
#include "dagwright/core/types.hpp"
#include "dagwright/parents/family_scorer.hpp"
#include "dagwright/scores/set_key.hpp"

namespace dagwright::parents {

/// The sets of one size that may still be extended, in lexicographic order, with look-up by set.
class Layer {
 public:
  Layer(std::size_t set_size, const CombinationRanks& ranks)
      : set_size_(set_size), ranks_(&ranks) {}

  std::size_t size() const { return families_.size(); }
  bool empty() const { return families_.empty(); }
  std::span<const Variable> members(std::size_t i) const {
    return {members_.data() + i * set_size_, set_size_};
  }
  const ScoredFamily& family(std::size_t i) const { return families_[i]; }

  void add(std::span<const Variable> members, const ScoredFamily& family) {
    DAGWRIGHT_ASSERT(members.size() == set_size_);
    members_.insert(members_.end(), members.begin(), members.end());
    families_.push_back(family);
  }

  /// To be called once all sets are in.
  void index();

  /// Null if the set is not in the layer.
  const ScoredFamily* find(std::span<const Variable> members) const;

  /// Whether the sets are in order and each is found; for tests and assertions.
  bool check() const;

  std::size_t bytes() const {
    return members_.capacity() * sizeof(Variable) + families_.capacity() * sizeof(ScoredFamily) +
           (ranked_.capacity() + slots_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  bool is_dense() const { return !ranked_.empty(); }

  std::size_t set_size_;
  const CombinationRanks* ranks_;
  std::vector<Variable> members_;
  std::vector<ScoredFamily> families_;
  // Index + 1, or 0 for none: by rank where all sets of this size fit, hashed otherwise.
  std::vector<std::uint32_t> ranked_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace dagwright::parents
