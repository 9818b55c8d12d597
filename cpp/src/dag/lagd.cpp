#include "dagwright/dag/lagd.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "dagwright/dag/walk.hpp"

namespace dagwright::dag {
namespace {

/// Keeps the best few moves, best first; where they tie, in random order.
class BestMoves final : public MoveSink {
 public:
  BestMoves(std::size_t most, Rng& rng) : most_(most), rng_(rng) {}

  bool admits(double gain, double slack) const override {
    return gain > -std::numeric_limits<double>::infinity() &&
           (moves_.size() < most_ || gain >= moves_.back().gain - slack);
  }
  void offer(const Move& move) override {
    if (!admits(move.gain, move.slack)) return;
    const auto first = std::find_if(moves_.begin(), moves_.end(), [&](const Move& other) {
      return other.gain <= move.gain + move.slack;
    });
    const auto last = std::find_if(first, moves_.end(), [&](const Move& other) {
      return other.gain < move.gain - move.slack;
    });
    const auto ties = static_cast<std::uint64_t>(last - first);
    moves_.insert(first + static_cast<std::ptrdiff_t>(rng_.below(ties + 1)), move);
    if (moves_.size() > most_) moves_.pop_back();
  }
  const std::vector<Move>& result() const { return moves_; }

 private:
  std::size_t most_;
  Rng& rng_;
  std::vector<Move> moves_;
};

class LookAhead final : public Walk {
 public:
  LookAhead(const LagdOptions& options, std::size_t n_variables)
      : options_(options), finder_(Neighbourhood::adr, n_variables) {}

  std::optional<Move> next(const DagState& state, Rng& rng) override {
    BestMove best(rng);
    follow(state, {}, options_.look_ahead, rng, best);
    return best.result();
  }

 private:
  /// Offers every sequence that continues `so_far`, whose outcome is `state`.
  void follow(const DagState& state, const std::optional<Move>& so_far, std::size_t steps_left,
              Rng& rng, BestMove& best) {
    BestMoves directions(steps_left > 1 ? options_.directions : 1, rng);
    finder_.visit(state, rng, directions);
    for (const Move& move : directions.result()) {
      Move sequence = so_far.value_or(move);
      if (so_far) {
        sequence.rest.push_back(move.first);
        sequence.gain += move.gain;
        sequence.slack = std::max(sequence.slack, move.slack);
      }
      best.offer(sequence);
      if (steps_left == 1) continue;
      DagState beyond = state;
      beyond.apply(move);
      if (!beyond.refresh()) return;
      follow(beyond, sequence, steps_left - 1, rng, best);
    }
  }

  const LagdOptions& options_;
  MoveFinder finder_;
};

}  // namespace

DagSearchResult search_ahead(const Inputs& inputs, const LagdOptions& options,
                             const Resources& resources, RunControl& control) {
  const MoveScorer scorer(inputs.oracle, inputs.rules,
                          {.losses = true,
                           .cache_bytes = resources.bytes,
                           .counter_bytes = resources.bytes / 4,
                           .control = &control});
  SearchPlan plan;
  plan.restarts = options.restarts;
  plan.counts_steps = true;
  plan.make_walk = [&] { return std::make_unique<LookAhead>(options, inputs.start.size()); };
  return search_from(DagState(scorer, inputs.start), plan, resources, control);
}

}  // namespace dagwright::dag
