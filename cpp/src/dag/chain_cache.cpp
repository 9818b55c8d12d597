#include "dagwright/dag/chain_cache.hpp"

#include <utility>

namespace dagwright {

std::span<const Move> ChainCache::chains(const DagState& state, Variable target, Rng& rng) {
  Entry& entry = entries_[target];
  if (entry.stamp == state.stamp(target)) return entry.chains;
  entry.stamp = state.stamp(target);
  entry.chains.clear();
  build(state, state.additions(target), {Operation::add, 0, target}, rng, entry.chains);
  const auto parents = state.parents(target);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (!state.may_remove(parents[i], target)) continue;
    const Step swap{Operation::swap, 0, target, parents[i]};
    build(state, state.swaps(target, i), swap, rng, entry.chains);
  }
  return entry.chains;
}

/// From every step of the row that gains but closes a cycle.
void ChainCache::build(const DagState& state, const TargetGains& row, Step step, Rng& rng,
                       std::vector<Move>& chains) {
  const double score = state.score(step.to);
  const double slack = gain_tolerance(score);
  for (const Variable from : row.ranked) {
    const double gain = row.addition[from] - score;
    if (!(gain > slack)) return;
    if (state.may_add(from, step.to)) continue;
    step.from = from;
    auto chain = builder_.close(state, {step, {}, gain, slack}, rng);
    if (chain) chains.push_back(std::move(*chain));
  }
}

}  // namespace dagwright
