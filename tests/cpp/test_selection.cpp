// Selection of candidate sets against all sets: what is kept, what is promised of the rest.

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "check.hpp"
#include "dagwright/parents/select_all.hpp"
#include "dagwright/scores/local_scores.hpp"
#include "random_table.hpp"

using namespace dagwright;

namespace {

using Sets = std::map<std::vector<Variable>, double>;
using parents::SelectionKind;

constexpr std::size_t kVariables = 7;
constexpr std::size_t kBytes = std::size_t{1} << 26;
constexpr SelectionKind kKinds[] = {SelectionKind::sequential, SelectionKind::greedy,
                                    SelectionKind::independence};

std::shared_ptr<data::Table> table_of(std::uint64_t seed) {
  return random_table(seed, kVariables, 60 + 40 * (seed % 4), seed % 3 == 0 ? 2 : 3);
}

/// Every set that the rules allow, with its score.
Sets allowed_sets(const scores::ScoreOracle& oracle, const parents::ParentRules& rules,
                  Variable child) {
  Sets sets;
  const std::vector<Variable> candidates = rules.candidates(child);
  for (std::size_t bits = 0; bits < std::size_t{1} << candidates.size(); ++bits) {
    std::vector<Variable> set = rules.required(child);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if ((bits >> i & 1) != 0) set.push_back(candidates[i]);
    }
    std::sort(set.begin(), set.end());
    if (set.size() <= std::max(rules.max_parents(), rules.required(child).size())) {
      sets[set] = oracle.score(child, set);
    }
  }
  return sets;
}

/// Those that beat all their strict subsets.
Sets not_dominated(const Sets& all) {
  Sets kept;
  for (const auto& [set, score] : all) {
    const bool dominated = std::any_of(all.begin(), all.end(), [&](const auto& other) {
      return other.first.size() < set.size() && other.second >= score &&
             std::includes(set.begin(), set.end(), other.first.begin(), other.first.end());
    });
    if (!dominated) kept[set] = score;
  }
  return kept;
}

Sets found_in(const parents::CandidateList& list) {
  Sets found;
  for (std::size_t i = 0; i < list.sets.size(); ++i) {
    const auto members = list.sets.members(i);
    CHECK(i == 0 || list.sets.score(i) <= list.sets.score(i - 1));
    found[{members.begin(), members.end()}] = list.sets.score(i);
  }
  CHECK(found.size() == list.sets.size());
  return found;
}

parents::SelectionOptions options_of(SelectionKind kind) {
  return {.kind = kind,
          .pruning = {true, true, true, true, true},
          .seconds_per_variable = {},
          .max_evaluations = {},
          .max_open = std::size_t{1} << 20,
          .subsets_first = false};
}

std::vector<Variable> all_variables() {
  std::vector<Variable> all;
  for (std::size_t v = 0; v < kVariables; ++v) all.push_back(static_cast<Variable>(v));
  return all;
}

parents::ParentRules random_rules(Rng& rng) {
  std::vector<parents::ParentRules::Edge> required, forbidden;
  for (std::size_t child = 0; child < kVariables; ++child) {
    const auto c = static_cast<Variable>(child);
    const auto p = static_cast<Variable>((child + 1 + rng.below(kVariables - 1)) % kVariables);
    if (p < c && rng.below(4) == 0) {
      required.emplace_back(p, c);
    } else if (rng.below(2) == 0) {
      forbidden.emplace_back(p, c);
    }
  }
  return {kVariables, required, forbidden, {}, 2 + rng.below(kVariables)};
}

std::vector<parents::CandidateList> select(const scores::ScoreOracle& oracle,
                                           const parents::ParentRules& rules,
                                           const parents::SelectionOptions& options,
                                           unsigned threads) {
  RunControl control({});
  return parents::select_all({oracle, all_variables(), rules}, options,
                             {.threads = threads, .bytes = kBytes}, control);
}

bool are_close(const Sets& one, const Sets& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const auto& a, const auto& b) {
                      return a.first == b.first && std::abs(a.second - b.second) < 1e-9;
                    });
}

/// With and without pruning, one by one and jointly, on one thread and on several.
void complete_lists_have_what_is_not_dominated() {
  Rng rng(41);
  for (std::uint64_t round = 0; round < 12; ++round) {
    const auto score = round % 2 == 0 ? scores::ScoreKind::bic : scores::ScoreKind::bdeu;
    const scores::LocalScores oracle(table_of(round), score, 1.0, 1 << 20);
    const parents::ParentRules rules = random_rules(rng);
    for (const SelectionKind kind : kKinds) {
      parents::SelectionOptions options = options_of(kind);
      options.subsets_first = round % 3 == 0;
      if (round % 4 == 3) options.pruning = {false, false, false, false, false};
      const auto lists = select(oracle, rules, options, static_cast<unsigned>(1 + round % 3));
      for (std::size_t v = 0; v < kVariables; ++v) {
        const auto child = static_cast<Variable>(v);
        const parents::CandidateList& list = lists[v];
        const Sets all = allowed_sets(oracle, rules, child);
        CHECK(list.end == parents::EnumerationEnd::complete ||
              list.end == parents::EnumerationEnd::size);
        CHECK(are_close(found_in(list), not_dominated(all)));
      }
    }
  }
}

/// Sets that were not seen score at most what is said of them, and small ones were all seen.
void cut_lists_say_what_they_lack() {
  Rng rng(42);
  for (std::uint64_t round = 0; round < 60; ++round) {
    const auto score = round % 2 == 0 ? scores::ScoreKind::bic : scores::ScoreKind::bdeu;
    const scores::LocalScores oracle(table_of(round % 7), score, 1.0, 1 << 20);
    const parents::ParentRules rules = random_rules(rng);
    parents::SelectionOptions options = options_of(kKinds[round % 3]);
    options.max_evaluations = 1 + rng.below(30);
    options.max_open = 2 + rng.below(20);
    const auto lists = select(oracle, rules, options, 2);
    for (std::size_t v = 0; v < kVariables; ++v) {
      const auto child = static_cast<Variable>(v);
      const Sets found = found_in(lists[v]);
      CHECK(lists[v].evaluations <= *options.max_evaluations);
      const Sets all = allowed_sets(oracle, rules, child);
      for (const auto& [set, value] : found) CHECK(std::abs(all.at(set) - value) < 1e-9);
      double best = -std::numeric_limits<double>::infinity();
      for (const auto& [set, value] : all) {
        best = -std::numeric_limits<double>::infinity();
        for (const auto& [other, known] : found) {
          if (std::includes(set.begin(), set.end(), other.begin(), other.end())) {
            best = std::max(best, known);
          }
        }
        if (value <= best + 1e-9) continue;
        CHECK(value <= lists[v].unseen_bound + 1e-9);
        CHECK(set.size() > lists[v].complete_size);
      }
    }
  }
}

/// Jointly on threads as long as there is memory for the tables, then one by one: the same lists.
void memory_and_threads_do_not_matter() {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const scores::LocalScores oracle(random_table(seed, 12, 300, seed % 2 == 0 ? 2 : 3),
                                     scores::ScoreKind::bic, 1.0, 1 << 20);
    std::vector<Variable> children;
    for (std::size_t v = 0; v < 12; ++v) children.push_back(static_cast<Variable>(v));
    const parents::ParentRules rules(12, {{0, 1}}, {{2, 3}}, {}, 4);
    const parents::SelectionOptions options = options_of(SelectionKind::sequential);
    std::vector<Sets> first;
    for (const std::size_t bytes : {std::size_t{1} << 26, std::size_t{1} << 15}) {
      for (const unsigned threads : {1U, 3U}) {
        // Lists that do not fit are cut; these do, as the limit is on tables and scratch memory.
        RunControl control({});
        const auto lists = parents::select_all({oracle, children, rules}, options,
                                               {.threads = threads, .bytes = bytes}, control);
        std::vector<Sets> found;
        for (const parents::CandidateList& list : lists) {
          if (list.end != parents::EnumerationEnd::memory) found.push_back(found_in(list));
        }
        if (found.size() < lists.size()) continue;
        if (first.empty()) first = found;
        CHECK(first.size() == found.size());
        for (std::size_t v = 0; v < found.size(); ++v) CHECK(are_close(first[v], found[v]));
      }
    }
    CHECK(first.size() == children.size());
  }
}

void a_stopped_selection_keeps_what_it_has() {
  const scores::LocalScores oracle(random_table(3, kVariables, 500, 3), scores::ScoreKind::bic, 1.0,
                                   1 << 20);
  const parents::ParentRules rules(kVariables, {}, {}, {}, kVariables);
  for (const SelectionKind kind : kKinds) {
    for (std::uint64_t check = 1; check < 40; check += 3) {
      StopRules stop;
      stop.stop_at_check = check;
      RunControl control(stop);
      const auto lists = parents::select_all({oracle, all_variables(), rules}, options_of(kind),
                                             {.threads = 2, .bytes = kBytes}, control);
      for (std::size_t v = 0; v < kVariables; ++v) {
        for (const auto& [set, score] : found_in(lists[v])) {
          CHECK(std::abs(oracle.score(static_cast<Variable>(v), set) - score) < 1e-9);
        }
        CHECK(lists[v].sets.size() > 0);
      }
    }
  }
}

}  // namespace

int main() {
  complete_lists_have_what_is_not_dominated();
  cut_lists_say_what_they_lack();
  memory_and_threads_do_not_matter();
  a_stopped_selection_keeps_what_it_has();
}
