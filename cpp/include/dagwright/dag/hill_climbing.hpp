#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright {

struct HillClimbingOptions {
  std::optional<std::uint64_t> climbs = 1;  ///< none: until a stop rule fires
  double perturbation = 0.1;                ///< most random moves before a restart, a variable
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::size_t cache_bytes = 0;  ///< for gains that restarts meet again
};

/// Steepest ascent over edge additions, removals and reversals, restarted from the best local
/// optimum after a few random moves (iterated local search, Lourenço, Martin & Stützle 2003).
DagSearchResult climb_hills(const ScoreOracle& oracle, const Rules& rules, const ParentLists& start,
                            const HillClimbingOptions& options, RunControl& control);

}  // namespace dagwright
