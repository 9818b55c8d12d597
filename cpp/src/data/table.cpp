#include "dagwright/data/table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "dagwright/data/merge_rows.hpp"

namespace dagwright::data {
namespace {

constexpr std::size_t kSampledRows = std::size_t{1} << 18;

std::size_t padded_words(std::size_t rows) {
  const std::size_t words = (rows + 63) / 64;
  return (words + Table::kWordsPerBlock - 1) / Table::kWordsPerBlock * Table::kWordsPerBlock;
}

std::uint64_t add_up(std::size_t rows, std::span<const std::int64_t> weights) {
  std::uint64_t total = weights.empty() ? rows : 0;
  for (const std::int64_t weight : weights) {
    if (weight < 0) throw std::invalid_argument("row weights must not be negative");
    total += static_cast<std::uint64_t>(weight);
    if (total > std::numeric_limits<std::uint32_t>::max()) break;
  }
  if (total == 0) throw std::invalid_argument("the row weights add up to 0");
  if (total > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("the rows or their weights add up to 2^32 or more");
  }
  return total;
}

/// Merging pays when it saves half of the row visits, since weights make each visit dearer. Weights
/// that are given cost visits whether rows are merged or not.
bool pays(const MergedRows& merged, std::size_t rows, bool weighted) {
  return weighted || 2 * weighted_row_visits(merged.weights) <= rows;
}

/// The rows, at most 64, that are in a state: a bit each.
template <class Code>
std::uint64_t rows_in_state(const Code* codes, std::size_t count, std::uint32_t state) {
  std::uint64_t word = 0;
  std::size_t row = 0;
  if constexpr (sizeof(Code) == 1 && std::endian::native == std::endian::little) {
    // Eight rows at a time. Codes that have bitmaps are small, so that adding 127 to a byte sets
    // its highest bit, and carries nothing, unless the byte is 0; the product gathers the bits.
    constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    for (; row + 8 <= count; row += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, codes + row, 8);
      const std::uint64_t differing = (eight ^ (kOnes * state)) + kOnes * 127;
      const std::uint64_t equal = (~differing >> 7) & kOnes;
      word |= ((equal * 0x0102040810204080ULL) >> 56) << row;
    }
  }
  for (; row < count; ++row) word |= std::uint64_t{codes[row] == state} << row;
  return word;
}

/// Copies the chosen rows of every column into one block of memory and points the columns at it.
std::shared_ptr<const void> gather(std::vector<Column>& columns,
                                   const std::vector<std::uint32_t>& rows) {
  std::size_t bytes = 0;
  for (const Column& column : columns) bytes += (column.bytes * rows.size() + 7) / 8 * 8;
  auto memory = std::make_shared<std::vector<std::uint64_t>>(bytes / 8);
  std::byte* next = reinterpret_cast<std::byte*>(memory->data());
  for (Column& column : columns) {
    visit_codes(column, [&](const auto* codes) {
      auto* copy = reinterpret_cast<std::remove_cvref_t<decltype(*codes)>*>(next);
      for (std::size_t i = 0; i < rows.size(); ++i) copy[i] = codes[rows[i]];
    });
    column.codes = next;
    next += (column.bytes * rows.size() + 7) / 8 * 8;
  }
  return memory;
}

/// Whether equal rows could be so many that merging pays, judged by some of them, evenly spread.
/// Merging changes how long counting takes, never what it finds, so that a guess will do; looking
/// at all rows of a long table takes longer than many a search.
bool may_pay(const std::vector<Column>& columns, std::size_t rows) {
  if (rows <= kSampledRows) return true;
  std::vector<std::uint32_t> sample(kSampledRows);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    sample[i] = static_cast<std::uint32_t>(i * rows / sample.size());
  }
  std::vector<Column> some = columns;
  const auto memory = gather(some, sample);
  const std::size_t distinct = group_rows(some, sample.size()).representatives.size();
  // With rows / 2 different rows, equally frequent, a sample of k has k^2 / rows pairs of equal
  // ones.
  const auto k = static_cast<double>(sample.size());
  const double equal = k - static_cast<double>(distinct);
  return equal >= k * k / static_cast<double>(rows) / 4;
}

}  // namespace

Table::Table(std::vector<Column> columns, std::size_t rows, std::span<const std::int64_t> weights,
             std::shared_ptr<const void> owner, Merge merge)
    : columns_(std::move(columns)), rows_(rows), owner_(std::move(owner)) {
  total_weight_ = add_up(rows, weights);
  if (merge != Merge::never || !weights.empty()) {
    const bool sampled = merge == Merge::when_it_pays && weights.empty();
    const bool worth_looking = !sampled || may_pay(columns_, rows);
    const MergedRows merged = worth_looking ? merge_rows(columns_, rows, weights) : MergedRows{};
    if (worth_looking && (merge == Merge::always || pays(merged, rows, !weights.empty()))) {
      owner_ = gather(columns_, merged.rows);
      rows_ = merged.rows.size();
      store_weights(merged.weights);
    }
  }
  words_ = padded_words(rows_);
  build_planes();
  index_columns(0);
}

void Table::store_weights(std::span<const std::int64_t> weights) {
  if (weights.front() == 1) return;  // decreasing, so every row counts once
  weights_.reserve(weights.size());
  for (const std::int64_t weight : weights) weights_.push_back(static_cast<std::uint32_t>(weight));
}

void Table::build_planes() {
  if (weights_.empty()) {
    planes_.push_back({{}, words_, 0});
  } else {
    const unsigned n_planes = static_cast<unsigned>(std::bit_width(weights_.front()));
    for (unsigned shift = 0; shift < n_planes; ++shift) {
      const auto prefix_end =
          std::partition_point(weights_.begin(), weights_.end(),
                               [shift](std::uint32_t weight) { return (weight >> shift) != 0; });
      const std::size_t prefix = static_cast<std::size_t>(prefix_end - weights_.begin());
      Plane plane{std::vector<std::uint64_t>(padded_words(prefix), 0), padded_words(prefix), shift};
      for (std::size_t row = 0; row < prefix; ++row) {
        plane.mask[row / 64] |= std::uint64_t{(weights_[row] >> shift) & 1U} << (row % 64);
      }
      planes_.push_back(std::move(plane));
    }
  }
  for (const Plane& plane : planes_) plane_words_ += plane.words;
}

void Table::index_columns(std::size_t first) {
  if (columns_.size() > kMaxVariables) {
    throw std::invalid_argument("at most " + std::to_string(kMaxVariables) + " variables");
  }
  bitmaps_.resize(columns_.size());
  state_counts_.resize(columns_.size());
  for (std::size_t v = first; v < columns_.size(); ++v) {
    build_bitmap(static_cast<Variable>(v));
    count_states(static_cast<Variable>(v));
  }
}

void Table::build_bitmap(Variable v) {
  const std::uint32_t arity = columns_[v].arity;
  if (arity < 2 || arity > kMaxBitArity) return;
  std::vector<std::uint64_t>& bitmap = bitmaps_[v];
  bitmap.assign((arity - 1) * words_, 0);
  visit_codes(columns_[v], [&](const auto* codes) {
    for (std::size_t first = 0; first < rows_; first += 64) {
      const std::size_t count = std::min<std::size_t>(64, rows_ - first);
      for (std::uint32_t state = 0; state + 1 < arity; ++state) {
        bitmap[state * words_ + first / 64] = rows_in_state(codes + first, count, state);
      }
    }
  });
}

void Table::count_states(Variable v) {
  const std::uint32_t arity = columns_[v].arity;
  state_counts_[v].assign(arity, 0);
  if (weights_.empty() && has_bits(v)) {
    std::uint32_t last = static_cast<std::uint32_t>(rows_);
    for (std::uint32_t state = 0; state + 1 < arity; ++state) {
      for (std::size_t word = 0; word < words_; ++word) {
        state_counts_[v][state] +=
            static_cast<std::uint32_t>(std::popcount(bitmaps_[v][state * words_ + word]));
      }
      last -= state_counts_[v][state];
    }
    state_counts_[v][arity - 1] = last;
    return;
  }
  visit_codes(columns_[v], [&](const auto* codes) {
    for (std::size_t row = 0; row < rows_; ++row) {
      state_counts_[v][codes[row]] += weights_.empty() ? 1 : weights_[row];
    }
  });
}

Table Table::with_column(const Column& column, std::shared_ptr<const void> owner) const {
  Table wider = *this;
  wider.columns_.push_back(column);
  using Owners = std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>;
  wider.owner_ = std::make_shared<const Owners>(owner_, std::move(owner));
  wider.index_columns(columns_.size());
  return wider;
}

std::size_t Table::bytes() const {
  std::size_t total = weights_.size() * sizeof(std::uint32_t);
  for (std::size_t v = 0; v < columns_.size(); ++v) {
    total += rows_ * columns_[v].bytes + bitmaps_[v].size() * sizeof(std::uint64_t);
  }
  for (const Plane& plane : planes_) total += plane.mask.size() * sizeof(std::uint64_t);
  return total;
}

}  // namespace dagwright::data
