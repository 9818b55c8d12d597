#include "dagwright/dag/hill_climbing.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "dagwright/dag/walk.hpp"

namespace dagwright::dag {
namespace {

constexpr std::uint64_t kMostVariables = 3;
constexpr std::uint64_t kRandomKicks = 8;

/// Takes out each edge of v with the same probability, and returns how many that were.
std::uint64_t thin_out(DagState& state, Variable v, double probability, Rng& rng) {
  std::vector<std::pair<Variable, Variable>> edges;
  for (const Variable parent : state.parents(v)) edges.emplace_back(parent, v);
  for (const Variable child : state.children(v)) edges.emplace_back(v, child);
  std::uint64_t removed = 0;
  for (const auto& [from, to] : edges) {
    if (rng.fraction() >= probability || !state.can_drop(from, to)) continue;
    state.apply({{Operation::remove, from, to}, {}});
    ++removed;
  }
  return removed;
}

/// Removes edges around one to three variables, so that the next climb rebuilds them: that
/// can move a variable past others, which single edges cannot. One kick in eight, or one that
/// found no edge, makes two random moves too, so that nothing is out of reach.
std::uint64_t perturb(DagState& state, double share, Rng& rng) {
  const std::size_t n = state.parents().size();
  std::uint64_t made = 0;
  for (std::uint64_t left = 1 + rng.below(kMostVariables); left > 0; --left) {
    made += thin_out(state, static_cast<Variable>(rng.below(n)), share, rng);
  }
  if (made > 0 && rng.below(kRandomKicks) != 0) return made;
  for (int i = 0; i < 2; ++i) {
    const std::optional<Move> move = state.random_move(rng);
    if (!move) return made;
    state.apply(*move);
    ++made;
  }
  return made;
}

/// Takes up to half of all edges out: how many differs from time to time.
std::uint64_t shake(DagState& state, Rng& rng) {
  // An edge is met from both of its ends.
  const double probability = rng.fraction() / 4;
  std::uint64_t made = 0;
  for (std::size_t v = 0; v < state.parents().size(); ++v) {
    made += thin_out(state, static_cast<Variable>(v), probability, rng);
  }
  return made;
}

}  // namespace

DagSearchResult climb_hills(const Inputs& inputs, const HillClimbingOptions& options,
                            const Resources& resources, RunControl& control) {
  // One climb meets no family twice.
  const std::size_t cache_bytes = options.restarts == 1 ? 0 : resources.bytes;
  const MoveScorer scorer(inputs.oracle, inputs.rules,
                          {.swaps = options.neighbourhood != Neighbourhood::adr,
                           .cache_bytes = cache_bytes,
                           .control = &control});
  SearchPlan plan;
  plan.restarts = options.restarts;
  plan.iterated = true;
  plan.make_walk = [&] {
    return std::make_unique<Ascent>(options.neighbourhood, inputs.start.size());
  };
  plan.scatter = [&](DagState& state, std::uint64_t number, Rng& rng) {
    return number == 0 ? 0 : perturb(state, options.perturbation, rng);
  };
  plan.shake = shake;
  return search_from(DagState(scorer, inputs.start), plan, resources, control);
}

}  // namespace dagwright::dag
