#include "dagwright/dag/neighbourhood.hpp"

#include <algorithm>

#include "dagwright/dag/chain.hpp"

namespace dagwright {
namespace {

class Visit {
 public:
  Visit(const DagState& state, Neighbourhood neighbourhood, Rng& rng, MoveSink& sink)
      : state_(state), neighbourhood_(neighbourhood), sink_(sink), chains_(state, rng) {}

  void run() {
    for (std::size_t v = 0; v < state_.parents().size(); ++v) {
      const auto to = static_cast<Variable>(v);
      const double slack = gain_tolerance(state_.score(to));
      visit_insertions(to, state_.additions(to), {Operation::add, 0, to}, slack);
      const auto parents = state_.parents(to);
      for (std::size_t i = 0; i < parents.size(); ++i) {
        if (!state_.may_remove(parents[i], to)) continue;
        offer({{Operation::remove, parents[i], to}, {}, state_.removal(to, i) - state_.score(to),
               slack});
        // In the extended neighbourhood the opposite addition does it (S4, section 3.2).
        if (neighbourhood_ != Neighbourhood::extended) visit_reversal(to, i, slack);
        if (neighbourhood_ != Neighbourhood::adr) {
          visit_insertions(to, state_.swaps(to, i), {Operation::swap, 0, to, parents[i]}, slack);
        }
      }
    }
  }

 private:
  void offer(const Move& move) {
    if (sink_.admits(move.gain, move.slack)) sink_.offer(move);
  }

  /// Additions or swaps: whatever `row` ranks becomes a parent of `to`.
  void visit_insertions(Variable to, const TargetGains& row, Step step, double slack) {
    const double score = state_.score(to);
    bool offers_plain = true;
    for (const Variable from : row.ranked) {
      const double gain = row.addition[from] - score;
      offers_plain = offers_plain && sink_.admits(gain, slack);
      // A chain may gain more than its first step, so a step that gains is always followed up.
      const bool follows_up = neighbourhood_ == Neighbourhood::extended && gain > slack;
      if (!offers_plain && !follows_up) return;
      if (from == step.replaced && step.operation == Operation::swap) continue;
      step.from = from;
      if (state_.may_add(from, to)) {
        if (offers_plain) offer({step, {}, gain, slack});
      } else if (follows_up) {
        if (chains_.close({step, {}, gain, slack})) offer(chains_.result());
      }
    }
  }

  void visit_reversal(Variable to, std::size_t i, double slack) {
    const Variable from = state_.parents(to)[i];
    const double gain = state_.removal(to, i) - state_.score(to) +
                        state_.additions(from).addition[to] - state_.score(from);
    const double both = std::max(slack, gain_tolerance(state_.score(from)));
    if (sink_.admits(gain, both) && state_.may_reverse(from, to)) {
      sink_.offer({{Operation::reverse, from, to}, {}, gain, both});
    }
  }

  const DagState& state_;
  Neighbourhood neighbourhood_;
  MoveSink& sink_;
  ChainBuilder chains_;
};

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

void visit_moves(const DagState& state, Neighbourhood neighbourhood, Rng& rng, MoveSink& sink) {
  Visit(state, neighbourhood, rng, sink).run();
}

std::optional<Move> best_move(const DagState& state, Neighbourhood neighbourhood, Rng& rng) {
  BestMove best(rng);
  visit_moves(state, neighbourhood, rng, best);
  return best.result();
}

}  // namespace dagwright
