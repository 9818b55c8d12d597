#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/ancestors.hpp"
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

/// The best score was `score` after `iterations` moves and `seconds`.
struct TraceEntry {
  double seconds;
  std::uint64_t iterations;
  double score;
};

struct HillClimbingResult {
  ParentLists parents;
  double score;
  std::vector<TraceEntry> trace;
  std::uint64_t iterations = 0;  ///< moves of all climbs
  std::uint64_t climbs = 0;      ///< that reached a local optimum
  std::uint64_t additions = 0;
  std::uint64_t removals = 0;
  std::uint64_t reversals = 0;
  std::uint64_t random_moves = 0;
};

/// Steepest ascent over edge additions, removals and reversals, restarted from the best local
/// optimum after a few random moves (iterated local search, Lourenço, Martin & Stützle 2003).
///
/// The first climb starts from `start`. Restarts run in rounds of kClimbsPerRound, all from the
/// same incumbent, each with a stream of its own, and are merged in their order; so the result
/// does not depend on the number of threads. Between rounds the incumbent is replaced by a climb
/// that is at least as good, which lets it wander over score-equivalent networks. After 250 rounds
/// without a better one the search begins again from `start`; the best network is kept.
HillClimbingResult climb_hills(const ScoreOracle& oracle, const Rules& rules,
                               const ParentLists& start, const HillClimbingOptions& options,
                               RunControl& control);

}  // namespace dagwright
