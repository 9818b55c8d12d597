#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dagwright::data {

/// Splits ascending values into `clusters` runs of least weighted sum of squared distances to the
/// runs' means, and returns the index at which each run starts.
///
/// Optimal, by dynamic programming over the last run (H. Wang, M. Song: Ckmeans.1d.dp, The R
/// Journal 3(2), 2011). The best start of the last run never moves left as the prefix grows, so a
/// layer is filled by divide and conquer in O(n log n). Ties take the leftmost start.
///
/// Needs 1 <= clusters <= values.size() <= 2^32 - 1, weights > 0, one each.
std::vector<std::size_t> optimal_runs(std::span<const double> values,
                                      std::span<const double> weights, std::size_t clusters);

}  // namespace dagwright::data
