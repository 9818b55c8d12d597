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
std::vector<std::int64_t> guided_order(const ClusterSets& sets,
                                       std::span<const std::int64_t> reduced,
                                       std::span<const std::int64_t> minimum,
                                       std::span<const std::uint8_t> allowed,
                                       RunControl* control = nullptr);

/// Moves one variable at a time to its best place in the order while that lowers the excess of the
/// best sets, or until about `queries` sets were looked up.
std::vector<std::int64_t> improve_order(const ClusterSets& sets, std::vector<std::int64_t> order,
                                        std::uint64_t queries);

/// Improves the order, then `kicks` times exchanges a few random variables of the best order and
/// improves again (iterated local search): the best order of all.
std::vector<std::int64_t> search_near_order(const ClusterSets& sets,
                                            std::vector<std::int64_t> order, std::uint64_t kicks,
                                            std::uint64_t queries, std::uint64_t seed);

}  // namespace dagwright::exact
