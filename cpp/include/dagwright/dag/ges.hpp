#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"

namespace dagwright::dag {

struct GesOptions {
  std::optional<std::size_t> max_degree;  ///< edges at a variable
};

/// Greedy equivalence search (Chickering 2002): from the class of the start, the best insertion
/// as long as one gains, then the best deletion as long as one gains.
///
/// An operator is made only if the class that it leads to has a DAG within the rules; that DAG is
/// what counts as the network. In the result, `moves` are insertions and deletions.
DagSearchResult search_classes(const Inputs& inputs, const GesOptions& options,
                               const Resources& resources, RunControl& control);

}  // namespace dagwright::dag
