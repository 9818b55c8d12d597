#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/combinations.hpp"
#include "dagwright/core/types.hpp"
#include "dagwright/data/table.hpp"
#include "dagwright/scores/cell_function.hpp"
#include "dagwright/scores/kernels.hpp"

namespace dagwright::scores {

/// For every set of binary variables up to some size, by rank: how many rows have state 0 in all
/// of its members. Shared by threads that fill in different sets.
class ZeroCounts {
 public:
  /// Sets of more members than this have too many cells for BinaryCounter.
  static constexpr std::size_t kMaxSize = 9;
  /// So many sets are looked at in one go, and the tables are that much longer.
  static constexpr std::size_t kLanes = 8;

  ZeroCounts(const data::Table& table, const CombinationRanks& ranks);

  static bool suits(const data::Table& table);

  /// Makes the table of the next size, for BinaryCounter::fill to fill in.
  void add_size() { counts_.emplace_back(ranks_.count(counts_.size()) + kLanes, 0U); }
  /// The tables hold the sets of fewer members than this.
  std::size_t n_sizes() const { return counts_.size(); }
  std::size_t bytes_of(std::size_t size) const { return (ranks_.count(size) + kLanes) * 4; }

  std::uint32_t* of_size(std::size_t size) { return counts_[size].data(); }
  const std::uint32_t* of_size(std::size_t size) const { return counts_[size].data(); }
  const CombinationRanks& ranks() const { return ranks_; }

 private:
  const CombinationRanks& ranks_;
  std::vector<std::vector<std::uint32_t>> counts_;  ///< by size and rank
};

/// Sums one cell function over sets of binary variables, with the scratch memory of one thread.
///
/// The cells of a set follow from the numbers of rows in which each subset is all zeros, by
/// inclusion and exclusion (as in the sparse trees of Moore & Lee 1998): rows are looked at for one
/// bitmap a set, not for one a cell.
class BinaryCounter {
 public:
  BinaryCounter(const data::Table& table, const Kernels& kernels, const CellFunction& function,
                ZeroCounts& zeros);

  /// Counts the zeros of prefix + v for all later v, into the table of their size.
  void fill(std::span<const Variable> prefix);

  /// sums[i] = the sum over the cells of prefix + lasts[i]. Their zeros are taken from the table of
  /// their size where there is one, which must have been filled in.
  void count(std::span<const Variable> prefix, std::span<const Variable> lasts,
             std::span<std::int64_t> sums);

 private:
  static constexpr std::size_t kLanes = ZeroCounts::kLanes;
  static constexpr std::size_t kMaxCells = std::size_t{1} << (ZeroCounts::kMaxSize - 1);
  using Lanes = std::array<std::uint32_t, kLanes>;

  void go_to(std::span<const Variable> prefix);
  std::uint32_t count_zeros(Variable last) const;
  void find_streams(std::span<const Variable> prefix);
  void find_cells(std::span<const Variable> prefix);
  template <class Function>
  std::int64_t sum_lane(std::size_t lane, const Function& function) const;

  const data::Table& table_;
  const Kernels& kernels_;
  const CellFunction& function_;
  ZeroCounts& zeros_;
  std::vector<Variable> at_;                      ///< the prefix whose bitmaps are at hand
  std::vector<std::vector<std::uint64_t>> bits_;  ///< rows in which the first d members are 0
  // By subset of a prefix, member i at bit i of a mask.
  std::vector<Variable> streams_at_;           ///< the prefix
  std::vector<const std::uint32_t*> streams_;  ///< zeros of subset + v, by v
  std::vector<std::uint64_t> after_;  ///< how many sets of their size come after subset + v
  std::vector<std::uint8_t> sizes_;
  std::size_t sizes_at_ = 0;             ///< of zeros_ when the streams were found
  std::vector<std::uint32_t> totals_;    ///< rows of each cell of the prefix
  std::vector<std::uint32_t> occupied_;  ///< cells that are not empty
  std::vector<Lanes> lanes_;
};

}  // namespace dagwright::scores
