#include <cmath>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/dag/climb.hpp"
#include "dagwright/dag/hill_climbing.hpp"
#include "dagwright/scores/local_scores.hpp"
#include "random_table.hpp"

using namespace dagwright;

namespace {

constexpr std::size_t kVariables = 12;

Rules free_rules() {
  Rules rules(kVariables);
  for (std::size_t child = 0; child < kVariables; ++child) {
    for (std::size_t parent = 0; parent < kVariables; ++parent) {
      if (child != parent) rules.allowed.set(child, parent);
    }
  }
  return rules;
}

HillClimbingResult run(const ScoreOracle& oracle, const HillClimbingOptions& options,
                       StopRules stop = {}) {
  RunControl control(stop);
  return climb_hills(oracle, free_rules(), ParentLists(kVariables), options, control);
}

/// The gain that a move promises is the difference that it makes.
void gains_are_true() {
  const LocalScores oracle(random_table(21, kVariables, 300, 4), ScoreKind::bic, 1.0, 1 << 20);
  const Rules rules = free_rules();
  GainsCache cache(kVariables, 1 << 16);  // small: it forgets and starts afresh
  Climb climb(oracle, rules, cache, ParentLists(kVariables));
  Rng rng(1);
  int moves = 0;
  for (int step = 0; step < 200; ++step) {
    if (step % 3 == 0) {
      if (const auto move = climb.random_move(rng)) climb.apply(*move);
    }
    climb.refresh();
    const auto move = climb.best_move(rng);
    if (!move) continue;
    const double before = climb.total();
    climb.apply(*move);
    CHECK(std::abs(climb.total() - before - move->gain) < 1e-7);
    CHECK(climb.total() > before);
    CHECK(Climb(oracle, rules, cache, climb.parents()).total() == climb.total());
    ++moves;
  }
  CHECK(moves > 20);
}

void threads_and_memo_do_not_matter() {
  const LocalScores large(random_table(22, kVariables, 3000, 3), ScoreKind::bic, 1.0, 1 << 24);
  const LocalScores small(random_table(22, kVariables, 3000, 3), ScoreKind::bic, 1.0, 1 << 10);
  const HillClimbingResult one = run(large, {40, 0.1, 5, 1, 0});
  const HillClimbingResult two = run(small, {40, 0.1, 5, 3, 1 << 20});
  CHECK(one.parents == two.parents);
  CHECK(one.score == two.score);
  CHECK(one.iterations == two.iterations);
  CHECK(one.trace.size() == two.trace.size());
}

void an_iteration_limit_is_exact() {
  const LocalScores oracle(random_table(23, kVariables, 500, 3), ScoreKind::bic, 1.0, 1 << 20);
  StopRules stop;
  for (const std::uint64_t limit : {0U, 1U, 7U, 30U, 61U}) {
    stop.iterations = limit;
    const HillClimbingResult one = run(oracle, {1000, 0.2, 9, 1, 1 << 20}, stop);
    const HillClimbingResult two = run(oracle, {1000, 0.2, 9, 2, 1 << 14}, stop);
    CHECK(one.iterations == limit);
    CHECK(one.parents == two.parents && two.iterations == limit);
  }
}

}  // namespace

int main() {
  gains_are_true();
  threads_and_memo_do_not_matter();
  an_iteration_limit_is_exact();
}
