#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"
#include "dagwright/dag/neighbourhood.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright::dag {

struct TabuOptions {
  Neighbourhood neighbourhood = Neighbourhood::extended;
  std::optional<std::uint64_t> walks = 1;  ///< none: until a stop rule fires
  std::size_t memory = 100;                ///< networks that are not visited again
  std::size_t patience = 15;               ///< moves without a better network
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::size_t cache_bytes = 0;
};

/// Takes the best move to a network that was not among the last `memory` ones, even if it loses
/// (Glover 1989), until `patience` moves in a row have brought nothing better.
DagSearchResult search_with_tabu(const scores::ScoreOracle& oracle, const Rules& rules,
                                 const ParentLists& start, const TabuOptions& options,
                                 RunControl& control);

}  // namespace dagwright::dag
