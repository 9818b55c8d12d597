#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "dagwright/core/run_control.hpp"
#include "dagwright/orders/order_index.hpp"

namespace dagwright::orders {

struct IteratedDescentOptions {
  std::uint64_t kicks = 0;  ///< disturbances of the best order, each followed by a descent
  /// Orders that one descent may look at.
  std::uint64_t most_evaluated = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seed = 0;
};

/// A good order in little time: an iterated local search without restarts, for searches that need a
/// good network to begin with or to look around one.
///
/// Descends by insertions from the order, repaired, then again and again from the best order after
/// a few exchanges; equally good orders are accepted too, as they lead along plateaus. Every order
/// that is accepted is handed to `found`. The control can end it; it has no reports.
std::vector<Variable> iterate_descent(
    const OrderIndex& index, std::vector<Variable> order, const IteratedDescentOptions& options,
    RunControl& control, const std::function<void(const std::vector<Variable>&)>& found = {});

}  // namespace dagwright::orders
