#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"

namespace dagwright::dag {

struct LagdOptions {
  std::size_t look_ahead;  ///< single-edge moves that one move consists of, at most
  std::size_t directions;  ///< of each, how many are followed up
  std::optional<std::uint64_t> restarts;
};

/// Look ahead in good directions (Holland, Fathi, Abramovici & Neubach 2008): of sequences of
/// `look_ahead` additions, removals and reversals, following the best `directions` at each step
/// but the last, the one that gains most is made, until none gains. A sequence may end early.
DagSearchResult search_ahead(const Inputs& inputs, const LagdOptions& options,
                             const Resources& resources, RunControl& control);

}  // namespace dagwright::dag
