#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/types.hpp"
#include "dagwright/data/table.hpp"
#include "dagwright/scores/cell_function.hpp"
#include "dagwright/scores/code_partition.hpp"
#include "dagwright/scores/kernels.hpp"

namespace dagwright::scores {

/// Sums one cell function over sets of variables that come in lexicographic order, with the
/// scratch memory of one thread.
///
/// It keeps the partition of the rows by each beginning of the last prefix, so that the next
/// prefix is made from the longest beginning that the two share, by one division a new member.
/// A partition is held as bitmaps, one a cell, or as the number of a row's cell, or both, whichever
/// its extensions ask for. Rows that are alone in their cell are left out, as in CodePartition.
class PrefixCounter {
 public:
  PrefixCounter(const data::Table& table, const Kernels& kernels, const CellFunction& function);

  /// sums[i] = the sum over the cells of prefix + lasts[i], which comes after the prefix.
  void count(std::span<const Variable> prefix, std::span<const Variable> lasts,
             std::span<std::int64_t> sums);

 private:
  /// A partition as bitmaps: `totals` are the weights of its cells.
  struct BitForm {
    bool ready = false;
    std::vector<std::uint64_t> cells;
    std::vector<std::uint32_t> totals;
    std::int64_t alone = 0;
  };
  /// The partition by one beginning of the prefix, whose last member is `variable`.
  struct Node {
    Variable variable = 0;
    bool sliced = true;    ///< all members have bitmaps
    double product = 1.0;  ///< of the members' arities
    BitForm bits;
    CodePartition codes;
  };

  void go_to(std::span<const Variable> prefix);
  double bits_cost(const Node& node, double n_lasts, double mean_states) const;
  double codes_cost(const Node& node, double n_lasts) const;
  void make_bits(std::size_t depth);
  void make_codes(std::size_t depth);
  void divide(const BitForm& from, Variable variable, BitForm& to);
  void convert(const BitForm& from, CodePartition& to);
  void count_by_bits(const BitForm& bits, std::span<const Variable> lasts,
                     std::span<std::int64_t> sums);
  void count_tile(const BitForm& bits, std::span<const Variable> lasts, std::size_t cell_word,
                  std::size_t row_word, std::size_t words, unsigned shift, bool first_tile);

  const data::Table& table_;
  const Kernels& kernels_;
  const CellFunction& function_;
  CodePartitioner partitioner_;
  std::size_t words_;        ///< of a cell's bitmap: all planes behind each other
  std::vector<Node> nodes_;  ///< nodes_[d] is of the first d members of the prefix
  std::size_t depth_ = 0;
  std::vector<std::uint32_t> bit_counts_;  ///< of each extension's states but the last, by cell
  std::vector<std::uint32_t> cell_counts_;
  std::vector<Variable> by_bits_;
  std::vector<std::size_t> bit_places_;
  std::vector<std::int64_t> bit_sums_;
};

}  // namespace dagwright::scores
