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

namespace dagwright::parents {

/// When the enumeration of one variable's sets ends, besides being complete.
struct SelectionLimits {
  std::optional<double> seconds;
  std::optional<std::uint64_t> evaluations;
  std::size_t bytes = 0;
};

struct BestFirstOptions {
  std::size_t max_open;  ///< the worst half is dropped beyond this
  bool subsets_first;    ///< score every subset before a set (Independence)
};

/// The sets of one size from which a sequential selection goes on.
struct SequentialStart {
  std::size_t size = 0;                ///< of the sets, the required parents included
  std::vector<Variable> sets;          ///< that may be extended, without the required parents
  std::vector<ScoredFamily> families;  ///< theirs, in lexicographic order
  ScoredSets kept;                     ///< the non-dominated sets of up to this size
  std::uint64_t evaluations = 0;       ///< that led here
};

/// Breadth first by size, exact when it completes (S1 Algorithm 1 with h = -|S|). Begins with the
/// required parents alone, or where it is told to.
CandidateList select_sequential(const scores::ScoreOracle& oracle, const ChildTask& task,
                                const PruningRules& pruning, const SelectionLimits& limits,
                                RunControl& control, SequentialStart* start = nullptr);

/// Best first on the score: always extends the best set scored so far (S1, greedy selection).
CandidateList select_greedy(const scores::ScoreOracle& oracle, const ChildTask& task,
                            const PruningRules& pruning, const SelectionLimits& limits,
                            const BestFirstOptions& options, RunControl& control);

/// Best first on an estimate of the score that supposes independence (S1 eq. 3-4, BIC*).
CandidateList select_by_independence(const scores::ScoreOracle& oracle, const ChildTask& task,
                                     const PruningRules& pruning, const SelectionLimits& limits,
                                     const BestFirstOptions& options, RunControl& control);

}  // namespace dagwright::parents
