#pragma once

#include <vector>

#include "dagwright/parents/parent_rules.hpp"
#include "dagwright/parents/selection.hpp"

namespace dagwright::parents {

enum class SelectionKind { sequential, greedy, independence };

struct SelectionPlan {
  SelectionKind kind = SelectionKind::sequential;
  PruningRules pruning;
  SelectionLimits limits;  ///< of each variable; bytes are of all together
  BestFirstOptions best_first;
};

/// Selects for each of the children, on threads; the lists do not depend on their number unless a
/// clock ends the work. A time limit of the control is shared fairly: each variable gets what is
/// left divided by the variables that are left. A variable that the end of the run leaves without
/// its turn gets the required parents alone.
std::vector<CandidateList> select_all(const scores::ScoreOracle& oracle,
                                      const std::vector<Variable>& children,
                                      const ParentRules& rules, const SelectionPlan& plan,
                                      unsigned threads, RunControl& control);

}  // namespace dagwright::parents
