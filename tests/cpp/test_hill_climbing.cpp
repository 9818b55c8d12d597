#include <cmath>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/dag/dag_state.hpp"
#include "dagwright/dag/hill_climbing.hpp"
#include "dagwright/dag/neighbourhood.hpp"
#include "dagwright/dag/sgs.hpp"
#include "dagwright/dag/tabu.hpp"
#include "dagwright/scores/local_scores.hpp"
#include "random_table.hpp"

using namespace dagwright;

namespace {

constexpr std::size_t kVariables = 12;

dag::Rules free_rules() {
  dag::Rules rules(kVariables);
  for (std::size_t child = 0; child < kVariables; ++child) {
    for (std::size_t parent = 0; parent < kVariables; ++parent) {
      if (child != parent) rules.allowed.set(child, parent);
    }
  }
  return rules;
}

struct Climbs {
  std::uint64_t number = 1;
  dag::Neighbourhood neighbourhood = dag::Neighbourhood::adr;
};

dag::DagSearchResult run(const scores::ScoreOracle& oracle, const Climbs& climbs,
                         const Resources& resources, StopRules stop = {}) {
  RunControl control(stop);
  const dag::Rules rules = free_rules();
  const dag::HillClimbingOptions options{climbs.neighbourhood, climbs.number, 0.7};
  return dag::climb_hills({oracle, rules, ParentLists(kVariables)}, options, resources, control);
}

/// The gain that a move promises is the difference that it makes, in every neighbourhood, along
/// walks during which gains and chains are kept.
void gains_are_true() {
  const scores::LocalScores oracle(random_table(21, kVariables, 300, 4), scores::ScoreKind::bic,
                                   1.0, 1 << 20);
  for (const auto neighbourhood :
       {dag::Neighbourhood::adr, dag::Neighbourhood::adrs, dag::Neighbourhood::extended}) {
    const dag::MoveScorer scorer(oracle, free_rules(),
                                 {.swaps = neighbourhood != dag::Neighbourhood::adr,
                                  .cache_bytes = 1 << 16});  // small: it forgets and starts afresh
    dag::DagState state(scorer, ParentLists(kVariables));
    dag::MoveFinder finder(neighbourhood, kVariables);
    Rng rng(1);
    int moves = 0;
    for (int step = 0; step < 200; ++step) {
      if (step % 3 == 0) {
        if (const auto move = state.random_move(rng)) state.apply(*move);
      }
      state.refresh();
      const auto move = finder.best(state, rng);
      if (!move) continue;
      const double before = state.total();
      state.apply(*move);
      CHECK(std::abs(state.total() - before - move->gain) < 1e-7);
      CHECK(state.total() > before);
      CHECK(is_acyclic(state.parents()));
      CHECK(state.ancestors() == dag::Ancestors(state.parents()));
      CHECK(dag::DagState(scorer, state.parents()).total() == state.total());
      ++moves;
    }
    CHECK(moves > 20);
  }
}

void other_walks_do_not_depend_on_threads() {
  const scores::LocalScores oracle(random_table(24, kVariables, 800, 3), scores::ScoreKind::bic,
                                   1.0, 1 << 22);
  const dag::Rules rules = free_rules();
  const dag::Inputs inputs{oracle, rules, ParentLists(kVariables)};
  const dag::SgsOptions sgs{dag::Neighbourhood::extended, 10, dag::ClimbStart::random,
                            dag::CandidateFilter::none, false};
  const dag::TabuOptions tabu{dag::Neighbourhood::extended, 6, 100, 15};
  for (const unsigned threads : {2U, 3U}) {
    RunControl one({});
    RunControl two({});
    const Resources many{.threads = threads, .bytes = 1 << 20};
    const auto a = dag::search_stochastically(inputs, sgs, {.bytes = 1 << 20}, one);
    const auto b = dag::search_stochastically(inputs, sgs, many, two);
    CHECK(a.parents == b.parents && a.iterations == b.iterations && a.counters == b.counters);
    const auto c = dag::search_with_tabu(inputs, tabu, {}, one);
    const auto d = dag::search_with_tabu(inputs, tabu, {.threads = threads}, two);
    CHECK(c.parents == d.parents && c.iterations == d.iterations);
  }
}

void threads_and_memo_do_not_matter() {
  const scores::LocalScores large(random_table(22, kVariables, 3000, 3), scores::ScoreKind::bic,
                                  1.0, 1 << 24);
  const scores::LocalScores small(random_table(22, kVariables, 3000, 3), scores::ScoreKind::bic,
                                  1.0, 1 << 10);
  const dag::DagSearchResult one = run(large, {.number = 40}, {.seed = 5});
  const dag::DagSearchResult two =
      run(small, {.number = 40}, {.seed = 5, .threads = 3, .bytes = 1 << 20});
  CHECK(one.parents == two.parents);
  CHECK(one.score == two.score);
  CHECK(one.iterations == two.iterations);
  CHECK(one.trace.size() == two.trace.size());
}

/// Long enough for the best network to be shaken, in every neighbourhood.
void shaken_searches_do_not_depend_on_threads() {
  const scores::LocalScores oracle(random_table(25, kVariables, 200, 2), scores::ScoreKind::bic,
                                   1.0, 1 << 20);
  for (const auto neighbourhood :
       {dag::Neighbourhood::adr, dag::Neighbourhood::adrs, dag::Neighbourhood::extended}) {
    const Climbs climbs{3000, neighbourhood};
    dag::DagSearchResult one = run(oracle, climbs, {.seed = 2, .bytes = 1 << 20});
    const dag::DagSearchResult two =
        run(oracle, climbs, {.seed = 2, .threads = 3, .bytes = 1 << 20});
    CHECK(one.parents == two.parents && one.counters == two.counters);
    CHECK(one.counters["local_optima"] == 3000 && is_acyclic(one.parents));
  }
}

void an_iteration_limit_is_exact() {
  const scores::LocalScores oracle(random_table(23, kVariables, 500, 3), scores::ScoreKind::bic,
                                   1.0, 1 << 20);
  StopRules stop;
  for (const std::uint64_t limit : {0U, 1U, 7U, 30U, 61U}) {
    stop.iterations = limit;
    const dag::DagSearchResult one =
        run(oracle, {.number = 1000}, {.seed = 9, .bytes = 1 << 20}, stop);
    const dag::DagSearchResult two =
        run(oracle, {.number = 1000}, {.seed = 9, .threads = 2, .bytes = 1 << 14}, stop);
    CHECK(one.iterations == limit);
    CHECK(one.parents == two.parents && two.iterations == limit);
  }
}

}  // namespace

int main() {
  gains_are_true();
  other_walks_do_not_depend_on_threads();
  shaken_searches_do_not_depend_on_threads();
  threads_and_memo_do_not_matter();
  an_iteration_limit_is_exact();
}
