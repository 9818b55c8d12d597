#include "dagwright/core/combinations.hpp"

namespace dagwright {
namespace {

constexpr std::uint64_t kLargest = std::uint64_t{1} << 62;

}  // namespace

CombinationRanks::CombinationRanks(std::size_t n, std::size_t max_size)
    : n_(n), max_size_(max_size), table_((max_size + 1) * (n + 1), 0) {
  for (std::size_t m = 0; m <= n; ++m) {
    table_[m] = 1;
    for (std::size_t k = 1; k <= max_size && m > 0; ++k) {
      const std::uint64_t without = table_[k * (n + 1) + m - 1];
      const std::uint64_t with = table_[(k - 1) * (n + 1) + m - 1];
      const bool fits = without != kTooMany && with != kTooMany && without + with < kLargest;
      table_[k * (n + 1) + m] = fits ? without + with : kTooMany;
    }
  }
}

bool next_combination(std::vector<Variable>& members, std::size_t fixed, std::size_t n) {
  const std::size_t size = members.size();
  for (std::size_t i = size; i-- > fixed;) {
    if (members[i] + (size - i) < n) {
      ++members[i];
      for (std::size_t j = i + 1; j < size; ++j) {
        members[j] = static_cast<Variable>(members[j - 1] + 1);
      }
      return true;
    }
  }
  return false;
}

}  // namespace dagwright
