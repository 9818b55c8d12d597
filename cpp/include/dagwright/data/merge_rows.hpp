#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dagwright/data/table.hpp"

namespace dagwright::data {

/// Rows that agree in every column.
struct RowGroups {
  std::vector<std::uint32_t> representatives;  ///< the first row of each group
  std::vector<std::uint32_t> group_of_row;
};

RowGroups group_rows(const std::vector<Column>& columns, std::size_t rows);

/// The distinct rows of a table, by decreasing weight.
struct MergedRows {
  std::vector<std::uint32_t> rows;    ///< one representative row each
  std::vector<std::int64_t> weights;  ///< how much it stands for
};

/// Groups equal rows; rows of weight 0 vanish. `weights` empty: each row counts once.
MergedRows merge_rows(const std::vector<Column>& columns, std::size_t rows,
                      std::span<const std::int64_t> weights);

/// Rows that bit-sliced counting has to visit for these decreasing weights: every row once, the
/// rows of weight >= 2 once more, those of weight >= 4 once more, ...
std::uint64_t weighted_row_visits(std::span<const std::int64_t> decreasing_weights);

}  // namespace dagwright::data
