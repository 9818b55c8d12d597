#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/scores/extension.hpp"
#include "dagwright/scores/kernels.hpp"

namespace dagwright::scores {

/// Counts with bitmaps: a cell of the base is the intersection of its states' bitmaps, and
/// extending it by one state is an AND and a population count.
///
/// The physical limit is the population count of cells * (arity - 1) * rows / 256 vectors. Rows
/// are worked through in tiles, so that the cells of the base stay in the second-level cache
/// however many rows there are; cells that are empty in a tile are dropped from it.
class BitCounter {
 public:
  BitCounter(const data::Table& table, const Kernels& kernels) : table_(table), kernels_(kernels) {}

  /// Every variable needs bitmaps or arity 1.
  void count(const Base& base, std::span<Extension* const> extensions);

 private:
  void count_block(const Base& base, std::span<Extension* const> extensions, bool base_is_ready);
  void build_cells(const Base& base, std::size_t first_word, std::size_t words);
  void divide(Variable variable, std::size_t first_word, std::size_t words);
  const std::uint64_t* masked_cells(const data::Table::Plane& plane, std::size_t first_word,
                                    std::size_t words);
  void add_counts(const Extension& extension, const std::uint64_t* cells, std::size_t first_word,
                  std::size_t words, unsigned shift, std::uint32_t* counts);

  const data::Table& table_;
  const Kernels& kernels_;
  std::size_t tile_words_ = 0;        ///< also the distance between cells
  std::vector<std::uint32_t> codes_;  ///< of the cells that are not empty, ascending
  std::vector<std::uint32_t> sizes_;  ///< their numbers of stored rows
  std::vector<std::uint64_t> cells_;  ///< their bitmaps
  std::vector<std::uint32_t> next_codes_, next_sizes_;
  std::vector<std::uint64_t> next_cells_;   ///< the other buffer of divide and masked_cells
  std::vector<std::uint32_t> cell_counts_;  ///< of one state of an extension
  std::vector<std::uint32_t> cell_totals_;  ///< of the cells in this tile and plane
  std::vector<std::uint32_t> counts_;       ///< dense tables of a block of extensions
};

}  // namespace dagwright::scores
