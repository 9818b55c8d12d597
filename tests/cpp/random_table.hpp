#pragma once

#include <memory>
#include <vector>

#include "dagwright/core/rng.hpp"
#include "dagwright/data/table.hpp"

namespace dagwright {

/// Rows of small arity in which each variable copies an earlier one half of the time.
inline std::shared_ptr<data::Table> random_table(
    std::uint64_t seed, std::size_t variables, std::size_t rows, std::uint32_t max_arity,
    data::Table::Merge merge = data::Table::Merge::when_it_pays,
    std::vector<std::int64_t> weights = {}) {
  Rng rng(seed);
  auto codes = std::make_shared<std::vector<std::vector<std::uint8_t>>>();
  std::vector<data::Column> columns;
  for (std::size_t v = 0; v < variables; ++v) {
    const auto arity = static_cast<std::uint32_t>(1 + rng.below(max_arity));
    std::vector<std::uint8_t> column(rows);
    const std::size_t model = v == 0 ? 0 : rng.below(v);
    for (std::size_t row = 0; row < rows; ++row) {
      const bool copy = v > 0 && rng.below(2) == 0;
      column[row] =
          static_cast<std::uint8_t>(copy ? (*codes)[model][row] % arity : rng.below(arity));
    }
    codes->push_back(std::move(column));
    columns.push_back({nullptr, 1, arity});
  }
  for (std::size_t v = 0; v < variables; ++v) columns[v].codes = (*codes)[v].data();
  return std::make_shared<data::Table>(columns, rows, weights, codes, merge);
}

}  // namespace dagwright
