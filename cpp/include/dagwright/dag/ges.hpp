#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright::dag {

struct GesOptions {
  std::size_t max_degree = std::numeric_limits<std::size_t>::max();  ///< edges at a variable
  unsigned threads = 1;
  std::size_t counter_bytes = 0;  ///< for counting distinct families
};

/// Greedy equivalence search (Chickering 2002): from the class of the start, the best insertion
/// as long as one gains, then the best deletion as long as one gains.
///
/// An operator is made only if the class that it leads to has a DAG within the rules; that DAG is
/// what counts as the network. In the result, `moves` are insertions and deletions.
DagSearchResult search_classes(const scores::ScoreOracle& oracle, const Rules& rules,
                               const ParentLists& start, const GesOptions& options,
                               RunControl& control);

}  // namespace dagwright::dag
