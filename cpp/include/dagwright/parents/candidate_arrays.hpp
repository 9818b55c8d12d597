#pragma once

#include <cstdint>
#include <span>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/types.hpp"

namespace dagwright::parents {

/// The arrays of a ParentSets: all sets of all children behind each other, best first.
struct CandidateArrays {
  std::span<const std::int64_t> child_starts;  ///< by child, and the end of the last
  std::span<const double> scores;
  std::span<const std::uint32_t> set_starts;  ///< by set, and the end of the last
  std::span<const std::uint16_t> members;     ///< ascending within a set

  std::size_t n_variables() const { return child_starts.size() - 1; }
  std::size_t n_sets() const { return scores.size(); }

  /// The sets of a child are begin(child) to end(child).
  std::size_t begin(std::size_t child) const {
    return static_cast<std::size_t>(child_starts[child]);
  }
  std::size_t end(std::size_t child) const { return begin(child + 1); }
  std::span<const std::uint16_t> set(std::size_t number) const {
    DAGWRIGHT_ASSERT(number < n_sets() && set_starts[number] <= set_starts[number + 1]);
    const std::size_t first = set_starts[number];
    return members.subspan(first, set_starts[number + 1] - first);
  }
  /// How far a set scores below the best of its child, in nats.
  double loss(std::size_t child, std::size_t number) const {
    return scores[begin(child)] - scores[number];
  }
};

}  // namespace dagwright::parents
