// Equivalence classes and the search over them, against all networks of four variables.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "check.hpp"
#include "dagwright/dag/ges.hpp"
#include "dagwright/dag/inspect.hpp"
#include "dagwright/dag/pdag.hpp"
#include "dagwright/scores/local_scores.hpp"
#include "random_table.hpp"

using namespace dagwright;

namespace {

constexpr Variable kVariables = 4;

std::vector<ParentLists> all_dags() {
  std::vector<ParentLists> dags;
  for (std::size_t edges = 0; edges < std::size_t{1} << (kVariables * kVariables); ++edges) {
    ParentLists parents(kVariables);
    bool has_loop = false;
    for (Variable child = 0; child < kVariables; ++child) {
      for (Variable parent = 0; parent < kVariables; ++parent) {
        if ((edges >> (child * kVariables + parent) & 1) == 0) continue;
        has_loop = has_loop || parent == child;
        parents[child].push_back(parent);
      }
    }
    if (!has_loop && is_acyclic(parents)) dags.push_back(std::move(parents));
  }
  return dags;
}

bool has_edge(const ParentLists& dag, Variable from, Variable to) {
  return std::ranges::count(dag[to], from) > 0;
}

/// Equivalent networks have the same edges except for directions, and the same v-structures (Verma
/// & Pearl 1990).
using Pattern = std::set<std::vector<Variable>>;
Pattern pattern_of(const ParentLists& dag) {
  Pattern pattern;
  for (Variable c = 0; c < kVariables; ++c) {
    for (const Variable a : dag[c]) {
      pattern.insert({std::min(a, c), std::max(a, c)});
      for (const Variable b : dag[c]) {
        if (a < b && !has_edge(dag, a, b) && !has_edge(dag, b, a)) pattern.insert({a, b, c});
      }
    }
  }
  return pattern;
}

using Classes = std::map<Pattern, std::vector<ParentLists>>;
const Classes& classes() {
  static const Classes all = [] {
    Classes grouped;
    for (const ParentLists& dag : all_dags()) grouped[pattern_of(dag)].push_back(dag);
    return grouped;
  }();
  return all;
}

void classes_are_what_all_networks_say() {
  CHECK(all_dags().size() == 543 && classes().size() == 185);
  const dag::Rules free = dag::Rules::all_allowed(kVariables);
  for (const auto& [pattern, members] : classes()) {
    const dag::Pdag graph = dag::Pdag::class_of(members.front());
    for (const ParentLists& member : members) CHECK(dag::Pdag::class_of(member) == graph);
    for (Variable a = 0; a < kVariables; ++a) {
      for (const Variable b : graph.neighbours(a)) {
        CHECK(graph.is_undirected(a, b) && graph.is_undirected(b, a));
        CHECK(std::ranges::any_of(members, [&](const auto& dag) { return has_edge(dag, a, b); }));
      }
      for (const Variable b : graph.parents(a)) {
        CHECK(!graph.is_undirected(a, b));
        CHECK(std::ranges::all_of(members, [&](const auto& dag) { return has_edge(dag, b, a); }));
      }
    }
    const auto network = graph.extension(free);
    CHECK(network && pattern_of(*network) == pattern);
  }
}

/// A class has a network within the rules if one of its members is within them.
void extensions_keep_to_the_rules() {
  Rng rng(71);
  for (int round = 0; round < 20; ++round) {
    dag::Rules rules = dag::Rules::all_allowed(kVariables);
    for (Variable child = 0; child < kVariables; ++child) {
      rules.max_parents[child] = 1 + rng.below(3);
      for (Variable parent = 0; parent < kVariables; ++parent) {
        if (rng.below(5) == 0) rules.allowed.reset(child, parent);
      }
    }
    const auto keeps = [&](const ParentLists& dag) {
      for (Variable child = 0; child < kVariables; ++child) {
        if (dag[child].size() > rules.max_parents[child]) return false;
        for (const Variable parent : dag[child]) {
          if (!rules.allowed.test(child, parent)) return false;
        }
      }
      return true;
    };
    for (const auto& [pattern, members] : classes()) {
      const auto network = dag::Pdag::class_of(members.front()).extension(rules);
      if (network) CHECK(keeps(*network) && pattern_of(*network) == pattern);
      if (!network) CHECK(std::ranges::none_of(members, keeps));
    }
  }
}

scores::LocalScores oracle_of(std::uint64_t seed) {
  return {random_table(seed, kVariables, 150, 3), scores::ScoreKind::bic, 1.0, 1 << 20};
}

/// Operators lead to all classes that one edge more or less in a member leads to (Chickering 2002),
/// and gain what the scores say.
void operators_reach_all_adjacent_classes_that_gain() {
  const dag::Rules free = dag::Rules::all_allowed(kVariables);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const scores::LocalScores oracle = oracle_of(seed);
    for (const auto& [pattern, members] : classes()) {
      const double before = scores::total_score(oracle, members.front());
      std::set<Pattern> expected;
      for (const ParentLists& member : members) {
        for (const auto& [other, others] : classes()) {
          const double gain = scores::total_score(oracle, others.front()) - before;
          if (gain < 1e-6) continue;
          for (const ParentLists& dag : others) {
            std::size_t changes = 0, more = 0;
            for (Variable a = 0; a < kVariables; ++a) {
              for (Variable b = 0; b < kVariables; ++b) {
                changes += has_edge(dag, a, b) != has_edge(member, a, b);
                more += has_edge(dag, a, b);
                more -= has_edge(member, a, b);
              }
            }
            if (changes == 1) expected.insert(other);
          }
        }
      }
      std::set<Pattern> found;
      for (const auto& view : dag::list_class_operators(oracle, free, members.front())) {
        const double after = scores::total_score(oracle, view.parents);
        CHECK(std::abs(after - before - view.operation.gain) < 1e-7);
        if (view.operation.gain > 1e-6) found.insert(pattern_of(view.parents));
      }
      CHECK(found == expected);
    }
  }
}

void the_search_ends_where_nothing_gains() {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const scores::LocalScores oracle(random_table(seed, 10, 400, 3), scores::ScoreKind::bic, 1.0,
                                     1 << 20);
    dag::Rules rules = dag::Rules::all_allowed(10);
    if (seed % 3 == 0) {
      for (std::size_t v = 0; v < 10; ++v) rules.max_parents[v] = 2;
    }
    const dag::Inputs inputs{oracle, rules, ParentLists(10)};
    dag::GesOptions options{};
    if (seed % 4 == 0) options.max_degree = 3;
    RunControl one({});
    auto alone = dag::search_classes(inputs, options, {.bytes = 1 << 20}, one);
    RunControl two({});
    const auto shared = dag::search_classes(inputs, options, {.threads = 3, .bytes = 1 << 20}, two);
    CHECK(alone.parents == shared.parents && alone.score == shared.score);
    CHECK(alone.score == scores::total_score(oracle, alone.parents));
    CHECK(alone.trace.back().score == alone.score && one.best_score() == alone.score);
    CHECK(alone.counters == shared.counters && alone.counters["distinct_scores"] > 0);
    for (std::size_t v = 0; v < 10; ++v) CHECK(alone.parents[v].size() <= rules.max_parents[v]);
    for (const auto& view : dag::list_class_operators(oracle, rules, alone.parents)) {
      CHECK(view.inserts && options.max_degree);  // the limit alone keeps insertions out
    }
    StopRules stop;
    stop.target = alone.trace.front().score + 1e-6;
    RunControl aimed(stop);
    const auto early = dag::search_classes(inputs, options, {}, aimed);
    CHECK(early.iterations == std::min<std::uint64_t>(1, alone.iterations));
    CHECK(alone.iterations == 0 || aimed.reason() == StopReason::target);
  }
}

}  // namespace

int main() {
  classes_are_what_all_networks_say();
  extensions_keep_to_the_rules();
  operators_reach_all_adjacent_classes_that_gain();
  the_search_ends_where_nothing_gains();
}
