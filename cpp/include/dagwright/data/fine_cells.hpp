#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dagwright::data {

constexpr std::size_t kMostFineCells = 255;
constexpr std::uint8_t kMissingCell = 255;

/// A column of numbers as cells that follow one another, each with its smallest and largest value.
struct FineCells {
  std::vector<std::uint8_t> codes;  ///< the cell of each row; kMissingCell where it is NaN
  std::vector<double> lows, highs;
};

/// Cuts a column into at most 255 cells of about equal weight.
///
/// Up to 255 different values are a cell each. Otherwise a value that weighs more than a cell's
/// share is a cell of its own, and the values between two such are shared out evenly. No cell
/// lies on both sides of a required cut; a value at a cut belongs above it. Infinite values count
/// as the largest finite ones. Rows of weight 0 shape no cell: each goes where it falls.
///
/// Needs at most 254 required cuts, finite and ascending, and no weight or one for each row.
FineCells make_fine_cells(std::span<const double> values, std::span<const std::int64_t> weights,
                          std::span<const double> required_cuts);

}  // namespace dagwright::data
