#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dagwright/core/types.hpp"
#include "dagwright/data/table.hpp"
#include "dagwright/scores/cell_function.hpp"
#include "dagwright/scores/kernels.hpp"

namespace dagwright {

/// Sums one cell function over sets of variables that come in lexicographic order, with the
/// scratch memory of one thread.
///
/// It keeps the partition of the rows by each beginning of the last prefix, so that the next
/// prefix is made from the longest beginning that the two share, by one division a new member.
/// A partition is held as bitmaps, one a cell, or as the number of a row's cell, or both, whichever
/// its extensions ask for. Where a row is alone in its cell it stays alone whatever is added
/// (Huhtala et al. 1999): what it adds to the sum is remembered, and the row is left out from
/// there on.
class PrefixCounter {
 public:
  PrefixCounter(const Table& table, const Kernels& kernels, const CellFunction& function);

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
  /// A partition as the number of each row's cell; row i of `cells` is rows[i], or i if `whole`.
  struct CodeForm {
    bool ready = false;
    bool whole = true;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> cells;
    std::size_t n_cells = 1;
    std::int64_t alone = 0;
  };
  /// The partition by one beginning of the prefix, whose last member is `variable`.
  struct Node {
    Variable variable = 0;
    bool sliced = true;    ///< all members have bitmaps
    double product = 1.0;  ///< of the members' arities
    BitForm bits;
    CodeForm codes;
  };

  void go_to(std::span<const Variable> prefix);
  double bits_cost(const Node& node, double n_lasts, double mean_states) const;
  double codes_cost(const Node& node, double n_lasts) const;
  void make_bits(std::size_t depth);
  void make_codes(std::size_t depth);
  void divide(const BitForm& from, Variable variable, BitForm& to);
  void convert(const BitForm& from, CodeForm& to);
  void append(const CodeForm& from, const Column& column, CodeForm& to);
  void refine(const CodeForm& from, Variable variable, CodeForm& to);
  void count_by_bits(const BitForm& bits, std::span<const Variable> lasts,
                     std::span<std::int64_t> sums);
  void count_tile(const BitForm& bits, std::span<const Variable> lasts, std::size_t cell_word,
                  std::size_t row_word, std::size_t words, unsigned shift, bool first_tile);
  std::int64_t sum_by_codes(const CodeForm& codes, Variable last);
  template <class Work>
  void with_keys(const CodeForm& codes, Variable variable, Work&& work);
  std::size_t number_keys(const CodeForm& codes, const Column& column);
  template <class KeyOf>
  std::int64_t sum_histogram(std::size_t n_keys, std::size_t n_rows, KeyOf key_of);
  template <class KeyOf>
  std::int64_t sum_steps(std::size_t n_keys, std::size_t n_rows, KeyOf key_of);

  std::uint32_t weight(std::size_t row) const {
    return table_.weights() == nullptr ? 1 : table_.weights()[row];
  }

  const Table& table_;
  const Kernels& kernels_;
  const CellFunction& function_;
  std::size_t words_;        ///< of a cell's bitmap: all planes behind each other
  std::vector<Node> nodes_;  ///< nodes_[d] is of the first d members of the prefix
  std::size_t depth_ = 0;
  std::vector<std::int64_t> steps_;           ///< what the row after n others adds to their cell
  std::vector<std::uint32_t> counts_;         ///< zeros between uses of the code form
  std::vector<std::uint16_t> narrow_counts_;  ///< likewise, for so many rows as steps_ knows
  std::vector<std::uint32_t> key_numbers_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> slots_;  ///< key and number, by hash
  std::vector<std::uint32_t> bit_counts_;  ///< of each extension's states but the last, by cell
  std::vector<std::uint32_t> cell_counts_;
  std::vector<Variable> by_bits_;
  std::vector<std::size_t> bit_places_;
  std::vector<std::int64_t> bit_sums_;
};

}  // namespace dagwright
