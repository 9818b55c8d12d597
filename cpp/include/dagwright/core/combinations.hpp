#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/types.hpp"

namespace dagwright {

/// Whether members are sorted and distinct, as sets always are.
template <class Number>
constexpr bool is_strictly_ascending(std::span<const Number> members) {
  for (std::size_t i = 1; i < members.size(); ++i) {
    if (members[i - 1] >= members[i]) return false;
  }
  return true;
}

/// Positions of k-subsets of {0, ..., n-1} in lexicographic order: sets that differ in their last
/// member stand next to each other, so that tables indexed by them are read in order.
class CombinationRanks {
 public:
  static constexpr std::uint64_t kTooMany = ~std::uint64_t{0};

  CombinationRanks(std::size_t n, std::size_t max_size);

  /// Number of subsets of this size; kTooMany if it does not fit 62 bits.
  std::uint64_t count(std::size_t size) const {
    return size > max_size_ ? kTooMany : choose(n_, size);
  }

  /// `sorted` ascending, at most max_size members; count(size) must not be kTooMany.
  std::uint64_t rank(std::span<const Variable> sorted) const {
    DAGWRIGHT_ASSERT(sorted.size() <= max_size_ && count(sorted.size()) != kTooMany);
    DAGWRIGHT_ASSERT(sorted.empty() || sorted.back() < n_);
    DAGWRIGHT_ASSERT(is_strictly_ascending(sorted));
    // The sets after this one are those that agree up to some member and are larger there.
    std::uint64_t after = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      after += choose(n_ - 1 - sorted[i], sorted.size() - i);
    }
    return choose(n_, sorted.size()) - 1 - after;
  }

  /// Subsets of k members of a set of m; m at most n and k at most max_size.
  std::uint64_t choose(std::size_t m, std::size_t k) const {
    DAGWRIGHT_ASSERT(m <= n_ && k <= max_size_);
    return table_[k * (n_ + 1) + m];
  }

 private:
  std::size_t n_;
  std::size_t max_size_;
  std::vector<std::uint64_t> table_;
};

/// Makes the next combination of {0, ..., n - 1} in lexicographic order with the same first
/// members; false if there is none.
bool next_combination(std::vector<Variable>& members, std::size_t fixed, std::size_t n);

}  // namespace dagwright
