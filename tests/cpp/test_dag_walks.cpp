// Looking ahead, opening v-structures and narrowed candidates.

#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "dagwright/dag/inspect.hpp"
#include "dagwright/dag/lagd.hpp"
#include "dagwright/dag/sgs.hpp"
#include "dagwright/dag/v_structures.hpp"
#include "dagwright/scores/local_scores.hpp"
#include "random_table.hpp"

using namespace dagwright;

namespace {

constexpr std::size_t kVariables = 10;

scores::LocalScores oracle_of(std::uint64_t seed, std::size_t rows = 400) {
  return {random_table(seed, kVariables, rows, 3), scores::ScoreKind::bic, 1.0, 1 << 20};
}

dag::Rules random_rules(Rng& rng) {
  dag::Rules rules = dag::Rules::all_allowed(kVariables);
  for (std::size_t child = 0; child < kVariables; ++child) {
    rules.max_parents[child] = 1 + rng.below(4);
    for (std::size_t parent = 0; parent < kVariables; ++parent) {
      if (rng.below(6) == 0) rules.allowed.reset(child, parent);
    }
  }
  return rules;
}

void check_network(const scores::ScoreOracle& oracle, const dag::Rules& rules,
                   const dag::DagSearchResult& result) {
  CHECK(is_acyclic(result.parents));
  CHECK(std::abs(result.score - scores::total_score(oracle, result.parents)) < 1e-9);
  CHECK(result.trace.back().score == result.score);
  for (std::size_t child = 0; child < kVariables; ++child) {
    CHECK(result.parents[child].size() <= rules.max_parents[child]);
    for (const Variable parent : result.parents[child]) CHECK(rules.allowed.test(child, parent));
  }
}

/// A sequence may be of one move, so none is left that gains.
void looking_ahead_ends_at_local_optima() {
  Rng rng(81);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const scores::LocalScores oracle = oracle_of(seed);
    const dag::Rules rules = random_rules(rng);
    const dag::Inputs inputs{oracle, rules, ParentLists(kVariables)};
    const dag::LagdOptions options{.look_ahead = 1 + seed % 3, .directions = 3, .restarts = 3};
    RunControl one({});
    const auto alone = dag::search_ahead(inputs, options, {.bytes = 1 << 20}, one);
    RunControl two({});
    const auto shared = dag::search_ahead(inputs, options, {.threads = 3, .bytes = 1 << 20}, two);
    CHECK(alone.parents == shared.parents && alone.iterations == shared.iterations);
    check_network(oracle, rules, alone);
    CHECK(dag::list_moves(oracle, rules, alone.parents, dag::Neighbourhood::adr, false, 0).empty());
  }
}

/// Of a triangle whose edges all go to one variable, that of the true v-structure is left.
void covered_v_structures_are_opened() {
  constexpr std::size_t kRows = 3000;
  Rng rng(82);
  auto codes =
      std::make_shared<std::vector<std::vector<std::uint8_t>>>(3, std::vector<std::uint8_t>(kRows));
  for (std::size_t row = 0; row < kRows; ++row) {
    const auto a = static_cast<std::uint8_t>(rng.below(2));
    const auto b = static_cast<std::uint8_t>(rng.below(2));
    (*codes)[0][row] = a;
    (*codes)[1][row] = b;
    (*codes)[2][row] = static_cast<std::uint8_t>(rng.below(10) == 0 ? rng.below(2) : a & b);
  }
  std::vector<data::Column> columns;
  for (const auto& column : *codes) columns.push_back({column.data(), 1, 2});
  const scores::LocalScores oracle(
      std::make_shared<data::Table>(columns, kRows, std::span<const std::int64_t>(), codes),
      scores::ScoreKind::bic, 1.0, 1 << 16);
  const dag::Rules rules = dag::Rules::all_allowed(3);
  RunControl control({});
  dag::DagSearchResult result;
  result.parents = {{1, 2}, {2}, {}};  // c -> a <- b, c -> b
  result.score = scores::total_score(oracle, result.parents);
  result.trace = {{0.0, 0, result.score}};
  dag::open_covered_v_structures(oracle, rules, control, result);
  CHECK(result.counters["repaired_v_structures"] == 1);
  CHECK(result.parents == ParentLists({{}, {}, {0, 1}}));
  CHECK(result.score == scores::total_score(oracle, result.parents));
  CHECK(result.trace.size() == 2 && result.trace.back().score == result.score);
  CHECK(control.best_score() == result.score);
}

void repairs_lose_no_score() {
  Rng rng(83);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const scores::LocalScores oracle = oracle_of(seed, 2000);
    const dag::Rules rules =
        seed % 2 == 0 ? dag::Rules::all_allowed(kVariables) : random_rules(rng);
    const dag::Inputs inputs{oracle, rules, ParentLists(kVariables)};
    const Resources resources{.seed = seed, .threads = 2, .bytes = 1 << 20};
    dag::SgsOptions options{
        .neighbourhood = dag::Neighbourhood::adr,
        .restarts = 2,
        .start = seed % 2 == 0 ? dag::ClimbStart::random : dag::ClimbStart::empty,
        .candidate_filter = static_cast<dag::CandidateFilter>(seed % 3),
        .repair = false};
    RunControl one({});
    const auto plain = dag::search_stochastically(inputs, options, resources, one);
    check_network(oracle, rules, plain);
    options.repair = true;
    RunControl two({});
    auto repaired = dag::search_stochastically(inputs, options, resources, two);
    check_network(oracle, rules, repaired);
    CHECK(repaired.score >= plain.score);
    const bool is_unchanged = repaired.parents == plain.parents;
    CHECK((repaired.counters["repaired_v_structures"] == 0) == is_unchanged);
  }
}

}  // namespace

int main() {
  looking_ahead_ends_at_local_optima();
  covered_v_structures_are_opened();
  repairs_lose_no_score();
}
