#include "dagwright/scores/binary_counter.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "dagwright/core/assert.hpp"

namespace dagwright::scores {

ZeroCounts::ZeroCounts(const data::Table& table, const CombinationRanks& ranks) : ranks_(ranks) {
  add_size();
  counts_[0][0] = static_cast<std::uint32_t>(table.total_weight());
  add_size();
  for (std::size_t v = 0; v < table.n_variables(); ++v) {
    counts_[1][v] = table.state_counts(static_cast<Variable>(v))[0];
  }
}

bool ZeroCounts::suits(const data::Table& table) {
  for (std::size_t v = 0; v < table.n_variables(); ++v) {
    if (table.arity(static_cast<Variable>(v)) != 2) return false;
  }
  return true;
}

BinaryCounter::BinaryCounter(const data::Table& table, const Kernels& kernels,
                             const CellFunction& function, ZeroCounts& zeros)
    : table_(table), kernels_(kernels), function_(function), zeros_(zeros) {}

/// One bitmap a beginning of the prefix, all planes of weights behind each other.
void BinaryCounter::go_to(std::span<const Variable> prefix) {
  std::size_t shared = 0;
  while (shared < std::min(at_.size(), prefix.size()) && at_[shared] == prefix[shared]) ++shared;
  at_.assign(prefix.begin(), prefix.end());
  if (bits_.size() < prefix.size()) bits_.resize(prefix.size());
  for (std::size_t d = shared; d < prefix.size(); ++d) {
    bits_[d].resize(table_.plane_words());
    const std::uint64_t* state = table_.bits(prefix[d], 0);
    std::size_t begin = 0;
    for (const data::Table::Plane& plane : table_.planes()) {
      const std::uint64_t* from = d > 0                ? bits_[d - 1].data() + begin
                                  : plane.mask.empty() ? state
                                                       : plane.mask.data();
      for (std::size_t w = 0; w < plane.words; ++w) bits_[d][begin + w] = from[w] & state[w];
      begin += plane.words;
    }
  }
}

std::uint32_t BinaryCounter::count_zeros(Variable last) const {
  std::uint32_t total = 0;
  std::size_t begin = 0;
  for (const data::Table::Plane& plane : table_.planes()) {
    std::uint32_t count = 0;
    kernels_.count_cells(bits_[at_.size() - 1].data() + begin, 1, plane.words, table_.bits(last, 0),
                         plane.words, &count);
    total += count << plane.shift;
    begin += plane.words;
  }
  return total;
}

void BinaryCounter::fill(std::span<const Variable> prefix) {
  go_to(prefix);
  std::vector<Variable> first(prefix.begin(), prefix.end());
  first.push_back(static_cast<Variable>(prefix.back() + 1));
  std::uint32_t* zeros = zeros_.of_size(first.size()) + zeros_.ranks().rank(first);
  for (std::size_t v = first.back(); v < table_.n_variables(); ++v) {
    *zeros++ = count_zeros(static_cast<Variable>(v));
  }
}

/// Where the zeros of subset + v stand for each subset of the prefix: for later and later v one
/// behind the other. As in CombinationRanks::rank, the term of a member depends on how many members
/// follow it, so that a rank comes from that of the set without its lowest member. Subsets of the
/// members that the last prefix had too are where they were.
void BinaryCounter::find_streams(std::span<const Variable> prefix) {
  std::size_t shared = 0;
  while (shared < std::min(streams_at_.size(), prefix.size()) &&
         streams_at_[shared] == prefix[shared]) {
    ++shared;
  }
  if (zeros_.n_sizes() != sizes_at_) shared = 0;
  sizes_at_ = zeros_.n_sizes();
  streams_at_.assign(prefix.begin(), prefix.end());
  const std::size_t n_cells = std::size_t{1} << prefix.size();
  const std::size_t n = table_.n_variables();
  const CombinationRanks& ranks = zeros_.ranks();
  streams_.resize(n_cells);
  after_.resize(n_cells);
  sizes_.resize(n_cells);
  sizes_[0] = 0;
  after_[0] = 0;
  streams_[0] = zeros_.of_size(1);
  for (std::size_t subset = std::size_t{1} << shared; subset < n_cells; ++subset) {
    const std::size_t rest = subset & (subset - 1);
    const Variable lowest = prefix[static_cast<std::size_t>(std::countr_zero(subset))];
    const std::size_t size = sizes_[rest] + 1U;
    sizes_[subset] = static_cast<std::uint8_t>(size);
    after_[subset] = after_[rest] + ranks.choose(n - 1 - lowest, size + 1);
    if (size + 1 < sizes_at_) {
      // The set with v = n - 1 has no other after it that begins like the subset.
      const std::uint64_t rank_with_last = ranks.choose(n, size + 1) - 1 - after_[subset];
      streams_[subset] = zeros_.of_size(size + 1) + rank_with_last - (n - 1);
    } else {
      streams_[subset] = nullptr;
    }
  }
}

/// The cells of the prefix. The rows that are zero in a subset, whatever the other members are,
/// are those of its cell and of the cells of all larger subsets.
void BinaryCounter::find_cells(std::span<const Variable> prefix) {
  const std::size_t n_cells = streams_.size();
  totals_.resize(n_cells);
  totals_[0] = zeros_.of_size(0)[0];
  for (std::size_t high = 1, i = 0; high < n_cells; high *= 2, ++i) {
    for (std::size_t rest = 0; rest < high; ++rest) {
      totals_[high + rest] = streams_[rest][prefix[i]];
    }
  }
  for (std::size_t bit = 1; bit < n_cells; bit *= 2) {
    for (std::size_t high = bit; high < n_cells; high += 2 * bit) {
      for (std::size_t cell = high; cell < high + bit; ++cell) totals_[cell - bit] -= totals_[cell];
    }
  }
  DAGWRIGHT_ASSERT(std::accumulate(totals_.begin(), totals_.end(), std::uint64_t{0}) ==
                   table_.total_weight());
  occupied_.clear();
  for (std::uint32_t cell = 0; cell < n_cells; ++cell) {
    if (totals_[cell] != 0) occupied_.push_back(cell);
  }
}

template <class Function>
std::int64_t BinaryCounter::sum_lane(std::size_t lane, const Function& function) const {
  std::int64_t sum = 0;
  for (const std::uint32_t cell : occupied_) {
    const std::uint32_t zeros = lanes_[cell][lane];
    DAGWRIGHT_ASSERT(zeros <= totals_[cell]);
    sum += function(zeros) + function(totals_[cell] - zeros);
  }
  return sum;
}

void BinaryCounter::count(std::span<const Variable> prefix, std::span<const Variable> lasts,
                          std::span<std::int64_t> sums) {
  find_streams(prefix);
  find_cells(prefix);
  const std::size_t n_cells = totals_.size();
  const std::uint32_t* whole = streams_.back();
  if (whole == nullptr) go_to(prefix);
  lanes_.resize(n_cells);
  const std::span<const std::int64_t> values = function_.table();
  const bool in_table = table_.total_weight() < values.size();
  for (std::size_t done = 0; done < lasts.size();) {
    const std::size_t begin = lasts[done];
    for (std::size_t cell = 0; cell + 1 < n_cells; ++cell) {
      std::memcpy(lanes_[cell].data(), streams_[cell] + begin, sizeof(Lanes));
    }
    std::size_t end = done;
    for (; end < lasts.size() && lasts[end] < begin + kLanes; ++end) {
      lanes_.back()[lasts[end] - begin] =
          whole != nullptr ? whole[lasts[end]] : count_zeros(lasts[end]);
    }
    for (std::size_t bit = 1; bit < n_cells; bit *= 2) {
      for (std::size_t high = bit; high < n_cells; high += 2 * bit) {
        for (std::size_t cell = high; cell < high + bit; ++cell) {
          for (std::size_t lane = 0; lane < kLanes; ++lane) {
            lanes_[cell - bit][lane] -= lanes_[cell][lane];
          }
        }
      }
    }
    for (; done < end; ++done) {
      const std::size_t lane = lasts[done] - begin;
      sums[done] =
          in_table ? sum_lane(lane, [table = values.data()](std::uint32_t n) { return table[n]; })
                   : sum_lane(lane, function_);
    }
  }
}

}  // namespace dagwright::scores
