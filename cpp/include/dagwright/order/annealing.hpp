#pragma once

#include <cstddef>

#include "dagwright/core/rng.hpp"
#include "dagwright/order/work_item.hpp"

namespace dagwright::order {

struct AnnealingOptions {
  double start;    ///< temperature in nats
  double end;      ///< the last temperature is above it
  double cooling;  ///< factor from one sweep (as many proposals as variables) to the next
};

/// Random insertions of at most `radius` places, a worsening by d accepted with probability
/// exp(-d / temperature) (Metropolis), then a descent. Returns whether it came to its end.
bool anneal(WorkItem& item, const AnnealingOptions& options, std::size_t radius, Rng& rng);

}  // namespace dagwright::order
