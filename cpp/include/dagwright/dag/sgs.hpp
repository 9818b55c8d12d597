#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"
#include "dagwright/dag/neighbourhood.hpp"

namespace dagwright::dag {

/// Whether parents that gain nothing alone are left out, before the search or as it meets them.
enum class CandidateFilter { none, before, during };

/// Where climbs start: at the start of all, or each at a random network.
enum class ClimbStart { empty, random };

struct SgsOptions {
  Neighbourhood neighbourhood;
  std::optional<std::uint64_t> restarts;  ///< none: until a stop rule fires
  ClimbStart start;
  CandidateFilter candidate_filter;
  bool repair;  ///< open covered v-structures at the end
};

/// Stochastic greedy search (S4: Vandel, Mangin & de Givry 2012, Algorithm 1): climbs from the
/// same start or from random ones, each taking a random one of the best moves.
DagSearchResult search_stochastically(const Inputs& inputs, const SgsOptions& options,
                                      const Resources& resources, RunControl& control);

}  // namespace dagwright::dag
