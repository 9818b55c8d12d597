#include "dagwright/dag/sgs.hpp"

#include <memory>
#include <utility>

#include "dagwright/dag/random_dag.hpp"
#include "dagwright/dag/v_structures.hpp"
#include "dagwright/dag/walk.hpp"

namespace dagwright::dag {

DagSearchResult search_stochastically(const scores::ScoreOracle& oracle, const Rules& rules,
                                      const ParentLists& start, const SgsOptions& options,
                                      RunControl& control) {
  MoveScorer scorer(oracle, rules,
                    {.swaps = options.neighbourhood != Neighbourhood::adr,
                     .cache_bytes = options.cache_bytes,
                     .counter_bytes = options.cache_bytes / 4,
                     .control = &control});
  if (options.filter == CandidateFilter::before) {
    scorer.filter_candidates(oracle.is_parallel() ? options.threads : 1, control);
  }
  const bool narrows = options.filter == CandidateFilter::during;
  SearchPlan plan;
  plan.walks = options.climbs;
  plan.seed = options.seed;
  plan.threads = options.threads;
  plan.make_walk = [&] { return std::make_unique<Ascent>(options.neighbourhood, start.size()); };
  if (options.random_start) {
    // A stream that no climb has: the random starts are the same for every neighbourhood.
    plan.scatter = [&](DagState& state, std::uint64_t number, Rng&) -> std::uint64_t {
      Rng stream(options.seed, {number, 1});
      state = DagState(scorer, random_dag(oracle, rules, start, stream), narrows);
      return 0;
    };
  }
  DagSearchResult result = search_from(DagState(scorer, start, narrows), plan, control);
  if (options.repair) open_covered_v_structures(oracle, rules, control, result);
  return result;
}

}  // namespace dagwright::dag
