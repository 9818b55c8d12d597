#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dagwright/core/counters.hpp"
#include "dagwright/core/resources.hpp"
#include "dagwright/core/search_result.hpp"
#include "dagwright/exact/heuristic.hpp"
#include "dagwright/exact/incumbent.hpp"

namespace dagwright::exact {

/// What a search in the order graph did.
struct ExactCounters {
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;  ///< arcs looked at
  std::uint64_t peak_nodes = 0;
  std::uint64_t bytes = 0;  ///< of all tables at the peak
  std::uint64_t patterns = 0;

  static constexpr auto names() {
    return std::to_array<NamedCounter<ExactCounters>>({
        {"expanded", &ExactCounters::expanded},
        {"generated", &ExactCounters::generated},
        {"peak_nodes", &ExactCounters::peak_nodes},
        {"bytes", &ExactCounters::bytes},
        {"patterns", &ExactCounters::patterns},
    });
  }
};

struct ExactResult : SearchResult {
  std::vector<double> forecast;  ///< of A*: nodes expanded in the end, by depth; empty if unknown
};

/// Which heuristic: patterns of groups, patterns of size 2 to 4, or (neither) the simple one.
struct HeuristicOptions {
  std::vector<std::vector<Variable>> groups;
  std::size_t largest_pattern;
  PatternCover cover;
};

struct ExactOptions {
  HeuristicOptions heuristic;
  QueryKind queries;
  std::uint64_t climbs;  ///< insertion climbs for a first incumbent
  std::string spill;     ///< a directory for layers; empty: they stay in memory
  bool force_wide;       ///< for tests: the form for more than 64 variables
};

/// What an exact search works on.
struct Inputs {
  const parents::CandidateSets& sets;
  ParentLists start;  ///< each a candidate set
};

/// Bytes of lists, queries and patterns: what every search with these options needs to begin.
std::size_t exact_table_bytes(const parents::CandidateSets& sets, const ExactOptions& options);

/// The bound, in nats, at each of some sets of the first 64 variables, and whether the heuristic is
/// consistent.
std::pair<std::vector<double>, bool> exact_bounds(const parents::CandidateSets& sets,
                                                  const ExactOptions& options,
                                                  const std::vector<std::uint64_t>& placed,
                                                  RunControl& control);

/// All subsets in turn, without heuristic or pruning: 2^n costs of 8 bytes. Simple enough to
/// check the others with (Silander & Myllymäki 2006).
ExactResult dynamic_programming(const Inputs& inputs, const ExactOptions& options,
                                const Resources& resources, RunControl& control);

/// A* in the order graph (Yuan, Malone & Wu 2011), with re-opening where the heuristic is not
/// consistent. Stops when the nodes do not fit resources.bytes any more.
ExactResult a_star(const Inputs& inputs, const ExactOptions& options, const Resources& resources,
                   RunControl& control);

/// Breadth-first branch and bound (Malone et al. 2011): layer by layer, nodes sorted, duplicates
/// detected when a layer is complete; nodes that cannot lead to something better than the
/// incumbent are left out. With options.spill the layers are files, and a run that was killed goes
/// on from the last finished one.
ExactResult breadth_first_branch_and_bound(const Inputs& inputs, const ExactOptions& options,
                                           const Resources& resources, RunControl& control);

}  // namespace dagwright::exact
