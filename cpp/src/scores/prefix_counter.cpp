#include "dagwright/scores/prefix_counter.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace dagwright {
namespace {

constexpr std::size_t kTileBytes = 256 * 1024;  // half of a second-level cache
constexpr std::size_t kSteps = 32768;           // only the first few are touched often

// Cycles, measured on a Zen 3 core; only their ratios matter.
constexpr double kBitWord = 0.6;  // AND and count a word
constexpr double kBitCell = 8.0;  // a call for, and two terms of the sum of, a cell
constexpr double kDivideWord = 1.5;
constexpr double kCodeRow = 3.0;
constexpr double kRefineRow = 8.0;

// Keys (cell, state) up to so many, or so many a row, have counters of their own; beyond, they are
// hashed.
constexpr std::size_t kManyKeys = 65536;
constexpr std::size_t kKeysPerRow = 16;
constexpr std::size_t kRowsPerFewCells = 16;
constexpr std::size_t kRowsPerDenseKey = 2;  // with so many, counters are summed one by one

/// Never shrinks: growing again would fill the memory with zeros again.
template <class T>
void reserve(std::vector<T>& values, std::size_t needed) {
  if (values.size() < needed) values.resize(needed);
}

template <class Count, class KeyOf>
void clear_counts(std::vector<Count>& counts, std::size_t n_keys, std::size_t n_rows,
                  KeyOf key_of) {
  if (n_keys <= kKeysPerRow * n_rows) {
    std::fill_n(counts.begin(), n_keys, Count{0});
  } else {
    for (std::size_t i = 0; i < n_rows; ++i) counts[key_of(i)] = 0;
  }
}

}  // namespace

PrefixCounter::PrefixCounter(const Table& table, const Kernels& kernels,
                             const CellFunction& function)
    : table_(table), kernels_(kernels), function_(function), words_(table.plane_words()) {
  const auto steps = std::min<std::uint64_t>(kSteps, table.total_weight());
  for (std::uint32_t n = 0; n < steps; ++n) steps_.push_back(function(n + 1) - function(n));
  nodes_.resize(1);
  Node& root = nodes_[0];
  root.codes.ready = true;
  root.codes.cells.assign(table.stored_rows(), 0);
  root.bits.ready = true;
  root.bits.cells.assign(words_, 0);
  root.bits.totals.assign(1, static_cast<std::uint32_t>(table.total_weight()));
  std::uint64_t* words = root.bits.cells.data();
  for (const Table::Plane& plane : table.planes()) {
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
  return building + n_lasts * mean_states * cells * (kBitWord * words + kBitCell);
}

double PrefixCounter::codes_cost(const Node& node, double n_lasts) const {
  const auto rows =
      static_cast<double>(node.codes.ready ? node.codes.cells.size() : table_.stored_rows());
  return (node.codes.ready ? 0.0 : kRefineRow * rows) + n_lasts * kCodeRow * rows;
}

void PrefixCounter::count(std::span<const Variable> prefix, std::span<const Variable> lasts,
                          std::span<std::int64_t> sums) {
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
      sums[i] = sum_by_codes(node.codes, lasts[i]);
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
    refine(nodes_[depth - 1].codes, node.variable, node.codes);
  }
}

/// Cells that a state leaves empty vanish, and those of weight 1 go to the sum.
void PrefixCounter::divide(const BitForm& from, Variable variable, BitForm& to) {
  const std::uint32_t arity = table_.arity(variable);
  to.ready = true;
  to.alone = from.alone;
  to.totals.clear();
  // Each state needs a place for what is left over, even if it turns out to be empty.
  reserve(to.cells, (from.totals.size() * arity + 1) * words_);
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
      for (const Table::Plane& plane : table_.planes()) {
        total +=
            static_cast<std::uint32_t>(kernels_.split(left + first, table_.bits(variable, state),
                                                      plane.words, cell + first, rest + first))
            << plane.shift;
        first += plane.words;
      }
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

void PrefixCounter::convert(const BitForm& from, CodeForm& to) {
  to.ready = true;
  to.whole = false;
  to.alone = from.alone;
  to.n_cells = from.totals.size();
  to.rows.clear();
  to.cells.clear();
  for (std::uint32_t c = 0; c < from.totals.size(); ++c) {
    const std::uint64_t* cell = from.cells.data() + c * words_;
    for (std::size_t w = 0; w < table_.words(); ++w) {
      // A row of a weighted table is in one plane at least.
      std::uint64_t word = 0;
      std::size_t first = 0;
      for (const Table::Plane& plane : table_.planes()) {
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
}

/// Calls work with the number of keys (cell of `codes`, state of `variable`) and a function from
/// the place of a row to its key. Keys that are too many for a table of counters are numbered in
/// order of first sight.
template <class Work>
void PrefixCounter::with_keys(const CodeForm& codes, Variable variable, Work&& work) {
  const Column& column = table_.column(variable);
  const std::size_t arity = column.arity;
  const std::uint32_t* cells = codes.cells.data();
  const std::uint32_t* rows = codes.rows.data();
  const std::size_t n_rows = codes.cells.size();
  visit_codes(column, [&](const auto* states) {
    if (codes.n_cells > std::max(kManyKeys, kKeysPerRow * n_rows) / arity) {
      const std::size_t n_keys = number_keys(codes, column);
      work(n_keys, [this](std::size_t i) -> std::size_t { return key_numbers_[i]; });
    } else if (codes.whole) {
      work(codes.n_cells * arity,
           [=](std::size_t i) -> std::size_t { return cells[i] * arity + states[i]; });
    } else {
      work(codes.n_cells * arity,
           [=](std::size_t i) -> std::size_t { return cells[i] * arity + states[rows[i]]; });
    }
  });
}

std::size_t PrefixCounter::number_keys(const CodeForm& codes, const Column& column) {
  constexpr std::uint64_t kFree = ~std::uint64_t{0};
  const std::size_t n_rows = codes.cells.size();
  const std::size_t mask = std::bit_ceil(2 * n_rows + 1) - 1;
  slots_.assign(mask + 1, {kFree, 0});
  key_numbers_.resize(n_rows);
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < n_rows; ++i) {
    const std::uint32_t state = column.at(codes.whole ? i : codes.rows[i]);
    const std::uint64_t key = std::uint64_t{codes.cells[i]} << 32 | state;
    std::size_t slot = (key * 0x9e3779b97f4a7c15ULL) >> 32 & mask;
    while (slots_[slot].first != key && slots_[slot].first != kFree) slot = (slot + 1) & mask;
    if (slots_[slot].first == kFree) slots_[slot] = {key, next++};
    key_numbers_[i] = slots_[slot].second;
  }
  return next;
}

/// With few cells, hardly any row is alone: all stay, and a key is the number of its cell.
void PrefixCounter::append(const CodeForm& from, const Column& column, CodeForm& to) {
  to.ready = to.whole = true;
  to.alone = from.alone;
  to.n_cells = from.n_cells * column.arity;
  to.cells.resize(from.cells.size());
  visit_codes(column, [&](const auto* states) {
    for (std::size_t row = 0; row < to.cells.size(); ++row) {
      to.cells[row] = from.cells[row] * column.arity + states[row];
    }
  });
}

/// Rows that share their key with another are left, with a number for each such key.
void PrefixCounter::refine(const CodeForm& from, Variable variable, CodeForm& to) {
  constexpr std::uint32_t kNumbered = std::uint32_t{1} << 31;
  const std::size_t n_rows = from.cells.size();
  const Column& column = table_.column(variable);
  if (from.whole && from.n_cells <= n_rows / kRowsPerFewCells / column.arity) {
    append(from, column, to);
    return;
  }
  to.ready = true;
  to.alone = from.alone;
  to.rows.resize(n_rows);
  to.cells.resize(n_rows);
  with_keys(from, variable, [&](std::size_t n_keys, auto key_of) {
    reserve(counts_, n_keys);
    for (std::size_t i = 0; i < n_rows; ++i) ++counts_[key_of(i)];
    std::uint32_t next = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < n_rows; ++i) {
      std::uint32_t& count = counts_[key_of(i)];
      const auto row = static_cast<std::uint32_t>(from.whole ? i : from.rows[i]);
      const bool fresh = count > 1 && count < kNumbered;
      const std::uint32_t number = fresh ? next : count & ~kNumbered;
      const bool keep = count > 1;
      count = keep ? number | kNumbered : count;
      next += fresh ? 1 : 0;
      to.rows[kept] = row;
      to.cells[kept] = number;
      kept += keep ? 1 : 0;
      if (table_.weights() != nullptr && !keep) to.alone += function_(weight(row));
    }
    to.whole = kept == n_rows && from.whole;
    if (table_.weights() == nullptr) {
      to.alone += static_cast<std::int64_t>(n_rows - kept) * function_(1);
    }
    to.rows.resize(kept);
    to.cells.resize(kept);
    to.n_cells = next;
    clear_counts(counts_, n_keys, n_rows, key_of);
  });
}

/// With few keys, rows take turns with two or four histograms: rows of one cell that follow each
/// other would otherwise wait for each other's store.
template <class KeyOf>
std::int64_t PrefixCounter::sum_histogram(std::size_t n_keys, std::size_t n_rows, KeyOf key_of) {
  const std::size_t turns = n_keys <= 4096 ? 4 : n_keys <= 16384 ? 2 : 1;
  reserve(narrow_counts_, turns * n_keys);
  std::uint16_t* counts = narrow_counts_.data();
  std::size_t row = 0;
  if (turns == 4) {
    for (; row + 4 <= n_rows; row += 4) {
      ++counts[key_of(row)];
      ++counts[n_keys + key_of(row + 1)];
      ++counts[2 * n_keys + key_of(row + 2)];
      ++counts[3 * n_keys + key_of(row + 3)];
    }
  } else if (turns == 2) {
    for (; row + 2 <= n_rows; row += 2) {
      ++counts[key_of(row)];
      ++counts[n_keys + key_of(row + 1)];
    }
  }
  for (; row < n_rows; ++row) ++counts[key_of(row)];
  for (std::size_t i = n_keys; i < turns * n_keys; i += n_keys) {
    for (std::size_t key = 0; key < n_keys; ++key) {
      counts[key] = static_cast<std::uint16_t>(counts[key] + counts[i + key]);
    }
  }
  std::int64_t sum = 0;
  for (std::size_t key = 0; key < n_keys; ++key) sum += function_(counts[key]);
  std::fill_n(counts, turns * n_keys, std::uint16_t{0});
  return sum;
}

/// A row adds to the sum what it adds to its cell's term: no second pass over the keys, which are
/// many more than the rows.
template <class KeyOf>
std::int64_t PrefixCounter::sum_steps(std::size_t n_keys, std::size_t n_rows, KeyOf key_of) {
  reserve(narrow_counts_, n_keys);
  std::uint16_t* counts = narrow_counts_.data();
  const std::int64_t* steps = steps_.data();
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < n_rows; ++i) sum += steps[counts[key_of(i)]++];
  clear_counts(narrow_counts_, n_keys, n_rows, key_of);
  return sum;
}

std::int64_t PrefixCounter::sum_by_codes(const CodeForm& codes, Variable last) {
  const std::size_t n_rows = codes.cells.size();
  std::int64_t sum = codes.alone;
  with_keys(codes, last, [&](std::size_t n_keys, auto key_of) {
    if (table_.weights() == nullptr && n_rows <= steps_.size()) {
      sum += kRowsPerDenseKey * n_keys <= n_rows ? sum_histogram(n_keys, n_rows, key_of)
                                                 : sum_steps(n_keys, n_rows, key_of);
      return;
    }
    reserve(counts_, n_keys);
    std::uint32_t* counts = counts_.data();
    const std::uint32_t* rows = codes.whole ? nullptr : codes.rows.data();
    for (std::size_t i = 0; i < n_rows; ++i) {
      counts[key_of(i)] += weight(rows == nullptr ? i : rows[i]);
    }
    for (std::size_t i = 0; i < n_rows; ++i) {
      std::uint32_t& count = counts[key_of(i)];
      sum += function_(count);  // nothing where an earlier row of the cell has taken it
      count = 0;
    }
  });
  return sum;
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
  for (const Table::Plane& plane : table_.planes()) {
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

}  // namespace dagwright
