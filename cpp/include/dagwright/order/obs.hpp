#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "dagwright/order/order_search.hpp"

namespace dagwright::order {

struct ObsOptions {
  std::optional<std::uint64_t> restarts;  ///< climbs; none: until a stop rule fires
  std::uint64_t max_iterations;           ///< swaps of a climb
  std::optional<std::size_t> tabu;        ///< none: stop at the first local optimum
};

/// Ordering-based search (Teyssier & Koller 2005): the best swap of two adjacent variables, again
/// and again. S1's Algorithm 2 stops where no swap improves. With a tabu list of length L (S2) it
/// takes the best swap that is not among the last L swapped pairs, even a worsening one, and stops
/// after L of them without a new best. Ties go to the left.
OrderSearchResult obs(const Inputs& inputs, const ObsOptions& options, const Resources& resources,
                      RunControl& control);

}  // namespace dagwright::order
