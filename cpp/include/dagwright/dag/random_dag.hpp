#pragma once

#include "dagwright/core/rng.hpp"
#include "dagwright/dag/ancestors.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright::dag {

/// Gives every variable of `start`, one after another in random order, random parents until it
/// has two, as far as that is possible without a cycle and within the rules (S4, section 4.2).
ParentLists random_dag(const scores::ScoreOracle& oracle, const Rules& rules,
                       const ParentLists& start, Rng& rng);

}  // namespace dagwright::dag
