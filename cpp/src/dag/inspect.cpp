#include "dagwright/dag/inspect.hpp"

#include <limits>
#include <utility>

#include "dagwright/dag/pdag.hpp"

namespace dagwright::dag {
namespace {

class AllMoves final : public MoveSink {
 public:
  explicit AllMoves(bool losses) : losses_(losses) {}
  bool admits(double gain, double slack) const override {
    return losses_ ? gain > -std::numeric_limits<double>::infinity() : gain > slack;
  }
  void offer(const Move& move) override { moves_.push_back(move); }
  const std::vector<Move>& moves() const { return moves_; }

 private:
  bool losses_;
  std::vector<Move> moves_;
};

}  // namespace

std::vector<MoveView> list_moves(const scores::ScoreOracle& oracle, const Rules& rules,
                                 const ParentLists& parents, Neighbourhood neighbourhood,
                                 bool losses, std::uint64_t seed) {
  const MoveScorer scorer(oracle, rules,
                          {.swaps = neighbourhood != Neighbourhood::adr, .losses = losses});
  DagState state(scorer, parents);
  state.refresh();
  Rng rng(seed);
  AllMoves sink(losses);
  MoveFinder(neighbourhood, parents.size()).visit(state, rng, sink);
  std::vector<MoveView> views;
  for (const Move& move : sink.moves()) {
    DagState after = state;
    after.apply(move);
    views.push_back({move, after.parents()});
  }
  return views;
}

std::vector<OperatorView> list_class_operators(const scores::ScoreOracle& oracle,
                                               const Rules& rules, const ParentLists& parents) {
  const ClassScorer scorer(oracle, rules, 0);
  const Pdag graph = Pdag::class_of(parents);
  std::vector<OperatorView> views;
  for (Variable v = 0; v < graph.size(); ++v) {
    for (const ClassOperator& operation : scorer.insertions(graph, v, nullptr)) {
      if (!is_blocked(graph, operation)) continue;
      const auto network = insert(graph, operation).extension(rules);
      if (network) views.push_back({true, operation, *network});
    }
    for (const ClassOperator& operation : scorer.deletions(graph, v)) {
      const auto network = remove(graph, operation).extension(rules);
      if (network) views.push_back({false, operation, *network});
    }
  }
  return views;
}

}  // namespace dagwright::dag
