#include "dagwright/dag/hill_climbing.hpp"

#include <cmath>
#include <memory>

#include "dagwright/dag/walk.hpp"

namespace dagwright {
namespace {

/// Two random moves, and up to `perturbation` a variable more.
std::uint64_t perturb(DagState& state, double perturbation, Rng& rng) {
  const auto n = static_cast<double>(state.parents().size());
  const std::uint64_t wanted =
      2 + rng.below(static_cast<std::uint64_t>(std::ceil(perturbation * n)) + 1);
  for (std::uint64_t made = 0; made < wanted; ++made) {
    const std::optional<Move> move = state.random_move(rng);
    if (!move) return made;
    state.apply(*move);
  }
  return wanted;
}

}  // namespace

DagSearchResult climb_hills(const ScoreOracle& oracle, const Rules& rules, const ParentLists& start,
                            const HillClimbingOptions& options, RunControl& control) {
  // One climb meets no family twice.
  const std::size_t cache_bytes = options.climbs == 1 ? 0 : options.cache_bytes;
  const MoveScorer scorer(oracle, rules, {.cache_bytes = cache_bytes});
  SearchPlan plan;
  plan.walks = options.climbs;
  plan.seed = options.seed;
  plan.threads = options.threads;
  plan.iterated = true;
  plan.make_walk = [&] { return std::make_unique<Ascent>(Neighbourhood::adr, start.size()); };
  plan.scatter = [&](DagState& state, std::uint64_t number, Rng& rng) {
    return number == 0 ? 0 : perturb(state, options.perturbation, rng);
  };
  return search_from(DagState(scorer, start), plan, control);
}

}  // namespace dagwright
