#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dagwright/core/resources.hpp"
#include "dagwright/core/run_control.hpp"
#include "dagwright/data/table.hpp"

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
/// others makes independent. An unreliable test counts as independence. The symmetry correction
/// runs the algorithm on the neighbours too, so all variables are done once it is asked for.
MmpcResult find_parents_and_children(const Inputs& inputs, const MmpcOptions& options,
                                     const Resources& resources, RunControl& control);

}  // namespace dagwright::independence
