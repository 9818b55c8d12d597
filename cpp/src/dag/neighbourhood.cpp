#include "dagwright/dag/neighbourhood.hpp"

#include <algorithm>

namespace dagwright::dag {
namespace {

void offer(MoveSink& sink, const Move& move) {
  if (sink.admits(move.gain, move.slack)) sink.offer(move);
}

}  // namespace

void BestMove::offer(const Move& move) {
  if (!admits(move.gain, move.slack)) return;
  if (!best_ || move.gain > best_->gain + move.slack) {
    best_ = move;
    ties_ = 1;
  } else if (rng_.below(++ties_) == 0) {
    best_ = move;
  }
}

void MoveFinder::visit(const DagState& state, Rng& rng, MoveSink& sink) {
  for (std::size_t v = 0; v < state.parents().size(); ++v) {
    const auto to = static_cast<Variable>(v);
    const double score = state.score(to);
    const double slack = gain_tolerance(score);
    visit_insertions(state, state.additions(to), {Operation::add, 0, to}, sink);
    const auto parents = state.parents(to);
    for (std::size_t i = 0; i < parents.size(); ++i) {
      if (!state.may_remove(parents[i], to)) continue;
      offer(sink, {{Operation::remove, parents[i], to}, {}, state.removal(to, i) - score, slack});
      if (neighbourhood_ != Neighbourhood::adr) {
        const Step swap{Operation::swap, 0, to, parents[i]};
        visit_insertions(state, state.swaps(to, i), swap, sink);
      }
      visit_reversal(state, to, i, sink);
    }
    if (neighbourhood_ == Neighbourhood::extended) {
      chains_.for_each(state, to, rng, [&](const Move& chain) { offer(sink, chain); });
    }
  }
}

/// Additions or swaps: whatever `row` ranks becomes a parent.
void MoveFinder::visit_insertions(const DagState& state, const TargetGains& row, Step step,
                                  MoveSink& sink) {
  const double score = state.score(step.to);
  const double slack = gain_tolerance(score);
  for (const Variable from : row.ranked) {
    const double gain = row.addition[from] - score;
    if (!sink.admits(gain, slack)) return;
    if (from == step.replaced && step.operation == Operation::swap) continue;
    step.from = from;
    if (state.may_add(from, step.to)) sink.offer({step, {}, gain, slack});
  }
}

void MoveFinder::visit_reversal(const DagState& state, Variable to, std::size_t i, MoveSink& sink) {
  const Variable from = state.parents(to)[i];
  const double gain = state.removal(to, i) - state.score(to) + state.additions(from).addition[to] -
                      state.score(from);
  const double slack = std::max(gain_tolerance(state.score(to)), gain_tolerance(state.score(from)));
  // One that gains is a chain of the extended neighbourhood: the opposite addition, and the
  // deletion that it asks for (S4, section 3.2).
  if (neighbourhood_ == Neighbourhood::extended && gain > slack) return;
  if (sink.admits(gain, slack) && state.may_reverse(from, to)) {
    sink.offer({{Operation::reverse, from, to}, {}, gain, slack});
  }
}

std::optional<Move> MoveFinder::best(const DagState& state, Rng& rng) {
  BestMove best(rng);
  visit(state, rng, best);
  return best.result();
}

}  // namespace dagwright::dag
