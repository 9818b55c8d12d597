#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/core/run_control.hpp"
#include "dagwright/dag/multi_start.hpp"
#include "dagwright/dag/neighbourhood.hpp"

namespace dagwright::dag {

struct HillClimbingOptions {
  Neighbourhood neighbourhood;
  std::optional<std::uint64_t> restarts;  ///< none: until a stop rule fires
  double perturbation;  ///< share of the edges around some variables that a restart removes
};

/// Steepest ascent over the moves of a neighbourhood, restarted from the best local
/// optimum after the edges around a few variables were taken out (iterated local search, Lourenço,
/// Martin & Stützle 2003).
DagSearchResult climb_hills(const Inputs& inputs, const HillClimbingOptions& options,
                            const Resources& resources, RunControl& control);

}  // namespace dagwright::dag
