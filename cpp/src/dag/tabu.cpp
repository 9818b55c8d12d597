#include "dagwright/dag/tabu.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <memory>

#include "dagwright/core/hash.hpp"
#include "dagwright/dag/walk.hpp"

namespace dagwright::dag {
namespace {

/// A network's name is the exclusive or of the names of its edges, so a move changes it cheaply.
/// With 100 remembered networks two names coincide with probability 10^-15.
std::uint64_t name_of(Variable from, Variable to) {
  return mix((std::uint64_t{from} << 32 | to) + kGoldenRatio);
}

std::uint64_t name_of(const Step& step) {
  switch (step.operation) {
    case Operation::reverse:
      return name_of(step.from, step.to) ^ name_of(step.to, step.from);
    case Operation::swap:
      return name_of(step.replaced, step.to) ^ name_of(step.from, step.to);
    default:
      return name_of(step.from, step.to);
  }
}

std::uint64_t name_of(const Move& move) {
  std::uint64_t name = name_of(move.first);
  for (const Step& step : move.rest) name ^= name_of(step);
  return name;
}

/// Keeps the best of the moves that lead to no remembered network, whatever it gains.
class BestUnknown final : public MoveSink {
 public:
  BestUnknown(std::uint64_t here, const std::deque<std::uint64_t>& known, Rng& rng)
      : here_(here), known_(known), rng_(rng) {}

  bool admits(double gain, double slack) const override {
    return gain > -std::numeric_limits<double>::infinity() &&
           (!best_ || gain >= best_->gain - slack);
  }
  void offer(const Move& move) override {
    if (!admits(move.gain, move.slack)) return;
    if (std::find(known_.begin(), known_.end(), here_ ^ name_of(move)) != known_.end()) return;
    if (!best_ || move.gain > best_->gain + move.slack) {
      best_ = move;
      ties_ = 1;
    } else if (rng_.below(++ties_) == 0) {
      best_ = move;
    }
  }
  const std::optional<Move>& result() const { return best_; }

 private:
  std::uint64_t here_;
  const std::deque<std::uint64_t>& known_;
  Rng& rng_;
  std::optional<Move> best_;
  std::uint64_t ties_ = 0;
};

class TabuWalk final : public Walk {
 public:
  TabuWalk(const TabuOptions& options, std::size_t n_variables)
      : options_(options), finder_(options.neighbourhood, n_variables) {}

  std::optional<Move> next(const DagState& state, Rng& rng) override {
    const double total = state.total();
    // More than rounding: networks of equal score are no progress.
    if (total > best_ + 1e-9 * std::abs(total)) {
      best_ = total;
      idle_ = 0;
    } else if (++idle_ >= options_.patience) {
      return std::nullopt;
    }
    remember(here_);
    BestUnknown sink(here_, known_, rng);
    finder_.visit(state, rng, sink);
    if (sink.result()) here_ ^= name_of(*sink.result());
    return sink.result();
  }

 private:
  void remember(std::uint64_t name) {
    known_.push_back(name);
    if (known_.size() > options_.tabu_length) known_.pop_front();
  }

  const TabuOptions& options_;
  MoveFinder finder_;
  std::uint64_t here_ = 0;  ///< relative to where the walk began
  std::deque<std::uint64_t> known_;
  double best_ = std::numeric_limits<double>::lowest();
  std::size_t idle_ = 0;
};

}  // namespace

DagSearchResult search_with_tabu(const Inputs& inputs, const TabuOptions& options,
                                 const Resources& resources, RunControl& control) {
  const MoveScorer scorer(inputs.oracle, inputs.rules,
                          {.swaps = options.neighbourhood != Neighbourhood::adr,
                           .losses = true,
                           .cache_bytes = resources.bytes,
                           .counter_bytes = resources.bytes / 4,
                           .control = &control});
  SearchPlan plan;
  plan.restarts = options.restarts;
  plan.make_walk = [&] { return std::make_unique<TabuWalk>(options, inputs.start.size()); };
  return search_from(DagState(scorer, inputs.start), plan, resources, control);
}

}  // namespace dagwright::dag
