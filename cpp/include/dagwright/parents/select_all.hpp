#pragma once

#include <vector>

#include "dagwright/core/resources.hpp"
#include "dagwright/parents/parent_rules.hpp"
#include "dagwright/parents/selection.hpp"

namespace dagwright::parents {

enum class SelectionKind { sequential, greedy, independence };

struct SelectionOptions {
  SelectionKind kind;
  PruningRules pruning;
  std::optional<double> seconds_per_variable;
  std::optional<std::uint64_t> max_evaluations;  ///< of each variable
  std::size_t max_open;                          ///< as in BestFirstOptions
  bool subsets_first;
};

/// What is selected: sets of parents for these children.
struct SelectionInputs {
  const scores::ScoreOracle& oracle;
  std::vector<Variable> children;
  const ParentRules& rules;
};

/// Selects for each of the children, on threads; the lists do not depend on their number unless a
/// clock ends the work. A time limit of the control is shared fairly: each variable gets what is
/// left divided by the variables that are left. A variable that the end of the run leaves without
/// its turn gets the required parents alone.
std::vector<CandidateList> select_all(const SelectionInputs& inputs,
                                      const SelectionOptions& options, const Resources& resources,
                                      RunControl& control);

}  // namespace dagwright::parents
