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
  ExactRun(const parents::CandidateSets& sets, const ExactPlan& plan, RunControl& run_control)
      : control(run_control), graph(sets), incumbent(graph, plan.start, control) {}

  /// Makes the queries and improves the incumbent; false if the run has ended by then.
  bool prepare(const ExactPlan& plan) {
    if (control.should_stop()) return false;
    queries = make_queries(graph, plan.queries);
    if (plan.climbs > 0) improve_incumbent(plan);
    return !control.stopped();
  }

  /// Makes all that a search with a heuristic needs; false if the run has ended by then.
  bool begin(const ExactPlan& plan) { return prepare(plan) && make_heuristic(plan.heuristic); }

  /// Makes the heuristic; false if the run has ended by then.
  bool make_heuristic(const HeuristicPlan& plan) {
    if (!plan.groups.empty()) {
      heuristic = make_static_patterns(graph, *queries, plan.groups, control);
    } else if (plan.largest_pattern > 0) {
      heuristic = make_dynamic_patterns(graph, *queries, plan.largest_pattern, plan.cover, control);
    } else {
      heuristic = make_simple_heuristic<Set>(graph.n_variables());
    }
    if (heuristic == nullptr) return false;
    result.patterns = heuristic->n_patterns();
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
    if (!limit || result.expanded < *limit) return false;
    control.request_stop(StopReason::iterations);
    return true;
  }

  ExactResult finish(bool proved) {
    result.proved = proved;
    result.parents = incumbent.parents();
    result.trace = incumbent.trace();
    result.rounding = graph.rounding();
    if (proved) {
      result.bound = std::max(incumbent.score(), graph.score_bound(incumbent.cost()));
      control.report_bound(*result.bound);
    }
    return std::move(result);
  }

  /// A few milliseconds: a good upper bound lets the exact searches leave out most of what they
  /// would only generate.
  void improve_incumbent(const ExactPlan& plan) {
    const orders::OrderIndex index(graph.candidate_sets());
    orders::IteratedDescentOptions options;
    options.kicks = plan.climbs - 1;
    options.seed = plan.seed;
    orders::iterate_descent(index, incumbent.order(), options, control,
                            [this](const auto& order) { incumbent.offer(order, 0); });
  }

  RunControl& control;
  OrderGraph<Set> graph;
  Incumbent<Set> incumbent;
  std::unique_ptr<ParentQueries<Set>> queries;
  std::unique_ptr<Heuristic<Set>> heuristic;
  ExactResult result;
};

inline void check_size(std::size_t n_variables) {
  if (n_variables > kMostWide) {
    throw std::overflow_error("exact search in the order graph takes at most 128 variables, not " +
                              std::to_string(n_variables) +
                              ": use ILP for a proof or MINOBS without one");
  }
}

inline bool is_narrow(std::size_t n_variables, const ExactPlan& plan) {
  return n_variables <= kMostNarrow && !plan.force_wide;
}

/// Runs Search<NarrowSet> or, for more than 64 variables, Search<WideSet>.
template <template <class> class Search>
ExactResult search_with(const parents::CandidateSets& sets, const ExactPlan& plan,
                        RunControl& control) {
  check_size(sets.n_variables());
  if (is_narrow(sets.n_variables(), plan)) return Search<NarrowSet>(sets, plan, control).search();
  return Search<WideSet>(sets, plan, control).search();
}

}  // namespace dagwright::exact
