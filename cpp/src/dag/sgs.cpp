#include "dagwright/dag/sgs.hpp"

#include <memory>
#include <utility>

#include "dagwright/dag/random_dag.hpp"
#include "dagwright/dag/v_structures.hpp"
#include "dagwright/dag/walk.hpp"

namespace dagwright::dag {

DagSearchResult search_stochastically(const Inputs& inputs, const SgsOptions& options,
                                      const Resources& resources, RunControl& control) {
  MoveScorer scorer(inputs.oracle, inputs.rules,
                    {.swaps = options.neighbourhood != Neighbourhood::adr,
                     .cache_bytes = resources.bytes,
                     .counter_bytes = resources.bytes / 4,
                     .control = &control});
  if (options.candidate_filter == CandidateFilter::before) {
    scorer.filter_candidates(inputs.oracle.is_parallel() ? resources.threads : 1, control);
  }
  const bool narrows = options.candidate_filter == CandidateFilter::during;
  SearchPlan plan;
  plan.restarts = options.restarts;
  plan.make_walk = [&] {
    return std::make_unique<Ascent>(options.neighbourhood, inputs.start.size());
  };
  if (options.start == ClimbStart::random) {
    // A stream that no climb has: the random starts are the same for every neighbourhood.
    plan.scatter = [&](DagState& state, std::uint64_t number, Rng&) -> std::uint64_t {
      Rng stream(resources.seed, {number, 1});
      state =
          DagState(scorer, random_dag(inputs.oracle, inputs.rules, inputs.start, stream), narrows);
      return 0;
    };
  }
  DagSearchResult result =
      search_from(DagState(scorer, inputs.start, narrows), plan, resources, control);
  if (options.repair) open_covered_v_structures(inputs.oracle, inputs.rules, control, result);
  return result;
}

}  // namespace dagwright::dag
