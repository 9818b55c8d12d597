#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/types.hpp"

namespace dagwright::data {

/// Codes of one variable, a value a row, in the narrowest type that holds its arity.
struct Column {
  const void* codes = nullptr;
  unsigned bytes = 1;  ///< 1, 2 or 4 a code
  std::uint32_t arity = 1;

  std::uint32_t at(std::size_t row) const {
    switch (bytes) {
      case 1:
        return static_cast<const std::uint8_t*>(codes)[row];
      case 2:
        return static_cast<const std::uint16_t*>(codes)[row];
      default:
        return static_cast<const std::uint32_t*>(codes)[row];
    }
  }
};

/// Calls visit with the column's codes as a typed pointer.
template <class Visitor>
decltype(auto) visit_codes(const Column& column, Visitor&& visit) {
  switch (column.bytes) {
    case 1:
      return visit(static_cast<const std::uint8_t*>(column.codes));
    case 2:
      return visit(static_cast<const std::uint16_t*>(column.codes));
    default:
      return visit(static_cast<const std::uint32_t*>(column.codes));
  }
}

/// Immutable table in the form that counting wants.
///
/// Rows that occur several times are stored once with a weight when that makes counting cheaper.
/// Weighted rows are stored by decreasing weight: bit b of the weights is then set in a prefix of
/// the rows only, and counting with the weights' bit planes costs little more than counting once.
/// Variables of at most kMaxBitArity states also have a bitmap for each state but the last.
class Table {
 public:
  static constexpr std::uint32_t kMaxBitArity = 8;
  static constexpr std::size_t kWordsPerBlock = 4;  ///< bitmaps are padded to whole AVX2 vectors

  enum class Merge { when_it_pays, never, always };

  /// `columns` and `weights` (empty: every row counts once) are copied only if rows are merged,
  /// dropped or reordered; otherwise `owner` keeps them alive.
  /// Throws std::invalid_argument if the weights add up to nothing or to 2^32 or more.
  Table(std::vector<Column> columns, std::size_t rows, std::span<const std::int64_t> weights,
        std::shared_ptr<const void> owner, Merge merge = Merge::when_it_pays);

  /// This table with one more variable, which has a code for each stored row; `owner` keeps it
  /// alive.
  Table with_column(const Column& column, std::shared_ptr<const void> owner) const;

  std::size_t n_variables() const { return columns_.size(); }
  std::uint32_t arity(Variable v) const { return columns_[v].arity; }
  const Column& column(Variable v) const { return columns_[v]; }

  /// Rows that are stored; with weights fewer than the rows that they stand for.
  std::size_t stored_rows() const { return rows_; }
  /// The N of the formulas: the sum of the weights.
  std::uint64_t total_weight() const { return total_weight_; }
  /// Null when every stored row counts once.
  const std::uint32_t* weights() const { return weights_.empty() ? nullptr : weights_.data(); }

  bool has_bits(Variable v) const { return !bitmaps_[v].empty(); }
  /// Bitmap of the rows in which v has this state; state < arity(v) - 1.
  const std::uint64_t* bits(Variable v, std::uint32_t state) const {
    DAGWRIGHT_ASSERT((state + 1) * words_ <= bitmaps_[v].size());
    return bitmaps_[v].data() + state * words_;
  }
  /// Words of a bitmap, padding included.
  std::size_t words() const { return words_; }

  /// One bit of the weights: a mask over a prefix of the rows. Without weights there is a single
  /// plane that covers every row.
  struct Plane {
    std::vector<std::uint64_t> mask;  ///< empty: all rows of the prefix
    std::size_t words;                ///< length of the prefix, padding included
    unsigned shift;                   ///< a row of the mask counts 2^shift
  };
  const std::vector<Plane>& planes() const { return planes_; }
  /// Words that one pass over all planes reads.
  std::size_t plane_words() const { return plane_words_; }

  /// Weight of each state of v.
  std::span<const std::uint32_t> state_counts(Variable v) const { return state_counts_[v]; }

  std::size_t bytes() const;

 private:
  void store_weights(std::span<const std::int64_t> weights);
  void build_planes();
  void build_bitmap(Variable v);
  void count_states(Variable v);
  void index_columns(std::size_t first);

  std::vector<Column> columns_;
  std::size_t rows_;
  std::shared_ptr<const void> owner_;
  std::vector<std::uint32_t> weights_;
  std::uint64_t total_weight_ = 0;
  std::size_t words_ = 0;
  std::size_t plane_words_ = 0;
  std::vector<Plane> planes_;
  std::vector<std::vector<std::uint64_t>> bitmaps_;
  std::vector<std::vector<std::uint32_t>> state_counts_;
};

}  // namespace dagwright::data
