#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dagwright/core/resources.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/data/table.hpp"
#include "dagwright/independence/g_test.hpp"

namespace dagwright::independence {

/// Whose parents and children are looked for, and in which data.
struct Inputs {
  const data::Table& table;
  std::vector<Variable> targets;
};

struct MmpcOptions {
  double alpha;
  std::size_t max_given;  ///< the most variables to condition on
  bool symmetric;         ///< keep only neighbours that find each other
  double rows_per_cell;   ///< fewer leave a conditioning set out
  Degrees degrees;
};

struct MmpcResult {
  std::vector<std::vector<Variable>> neighbours;  ///< by target, ascending; empty if not asked for
  std::vector<bool> finished;                     ///< by target: false if a stop rule fired first
  std::uint64_t tests = 0;
};

/// Parents and children by max-min (MMPC of Tsamardinos, Brown & Aliferis 2006).
///
/// For each target, variables join one by one: always the one whose weakest association with the
/// target, over all subsets of those already in, is the strongest. A variable that some subset
/// makes independent leaves for good; so does, afterwards, a member that some subset of the
/// others makes independent. A conditioning set whose contingency table with the pair has too few
/// rows per cell does not take part (section 4: "only a limited number of subsets participate"): it
/// separates no pair. Only the pair's own table, without conditions, counts as independence then.
/// The symmetry correction runs the algorithm on the neighbours too, so all variables are done once
/// it is asked for.
MmpcResult find_parents_and_children(const Inputs& inputs, const MmpcOptions& options,
                                     const Resources& resources, RunControl& control);

}  // namespace dagwright::independence
