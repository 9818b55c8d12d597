#include "dagwright/dag/chain_cache.hpp"

#include <algorithm>
#include <utility>

#include "dagwright/core/assert.hpp"

namespace dagwright::dag {

void ChainCache::update(const DagState& state, Variable target, Rng& rng) {
  Target& known = targets_[target];
  if (known.family_stamp != state.family_stamp(target)) known.chains.clear();
  known.stamp = state.stamp(target);
  known.family_stamp = state.family_stamp(target);
  known.gaining.clear();
  std::size_t position = 0;
  const Step addition{Operation::add, 0, target};
  update_row(state, state.additions(target), addition, rng, known, position);
  const auto parents = state.parents(target);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (!state.may_remove(parents[i], target)) continue;
    const Step swap{Operation::swap, 0, target, parents[i]};
    update_row(state, state.swaps(target, i), swap, rng, known, position);
  }
}

/// From every step of the row that gains but closes a cycle.
void ChainCache::update_row(const DagState& state, const TargetGains& row, Step step, Rng& rng,
                            Target& known, std::size_t& position) {
  const double score = state.score(step.to);
  const double slack = gain_tolerance(score);
  for (const Variable from : row.ranked) {
    const double gain = row.addition[from] - score;
    if (!(gain > slack)) return;
    const std::size_t here = position++;
    if (here == known.chains.size()) known.chains.emplace_back();
    if (state.may_add(from, step.to)) continue;
    Chain& chain = known.chains[here];
    if (!chain.is_built || !is_valid(state, step.to, chain)) {
      step.from = from;
      auto built = builder_.close(state, {step, {}, gain, slack}, rng);
      chain.is_built = true;
      chain.gains = built.has_value();
      if (built) chain.move = std::move(*built);
      chain.through = builder_.through();
      chain.tails = builder_.tails();
    }
    chain.changes = state.changes().size();
    if (chain.gains) known.gaining.push_back(here);
  }
}

/// Whether the chain can be made: a state that is given one aborts if it cannot.
bool ChainCache::closes_no_cycle(const DagState& state, const Move& chain) {
  DagState after = state;
  after.apply(chain);
  return is_acyclic(after.parents());
}

/// An edge that is gone shortens no path. A new one matters if it may be on a path from the target
/// to where one of the chain's edges begins.
bool ChainCache::is_valid(const DagState& state, Variable target, const Chain& chain) {
  const auto reaches = [&](Variable from, Variable to) {
    return from == to || state.ancestors().is_ancestor(from, to);
  };
  const auto changes = state.changes();
  DAGWRIGHT_ASSERT(chain.changes <= changes.size());
  return std::none_of(
      changes.begin() + static_cast<std::ptrdiff_t>(chain.changes), changes.end(),
      [&](const EdgeChange& change) {
        const auto& on_cycles = chain.through;
        if (std::find(on_cycles.begin(), on_cycles.end(), change.to) != on_cycles.end())
          return true;
        return change.added && reaches(target, change.from) &&
               std::any_of(chain.tails.begin(), chain.tails.end(),
                           [&](Variable tail) { return reaches(change.to, tail); });
      });
}

}  // namespace dagwright::dag
