#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"
#include "dagwright/dag/neighbourhood.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright::dag {

/// Whether parents that gain nothing alone are left out, before the search or as it meets them.
enum class CandidateFilter { none, before, during };

struct SgsOptions {
  Neighbourhood neighbourhood = Neighbourhood::extended;
  std::optional<std::uint64_t> climbs = 10;  ///< none: until a stop rule fires
  bool random_start = false;
  CandidateFilter filter = CandidateFilter::none;
  bool repair = false;  ///< open covered v-structures at the end
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::size_t cache_bytes = 0;
};

/// Stochastic greedy search (S4: Vandel, Mangin & de Givry 2012, Algorithm 1): climbs from the
/// same start or from random ones, each taking a random one of the best moves.
DagSearchResult search_stochastically(const scores::ScoreOracle& oracle, const Rules& rules,
                                      const ParentLists& start, const SgsOptions& options,
                                      RunControl& control);

}  // namespace dagwright::dag
