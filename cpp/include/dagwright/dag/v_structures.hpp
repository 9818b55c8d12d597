#pragma once

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"
#include "dagwright/dag/rules.hpp"
#include "dagwright/scores/oracle.hpp"

namespace dagwright::dag {

/// Opens covered v-structures of the network found (S4, section 4.1, Pigs).
///
/// A climb that gave a -> c <- b a wrong direction early covers it with an edge between a and b.
/// Of every triangle the three v-structures without the covering edge are compared, on these
/// three variables alone; if the best scores more than the triangle, the network gets it. That
/// of the largest gain comes first, until none is left. The network must stay acyclic, within the
/// rules, and must not lose score.
void open_covered_v_structures(const scores::ScoreOracle& oracle, const Rules& rules,
                               RunControl& control, DagSearchResult& result);

}  // namespace dagwright::dag
