#include "dagwright/data/merge_rows.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "dagwright/core/hash.hpp"

namespace dagwright::data {
namespace {

/// A hash a row, column by column so that memory is read in order.
std::vector<std::uint64_t> hash_rows(const std::vector<Column>& columns, std::size_t rows) {
  std::vector<std::uint64_t> hashes(rows, 0);
  for (const Column& column : columns) {
    visit_codes(column, [&](const auto* codes) {
      for (std::size_t row = 0; row < rows; ++row) {
        const std::uint64_t mixed = (hashes[row] ^ codes[row]) * kGoldenRatio;
        hashes[row] = mixed ^ (mixed >> 29);
      }
    });
  }
  return hashes;
}

bool same_row(const std::vector<Column>& columns, std::size_t a, std::size_t b) {
  return std::all_of(columns.begin(), columns.end(),
                     [&](const Column& column) { return column.at(a) == column.at(b); });
}

void sort_by_decreasing_weight(MergedRows& merged) {
  std::vector<std::uint32_t> order(merged.rows.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return merged.weights[a] > merged.weights[b];
  });
  MergedRows sorted;
  for (const std::uint32_t i : order) {
    sorted.rows.push_back(merged.rows[i]);
    sorted.weights.push_back(merged.weights[i]);
  }
  merged = std::move(sorted);
}

}  // namespace

RowGroups group_rows(const std::vector<Column>& columns, std::size_t rows) {
  const std::vector<std::uint64_t> hashes = hash_rows(columns, rows);
  constexpr std::uint32_t kFree = 0xffffffffU;
  const std::size_t capacity = std::bit_ceil(std::max<std::size_t>(16, 2 * rows));
  std::vector<std::uint32_t> slots(capacity, kFree);  // index into representatives
  RowGroups groups;
  groups.group_of_row.reserve(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t slot = hashes[row] & (capacity - 1);; slot = (slot + 1) & (capacity - 1)) {
      if (slots[slot] == kFree) {
        slots[slot] = static_cast<std::uint32_t>(groups.representatives.size());
        groups.representatives.push_back(static_cast<std::uint32_t>(row));
      }
      const std::uint32_t other = groups.representatives[slots[slot]];
      if (hashes[other] == hashes[row] && same_row(columns, other, row)) {
        groups.group_of_row.push_back(slots[slot]);
        break;
      }
    }
  }
  return groups;
}

MergedRows merge_rows(const std::vector<Column>& columns, std::size_t rows,
                      std::span<const std::int64_t> weights) {
  const RowGroups groups = group_rows(columns, rows);
  MergedRows merged{groups.representatives,
                    std::vector<std::int64_t>(groups.representatives.size(), 0)};
  for (std::size_t row = 0; row < rows; ++row) {
    merged.weights[groups.group_of_row[row]] += weights.empty() ? 1 : weights[row];
  }
  sort_by_decreasing_weight(merged);
  const auto first_weightless =
      std::find(merged.weights.begin(), merged.weights.end(), std::int64_t{0});
  const auto kept = static_cast<std::size_t>(first_weightless - merged.weights.begin());
  merged.rows.resize(kept);
  merged.weights.resize(kept);
  return merged;
}

std::uint64_t weighted_row_visits(std::span<const std::int64_t> decreasing_weights) {
  std::uint64_t visits = 0;
  for (const std::int64_t weight : decreasing_weights) {
    visits += static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(weight)));
  }
  return visits;
}

}  // namespace dagwright::data
