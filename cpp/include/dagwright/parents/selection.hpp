#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dagwright/core/run_control.hpp"
#include "dagwright/core/types.hpp"
#include "dagwright/parents/candidate_list.hpp"
#include "dagwright/parents/family_scorer.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright {

/// When the enumeration of one variable's sets ends, besides being complete.
struct SelectionLimits {
  std::optional<double> seconds;
  std::optional<std::uint64_t> evaluations;
  std::size_t bytes = 0;
};

struct BestFirstOptions {
  std::size_t max_open = std::size_t{1} << 20;  ///< the worst half is dropped beyond this
  bool subsets_first = false;                   ///< score every subset before a set (Independence)
};

/// Breadth first by size, exact when it completes (S1 Algorithm 1 with h = -|S|).
CandidateList select_sequential(const ScoreOracle& oracle, const ChildTask& task,
                                const PruningRules& pruning, const SelectionLimits& limits,
                                RunControl& control);

/// Best first on the score: always extends the best set scored so far (S1, greedy selection).
CandidateList select_greedy(const ScoreOracle& oracle, const ChildTask& task,
                            const PruningRules& pruning, const SelectionLimits& limits,
                            const BestFirstOptions& options, RunControl& control);

/// Best first on an estimate of the score that supposes independence (S1 eq. 3-4, BIC*).
CandidateList select_by_independence(const ScoreOracle& oracle, const ChildTask& task,
                                     const PruningRules& pruning, const SelectionLimits& limits,
                                     const BestFirstOptions& options, RunControl& control);

}  // namespace dagwright
