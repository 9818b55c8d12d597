#include "dagwright/scores/bit_counter.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "dagwright/core/assert.hpp"
#include "dagwright/scores/buffers.hpp"

namespace dagwright::scores {
namespace {

constexpr std::size_t kBlockCounts = 64 * 1024;  // dense counts of a block of extensions

std::size_t choose_tile_words(const data::Table& table, double base_cells) {
  const double cells = std::min(base_cells, static_cast<double>(table.stored_rows()));
  const auto words = static_cast<std::size_t>(static_cast<double>(kTileBytes / 8) / (2 * cells));
  const std::size_t aligned = std::max<std::size_t>(64, words / 64 * 64);
  return std::min(aligned, table.words());
}

}  // namespace

void BitCounter::count(const Base& base, std::span<Extension* const> extensions) {
  tile_words_ = choose_tile_words(table_, base.cells());
  const auto base_cells = static_cast<std::size_t>(base.cells());
  bool base_is_ready = false;
  while (!extensions.empty()) {
    std::size_t block = 0;
    std::size_t needed = 0;
    while (block < extensions.size()) {
      needed += base_cells * extensions[block]->arity;
      if (block > 0 && needed > kBlockCounts) break;
      ++block;
    }
    count_block(base, extensions.first(block), base_is_ready);
    base_is_ready = tile_words_ == table_.words() && table_.weights() == nullptr;
    extensions = extensions.subspan(block);
  }
}

void BitCounter::count_block(const Base& base, std::span<Extension* const> extensions,
                             bool base_is_ready) {
  const auto base_cells = static_cast<std::size_t>(base.cells());
  std::size_t n_counts = 0;
  for (const Extension* extension : extensions) n_counts += base_cells * extension->arity;
  counts_.assign(n_counts, 0);

  for (std::size_t first = 0; first < table_.words(); first += tile_words_) {
    const std::size_t words = std::min(tile_words_, table_.words() - first);
    if (!base_is_ready) build_cells(base, first, words);
    for (const data::Table::Plane& plane : table_.planes()) {
      if (plane.words <= first) break;  // planes have ever shorter prefixes
      const std::size_t prefix = std::min(words, plane.words - first);
      const std::uint64_t* cells = masked_cells(plane, first, prefix);
      std::uint32_t* counts = counts_.data();
      for (const Extension* extension : extensions) {
        add_counts(*extension, cells, first, prefix, plane.shift, counts);
        counts += base_cells * extension->arity;
      }
    }
  }

  const std::uint32_t* counts = counts_.data();
  for (Extension* extension : extensions) {
    const std::size_t size = base_cells * extension->arity;
    DAGWRIGHT_CHECK_EVERY(
        16, std::accumulate(counts, counts + size, std::uint64_t{0}) == table_.total_weight());
    sum_cells({counts, size}, base.child_arity, *extension);
    counts += size;
  }
}

/// Parents first and the child last, so that a cell's code is parent cell * child arity + state.
void BitCounter::build_cells(const Base& base, std::size_t first_word, std::size_t words) {
  codes_.assign(1, 0);
  sizes_.assign(1, 0);
  grow_to(cells_, tile_words_);
  std::fill_n(cells_.begin(), tile_words_, 0);
  const std::size_t first_row = 64 * first_word;
  const std::size_t rows = std::min(64 * words, table_.stored_rows() - first_row);
  for (std::size_t w = 0; w < rows / 64; ++w) cells_[w] = ~std::uint64_t{0};
  if (rows % 64 != 0) cells_[rows / 64] = (std::uint64_t{1} << (rows % 64)) - 1;
  sizes_[0] = static_cast<std::uint32_t>(rows);

  for (const Variable parent : base.parents) divide(parent, first_word, words);
  divide(base.child, first_word, words);
}

void BitCounter::divide(Variable variable, std::size_t first_word, std::size_t words) {
  const std::uint32_t arity = table_.arity(variable);
  if (arity == 1) return;
  next_codes_.clear();
  next_sizes_.clear();
  // Each state needs a place for what is left over, even if it turns out to be empty.
  grow_to(next_cells_, (codes_.size() * arity + 1) * tile_words_);
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    const std::uint64_t* left = cells_.data() + i * tile_words_;
    std::uint32_t left_size = sizes_[i];
    for (std::uint32_t state = 0; state < arity && left_size > 0; ++state) {
      std::uint64_t* cell = next_cells_.data() + next_codes_.size() * tile_words_;
      std::uint32_t size = left_size;
      if (state + 1 < arity) {
        size = static_cast<std::uint32_t>(kernels_.split(
            left, table_.bits(variable, state) + first_word, words, cell, cell + tile_words_));
        left = cell + tile_words_;
        left_size -= size;
        if (size == 0) {
          // Nothing has this state: what is left over moves back over the empty cell.
          std::copy_n(left, words, cell);
          left = cell;
          continue;
        }
      } else if (left != cell) {
        std::copy_n(left, words, cell);
      }
      next_codes_.push_back(codes_[i] * arity + state);
      next_sizes_.push_back(size);
    }
  }
  codes_.swap(next_codes_);
  sizes_.swap(next_sizes_);
  cells_.swap(next_cells_);
}

const std::uint64_t* BitCounter::masked_cells(const data::Table::Plane& plane,
                                              std::size_t first_word, std::size_t words) {
  cell_totals_.resize(codes_.size());
  cell_counts_.resize(codes_.size());
  if (plane.mask.empty()) {
    cell_totals_ = sizes_;
    return cells_.data();
  }
  grow_to(next_cells_, codes_.size() * tile_words_);
  const std::uint64_t* mask = plane.mask.data() + first_word;
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    const std::uint64_t* cell = cells_.data() + i * tile_words_;
    std::uint64_t* masked = next_cells_.data() + i * tile_words_;
    for (std::size_t w = 0; w < words; ++w) masked[w] = cell[w] & mask[w];
  }
  kernels_.count_cells(next_cells_.data(), codes_.size(), tile_words_, mask, words,
                       cell_totals_.data());
  return next_cells_.data();
}

/// The last state has no bitmap: it gets what the others leave.
void BitCounter::add_counts(const Extension& extension, const std::uint64_t* cells,
                            std::size_t first_word, std::size_t words, unsigned shift,
                            std::uint32_t* counts) {
  const std::uint32_t arity = extension.arity;
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    counts[codes_[i] * arity + arity - 1] += cell_totals_[i] << shift;
  }
  for (std::uint32_t state = 0; state + 1 < arity; ++state) {
    kernels_.count_cells(cells, codes_.size(), tile_words_,
                         table_.bits(extension.parent, state) + first_word, words,
                         cell_counts_.data());
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      const std::uint32_t count = cell_counts_[i] << shift;
      counts[codes_[i] * arity + state] += count;
      counts[codes_[i] * arity + arity - 1] -= count;
    }
  }
}

}  // namespace dagwright::scores
