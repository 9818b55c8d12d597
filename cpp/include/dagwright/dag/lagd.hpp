#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright::dag {

struct LagdOptions {
  std::size_t look_ahead = 2;  ///< single-edge moves that one move consists of, at most
  std::size_t directions = 5;  ///< of each, how many are followed up
  std::optional<std::uint64_t> climbs = 10;
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::size_t cache_bytes = 0;
};

/// Look ahead in good directions (Holland, Fathi, Abramovici & Neubach 2008): of sequences of
/// `look_ahead` additions, removals and reversals, following the best `directions` at each step
/// but the last, the one that gains most is made, until none gains. A sequence may end early.
DagSearchResult search_ahead(const scores::ScoreOracle& oracle, const Rules& rules,
                             const ParentLists& start, const LagdOptions& options,
                             RunControl& control);

}  // namespace dagwright::dag
