#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/data/table.hpp"

namespace dagwright::data {

/// The joint states of some columns that occur among chosen rows, numbered 0, 1, ...
///
/// However many joint states are possible, there are never more numbers than rows.
struct JointStates {
  std::vector<std::uint32_t> numbers;  ///< one for each of the chosen rows
  std::uint32_t count = 1;             ///< how many occur

  /// Starts with all rows in one joint state, that of no columns.
  explicit JointStates(std::size_t rows) : numbers(rows, 0) {}

  /// Tells the rows apart by one more column.
  void refine(const Column& column, std::span<const std::uint32_t> rows);
};

}  // namespace dagwright::data
