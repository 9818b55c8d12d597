#include "dagwright/scores/prefix_counter.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/combinations.hpp"
#include "dagwright/scores/buffers.hpp"

namespace dagwright::scores {
namespace {

// Cycles, measured on a Zen 3 core; only their ratios matter.
constexpr double kWord = 0.6;  // AND and count a word
constexpr double kCell = 8.0;  // a call for, and two terms of the sum of, a cell
constexpr double kDivideWord = 1.5;
constexpr double kHistogramRow = 3.0;
constexpr double kRefineRow = 8.0;

}  // namespace

PrefixCounter::PrefixCounter(const data::Table& table, const Kernels& kernels,
                             const CellFunction& function)
    : table_(table),
      kernels_(kernels),
      function_(function),
      partitioner_(table, function),
      words_(table.plane_words()) {
  nodes_.resize(1);
  Node& root = nodes_[0];
  root.codes.ready = true;
  root.codes.cells.assign(table.stored_rows(), 0);
  root.bits.ready = true;
  root.bits.cells.assign(words_, 0);
  root.bits.totals.assign(1, static_cast<std::uint32_t>(table.total_weight()));
  std::uint64_t* words = root.bits.cells.data();
  for (const data::Table::Plane& plane : table.planes()) {
    if (plane.mask.empty()) {
      const std::size_t rows = table.stored_rows();
      std::fill_n(words, rows / 64, ~std::uint64_t{0});
      if (rows % 64 != 0) words[rows / 64] = (std::uint64_t{1} << (rows % 64)) - 1;
    } else {
      std::copy_n(plane.mask.begin(), plane.words, words);
    }
    words += plane.words;
  }
}

void PrefixCounter::go_to(std::span<const Variable> prefix) {
  std::size_t shared = 0;
  while (shared < std::min(depth_, prefix.size()) &&
         nodes_[shared + 1].variable == prefix[shared]) {
    ++shared;
  }
  if (nodes_.size() <= prefix.size()) nodes_.resize(prefix.size() + 1);
  for (std::size_t d = shared + 1; d <= prefix.size(); ++d) {
    Node& node = nodes_[d];
    const Variable v = prefix[d - 1];
    node.variable = v;
    node.sliced = nodes_[d - 1].sliced && (table_.has_bits(v) || table_.arity(v) == 1);
    node.product = nodes_[d - 1].product * table_.arity(v);
    node.bits.ready = node.codes.ready = false;
  }
  depth_ = prefix.size();
}

double PrefixCounter::bits_cost(const Node& node, double n_lasts, double mean_states) const {
  if (!node.sliced) return std::numeric_limits<double>::infinity();
  const double cells = node.bits.ready
                           ? static_cast<double>(node.bits.totals.size())
                           : std::min(node.product, static_cast<double>(table_.stored_rows()) / 2);
  const auto words = static_cast<double>(words_);
  const double building = node.bits.ready ? 0.0 : kDivideWord * cells * words;
  return building + n_lasts * mean_states * cells * (kWord * words + kCell);
}

double PrefixCounter::codes_cost(const Node& node, double n_lasts) const {
  const auto rows =
      static_cast<double>(node.codes.ready ? node.codes.cells.size() : table_.stored_rows());
  return (node.codes.ready ? 0.0 : kRefineRow * rows) + n_lasts * kHistogramRow * rows;
}

void PrefixCounter::count(std::span<const Variable> prefix, std::span<const Variable> lasts,
                          std::span<std::int64_t> sums) {
  DAGWRIGHT_ASSERT(is_strictly_ascending(prefix) && lasts.size() <= sums.size());
  go_to(prefix);
  Node& node = nodes_[depth_];
  by_bits_.clear();
  bit_places_.clear();
  double states = 0;
  for (std::size_t i = 0; i < lasts.size(); ++i) {
    if (!table_.has_bits(lasts[i])) continue;
    by_bits_.push_back(lasts[i]);
    bit_places_.push_back(i);
    states += table_.arity(lasts[i]) - 1.0;
  }
  const auto n_sliced = static_cast<double>(by_bits_.size());
  if (!by_bits_.empty() &&
      bits_cost(node, n_sliced, states / n_sliced) <= codes_cost(node, n_sliced)) {
    make_bits(depth_);
    bit_sums_.resize(by_bits_.size());
    count_by_bits(node.bits, by_bits_, bit_sums_);
    for (std::size_t b = 0; b < by_bits_.size(); ++b) sums[bit_places_[b]] = bit_sums_[b];
    if (by_bits_.size() == lasts.size()) return;
  } else {
    bit_places_.clear();
  }
  make_codes(depth_);
  std::size_t done = 0;
  for (std::size_t i = 0; i < lasts.size(); ++i) {
    if (done < bit_places_.size() && bit_places_[done] == i) {
      ++done;
    } else {
      sums[i] = partitioner_.sum(node.codes, lasts[i]);
    }
  }
}

void PrefixCounter::make_bits(std::size_t depth) {
  Node& node = nodes_[depth];
  if (node.bits.ready) return;
  make_bits(depth - 1);
  divide(nodes_[depth - 1].bits, node.variable, node.bits);
}

void PrefixCounter::make_codes(std::size_t depth) {
  Node& node = nodes_[depth];
  if (node.codes.ready) return;
  if (node.bits.ready) {
    convert(node.bits, node.codes);
  } else {
    make_codes(depth - 1);
    partitioner_.divide(nodes_[depth - 1].codes, node.variable, node.codes);
  }
}

/// Cells that a state leaves empty vanish, and those of weight 1 go to the sum.
void PrefixCounter::divide(const BitForm& from, Variable variable, BitForm& to) {
  const std::uint32_t arity = table_.arity(variable);
  to.ready = true;
  to.alone = from.alone;
  to.totals.clear();
  // Each state needs a place for what is left over, even if it turns out to be empty.
  grow_to(to.cells, (from.totals.size() * arity + 1) * words_);
  std::uint64_t* cell = to.cells.data();
  const auto keep = [&](std::uint32_t total) {
    if (total > 1) {
      to.totals.push_back(total);
      cell += words_;
    } else if (total == 1) {
      to.alone += function_(1);
    }
  };
  for (std::size_t i = 0; i < from.totals.size(); ++i) {
    const std::uint64_t* left = from.cells.data() + i * words_;
    std::uint32_t left_total = from.totals[i];
    for (std::uint32_t state = 0; state + 1 < arity && left_total > 0; ++state) {
      std::uint64_t* rest = cell + words_;
      std::uint32_t total = 0;
      std::size_t first = 0;
      for (const data::Table::Plane& plane : table_.planes()) {
        total +=
            static_cast<std::uint32_t>(kernels_.split(left + first, table_.bits(variable, state),
                                                      plane.words, cell + first, rest + first))
            << plane.shift;
        first += plane.words;
      }
      DAGWRIGHT_ASSERT(total <= left_total);
      left_total -= total;
      const std::uint64_t* place = cell;
      keep(total);
      // What is left over goes right behind the cell, or over it if the cell is not kept.
      if (place == cell) std::copy_n(rest, words_, cell);
      left = cell;
    }
    if (left_total > 1 && left != cell) std::copy_n(left, words_, cell);
    keep(left_total);
  }
}

void PrefixCounter::convert(const BitForm& from, CodePartition& to) {
  to.ready = true;
  to.whole = false;
  to.alone = from.alone;
  to.n_groups = from.totals.size();
  to.group_cells = 1;
  to.rows.clear();
  to.cells.clear();
  to.starts.clear();
  for (std::uint32_t c = 0; c < from.totals.size(); ++c) {
    to.starts.push_back(static_cast<std::uint32_t>(to.rows.size()));
    const std::uint64_t* cell = from.cells.data() + c * words_;
    for (std::size_t w = 0; w < table_.words(); ++w) {
      // A row of a weighted table is in one plane at least.
      std::uint64_t word = 0;
      std::size_t first = 0;
      for (const data::Table::Plane& plane : table_.planes()) {
        if (plane.words > w) word |= cell[first + w];
        first += plane.words;
      }
      for (; word != 0; word &= word - 1) {
        to.rows.push_back(static_cast<std::uint32_t>(64 * w) +
                          static_cast<std::uint32_t>(std::countr_zero(word)));
        to.cells.push_back(c);
      }
    }
  }
  to.starts.push_back(static_cast<std::uint32_t>(to.rows.size()));
}

/// Tiles of the rows on the outside, so that the cells of a tile stay in the cache while the
/// bitmaps of all extensions stream by.
void PrefixCounter::count_by_bits(const BitForm& bits, std::span<const Variable> lasts,
                                  std::span<std::int64_t> sums) {
  const std::size_t n_cells = bits.totals.size();
  std::size_t n_states = 0;
  for (const Variable last : lasts) n_states += table_.arity(last) - 1;
  bit_counts_.resize(n_states * n_cells);
  const std::size_t fitting = kTileBytes / 8 / std::max<std::size_t>(1, n_cells) / 64 * 64;
  const std::size_t tile_words = std::max<std::size_t>(64, fitting);
  bool first_tile = true;
  std::size_t plane_begin = 0;
  for (const data::Table::Plane& plane : table_.planes()) {
    for (std::size_t first = 0; first < plane.words; first += tile_words) {
      count_tile(bits, lasts, plane_begin + first, first, std::min(tile_words, plane.words - first),
                 plane.shift, first_tile);
      first_tile = false;
    }
    plane_begin += plane.words;
  }
  const std::uint32_t* counts = bit_counts_.data();
  for (std::size_t l = 0; l < lasts.size(); ++l) {
    const std::uint32_t states = table_.arity(lasts[l]) - 1;
    std::int64_t sum = bits.alone;
    for (std::size_t i = 0; i < n_cells; ++i) {
      std::uint32_t rest = bits.totals[i];
      for (std::size_t state = 0; state < states; ++state) {
        const std::uint32_t count = counts[state * n_cells + i];
        DAGWRIGHT_ASSERT(count <= rest);
        sum += function_(count);
        rest -= count;
      }
      sum += function_(rest);
    }
    sums[l] = sum;
    counts += states * n_cells;
  }
}

void PrefixCounter::count_tile(const BitForm& bits, std::span<const Variable> lasts,
                               std::size_t cell_word, std::size_t row_word, std::size_t words,
                               unsigned shift, bool first_tile) {
  const std::size_t n_cells = bits.totals.size();
  std::uint32_t* counts = bit_counts_.data();
  cell_counts_.resize(n_cells);
  for (const Variable last : lasts) {
    for (std::uint32_t state = 0; state + 1 < table_.arity(last); ++state) {
      const std::uint64_t* mask = table_.bits(last, state) + row_word;
      std::uint32_t* target = first_tile ? counts : cell_counts_.data();
      kernels_.count_cells(bits.cells.data() + cell_word, n_cells, words_, mask, words, target);
      if (first_tile) {
        if (shift != 0) {
          for (std::size_t i = 0; i < n_cells; ++i) counts[i] <<= shift;
        }
      } else {
        for (std::size_t i = 0; i < n_cells; ++i) counts[i] += cell_counts_[i] << shift;
      }
      counts += n_cells;
    }
  }
}

}  // namespace dagwright::scores
