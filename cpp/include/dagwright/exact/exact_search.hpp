#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dagwright/exact/heuristic.hpp"
#include "dagwright/exact/incumbent.hpp"

namespace dagwright::exact {

/// What an exact search over candidate sets leaves behind.
struct ExactResult {
  std::vector<std::vector<Variable>> parents;
  Trace trace;
  bool proved = false;          ///< the search ran to its end: only rounding is left of the gap
  std::optional<double> bound;  ///< no network scores higher, whatever was rounded
  double rounding = 0.0;        ///< in nats: how exact the costs are
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;  ///< arcs looked at
  std::uint64_t peak_nodes = 0;
  std::uint64_t bytes = 0;  ///< of all tables at the peak
  std::uint64_t patterns = 0;
  std::vector<double> forecast;  ///< of A*: nodes expanded in the end, by depth; empty if unknown
  std::optional<std::uint64_t> resumed_layer;  ///< the layer that files of an earlier run held
  std::string message;                         ///< what went wrong with files; empty if nothing
};

/// Which heuristic: patterns of groups, patterns of size 2 to 4, or (neither) the simple one.
struct HeuristicPlan {
  std::vector<std::vector<Variable>> groups;
  std::size_t largest_pattern = 0;
  PatternCover cover = PatternCover::greedy;
};

struct ExactPlan {
  HeuristicPlan heuristic;
  QueryKind queries = QueryKind::table;
  std::vector<std::vector<Variable>> start;  ///< parents of every variable
  std::uint64_t climbs = 100;                ///< insertion climbs for a first incumbent
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::size_t memory = 0;   ///< bytes
  std::string spill;        ///< a directory for layers; empty: they stay in memory
  bool force_wide = false;  ///< for tests: the form for more than 64 variables
};

/// Bytes of lists, queries and patterns: what every search with this plan needs to begin.
std::size_t exact_table_bytes(const parents::CandidateSets& sets, const ExactPlan& plan);

/// The bound, in nats, at each of some sets of the first 64 variables, and whether the heuristic is
/// consistent.
std::pair<std::vector<double>, bool> exact_bounds(const parents::CandidateSets& sets,
                                                  const ExactPlan& plan,
                                                  const std::vector<std::uint64_t>& placed,
                                                  RunControl& control);

/// All subsets in turn, without heuristic or pruning: 2^n costs of 8 bytes. Simple enough to
/// check the others with (Silander & Myllymäki 2006).
ExactResult dynamic_programming(const parents::CandidateSets& sets, const ExactPlan& plan,
                                RunControl& control);

/// A* in the order graph (Yuan, Malone & Wu 2011), with re-opening where the heuristic is not
/// consistent. Stops when the nodes do not fit plan.memory any more.
ExactResult a_star(const parents::CandidateSets& sets, const ExactPlan& plan, RunControl& control);

/// Breadth-first branch and bound (Malone et al. 2011): layer by layer, nodes sorted, duplicates
/// detected when a layer is complete; nodes that cannot lead to something better than the
/// incumbent are left out. With plan.spill the layers are files, and a run that was killed goes on
/// from the last finished one.
ExactResult breadth_first_branch_and_bound(const parents::CandidateSets& sets,
                                           const ExactPlan& plan, RunControl& control);

}  // namespace dagwright::exact
