#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/run_control.hpp"
#include "dagwright/exact/cluster_sets.hpp"

namespace dagwright::exact {

/// A primal heuristic: an order that follows the multipliers of a relaxation.
///
/// Places next the variable that can take the set with the least reduced cost above the minimum of
/// its child, given those placed. `reduced` and `minimum` come from ClusterSets::price. Ties go to
/// the lower index. If the control, where there is one, ends the run, the others follow as they
/// are.
std::vector<Variable> guided_order(const ClusterSets& sets, std::span<const std::int64_t> reduced,
                                   std::span<const std::int64_t> minimum,
                                   std::span<const std::uint8_t> allowed,
                                   RunControl* control = nullptr);

}  // namespace dagwright::exact
