#pragma once

#include <cstdint>
#include <optional>

#include "dagwright/core/rng.hpp"
#include "dagwright/dag/chain_cache.hpp"
#include "dagwright/dag/dag_state.hpp"
#include "dagwright/dag/move.hpp"

namespace dagwright::dag {

/// Which DAGs are one move away (S4: N^ADR, N^ADRS, N^{A*DS*}).
enum class Neighbourhood {
  adr,      ///< additions, removals, reversals
  adrs,     ///< and swaps of one parent for another
  extended  ///< and additions and swaps that break the cycles they close
};

/// Takes the moves of a neighbourhood.
class MoveSink {
 public:
  virtual ~MoveSink() = default;
  /// Whether a move of this gain could be of interest; never true for a smaller gain if it is
  /// false for a larger one of the same slack.
  virtual bool admits(double gain, double slack) const = 0;
  virtual void offer(const Move& move) = 0;
};

/// Keeps the best of the moves that gain; among equals each has the same chance.
class BestMove : public MoveSink {
 public:
  explicit BestMove(Rng& rng) : rng_(rng) {}
  bool admits(double gain, double slack) const override {
    return gain > slack && (!best_ || gain >= best_->gain - slack);
  }
  void offer(const Move& move) override;
  const std::optional<Move>& result() const { return best_; }

 private:
  Rng& rng_;
  std::optional<Move> best_;
  std::uint64_t ties_ = 0;
};

/// The moves of one state, as it goes from move to move.
class MoveFinder {
 public:
  MoveFinder(Neighbourhood neighbourhood, std::size_t n_variables)
      : neighbourhood_(neighbourhood),
        chains_(neighbourhood == Neighbourhood::extended ? n_variables : 0) {}

  /// Shows the sink every feasible move that it could admit. The state's gains must be fresh.
  void visit(const DagState& state, Rng& rng, MoveSink& sink);

  /// The best move that gains, drawn at random among those that tie; none at a local optimum.
  std::optional<Move> best(const DagState& state, Rng& rng);

 private:
  void visit_insertions(const DagState& state, const TargetGains& row, Step step, MoveSink& sink);
  void visit_reversal(const DagState& state, Variable to, std::size_t i, MoveSink& sink);

  Neighbourhood neighbourhood_;
  ChainCache chains_;
};

}  // namespace dagwright::dag
