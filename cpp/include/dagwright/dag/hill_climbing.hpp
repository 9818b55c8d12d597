#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"
#include "dagwright/dag/neighbourhood.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright::dag {

struct HillClimbingOptions {
  Neighbourhood neighbourhood = Neighbourhood::adr;
  std::optional<std::uint64_t> climbs = 1;  ///< none: until a stop rule fires
  double perturbation = 0.7;  ///< share of the edges around some variables that a restart removes
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::size_t cache_bytes = 0;  ///< for gains that restarts meet again
};

/// Steepest ascent over the moves of a neighbourhood, restarted from the best local
/// optimum after the edges around a few variables were taken out (iterated local search, Lourenço,
/// Martin & Stützle 2003).
DagSearchResult climb_hills(const scores::ScoreOracle& oracle, const Rules& rules,
                            const ParentLists& start, const HillClimbingOptions& options,
                            RunControl& control);

}  // namespace dagwright::dag
