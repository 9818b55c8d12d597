#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dagwright/core/run_control.hpp"
#include "dagwright/exact/cluster_sets.hpp"

namespace dagwright::exact {

/// Clusters whose inequalities a fractional choice of sets breaks, the most broken first.
struct BrokenClusters {
  std::vector<std::uint64_t> clusters;  ///< words() words each
  std::vector<double> violation;        ///< 1 minus the weight of disjoint sets
};

/// Looks for clusters C in which sets disjoint from C have a total weight below 1.
///
/// Finding the most broken one is NP-hard (Cussens, Järvisalo, Korhonen & Bartlett 2017), so this
/// is a search: from every variable, the cycle through it that the fractional choice takes most
/// fully (a shortest path, as a cycle breaks its cluster's inequality by at least 1 minus the sum
/// of what its arcs lack), and from every cycle and every variable a greedy growth followed by
/// single additions and removals while they help. Deterministic: ties go to the lower index.
///
/// `columns` are sets with positive weight, `values` their weights; at most `limit` clusters that
/// are broken by at least `least` are returned. Once the control, if there is one, ends the run,
/// these are the ones found so far.
BrokenClusters find_broken_clusters(const ClusterSets& sets, std::span<const std::int64_t> columns,
                                    std::span<const double> values, double least, std::size_t limit,
                                    RunControl* control = nullptr);

}  // namespace dagwright::exact
