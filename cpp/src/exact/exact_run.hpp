#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "dagwright/exact/exact_search.hpp"
#include "dagwright/orders/iterated_descent.hpp"

namespace dagwright::exact {

/// What every exact search starts with: graph, queries, incumbent; and how it reports.
template <class Set>
class ExactRun {
 public:
  ExactRun(const Inputs& inputs, RunControl& run_control)
      : control(run_control), graph(inputs.sets), incumbent(graph, inputs.start, control) {}

  /// Makes the queries and improves the incumbent; false if the run has ended by then.
  bool prepare(const ExactOptions& options, std::uint64_t seed) {
    if (control.should_stop()) return false;
    queries = make_queries(graph, options.queries);
    if (options.climbs > 0) improve_incumbent(options.climbs, seed);
    return !control.stopped();
  }

  /// Makes all that a search with a heuristic needs; false if the run has ended by then.
  bool begin(const ExactOptions& options, std::uint64_t seed) {
    return prepare(options, seed) && make_heuristic(options.heuristic);
  }

  /// Makes the heuristic; false if the run has ended by then.
  bool make_heuristic(const HeuristicOptions& options) {
    if (!options.groups.empty()) {
      heuristic = make_static_patterns(graph, *queries, options.groups, control);
    } else if (options.largest_pattern > 0) {
      heuristic =
          make_dynamic_patterns(graph, *queries, options.largest_pattern, options.cover, control);
    } else {
      heuristic = make_simple_heuristic<Set>(graph.n_variables());
    }
    if (heuristic == nullptr) return false;
    counters.patterns = heuristic->n_patterns();
    return true;
  }

  std::size_t table_bytes() const { return queries->bytes() + heuristic->bytes(); }

  /// No network costs less than `floor`.
  void report_floor(Cost floor) {
    result.bound = graph.score_bound(std::min(floor, incumbent.cost()));
    control.report_bound(*result.bound);
  }

  bool out_of_iterations() {
    const auto limit = control.rules().iterations;
    if (!limit || counters.expanded < *limit) return false;
    control.request_stop(StopReason::iterations);
    return true;
  }

  ExactResult finish(bool proved) {
    result.proved = proved;
    result.parents = incumbent.parents();
    result.score = incumbent.score();
    result.trace = incumbent.trace();
    result.iterations = counters.expanded;
    result.counters = Counters::of(counters);
    if (proved) {
      result.bound = std::max(incumbent.score(), graph.score_bound(incumbent.cost()));
      control.report_bound(*result.bound);
    }
    return std::move(result);
  }

  /// A few milliseconds: a good upper bound lets the exact searches leave out most of what they
  /// would only generate.
  void improve_incumbent(std::uint64_t climbs, std::uint64_t seed) {
    const orders::OrderIndex index(graph.candidate_sets());
    orders::IteratedDescentOptions options;
    options.kicks = climbs - 1;
    options.seed = seed;
    orders::iterate_descent(index, incumbent.order(), options, control,
                            [this](const auto& order) { incumbent.offer(order, 0); });
  }

  RunControl& control;
  OrderGraph<Set> graph;
  Incumbent<Set> incumbent;
  std::unique_ptr<ParentQueries<Set>> queries;
  std::unique_ptr<Heuristic<Set>> heuristic;
  ExactCounters counters;
  ExactResult result;
};

inline void check_size(std::size_t n_variables) {
  if (n_variables > kMostWide) {
    throw std::overflow_error("exact search in the order graph takes at most 128 variables, not " +
                              std::to_string(n_variables) +
                              ": use ILP for a proof or MINOBS without one");
  }
}

inline bool is_narrow(std::size_t n_variables, const ExactOptions& options) {
  return n_variables <= kMostNarrow && !options.force_wide;
}

/// Runs Search<NarrowSet> or, for more than 64 variables, Search<WideSet>.
template <template <class> class Search>
ExactResult search_with(const Inputs& inputs, const ExactOptions& options,
                        const Resources& resources, RunControl& control) {
  const std::size_t n = inputs.sets.n_variables();
  check_size(n);
  if (is_narrow(n, options)) return Search<NarrowSet>(inputs, options, resources, control).search();
  return Search<WideSet>(inputs, options, resources, control).search();
}

}  // namespace dagwright::exact
