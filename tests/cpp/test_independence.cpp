#include <algorithm>
#include <cmath>
#include <map>

#include "check.hpp"
#include "dagwright/independence/chi_square.hpp"
#include "dagwright/independence/g_test.hpp"
#include "dagwright/independence/mmpc.hpp"
#include "random_table.hpp"

using namespace dagwright;

namespace {

/// By the formula, from the counts of all configurations.
independence::GTest test_by_counting(const data::Table& table, Variable x, Variable y,
                                     const std::vector<Variable>& given) {
  using Counts = std::map<std::uint32_t, double>;
  struct Group {
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> joint;
    Counts xs, ys;
    double sum = 0.0;
  };
  std::map<std::vector<std::uint32_t>, Group> groups;
  for (std::size_t row = 0; row < table.stored_rows(); ++row) {
    const double weight = table.weights() == nullptr ? 1.0 : table.weights()[row];
    if (weight == 0.0) continue;
    std::vector<std::uint32_t> key;
    for (const Variable v : given) key.push_back(table.column(v).at(row));
    Group& group = groups[key];
    const std::uint32_t a = table.column(x).at(row);
    const std::uint32_t b = table.column(y).at(row);
    group.joint[{a, b}] += weight;
    group.xs[a] += weight;
    group.ys[b] += weight;
    group.sum += weight;
  }
  independence::GTest test;
  for (const auto& [key, group] : groups) {
    for (const auto& [cell, count] : group.joint) {
      test.statistic +=
          2.0 * count *
          std::log(count * group.sum / (group.xs.at(cell.first) * group.ys.at(cell.second)));
    }
    test.degrees += (group.xs.size() - 1) * (group.ys.size() - 1);
  }
  return test;
}

void tests_agree_with_counting() {
  Rng rng(61);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    constexpr std::size_t kVariables = 6;
    std::vector<std::int64_t> weights;
    if (seed % 3 == 0) {
      for (int row = 0; row < 200; ++row)
        weights.push_back(static_cast<std::int64_t>(rng.below(4)));
    }
    const auto table = random_table(
        seed, kVariables, 200, 4,
        seed % 2 == 0 ? data::Table::Merge::always : data::Table::Merge::never, weights);
    independence::GTester tester(*table);
    for (int round = 0; round < 40; ++round) {
      const auto x = static_cast<Variable>(rng.below(kVariables));
      const auto y = static_cast<Variable>((x + 1 + rng.below(kVariables - 1)) % kVariables);
      std::vector<Variable> given;
      for (Variable v = 0; v < kVariables; ++v) {
        if (v != x && v != y && rng.below(3) == 0) given.push_back(v);
      }
      const independence::GTest found = tester.test(x, y, given);
      const independence::GTest expected = test_by_counting(*table, x, y, given);
      CHECK(found.degrees == expected.degrees);
      CHECK(std::abs(found.statistic - expected.statistic) < 1e-7 * (1 + expected.statistic));
      CHECK(found.log_p <= 0.0);
      const double rows = static_cast<double>(table->total_weight());
      CHECK(found.reliable == (rows >= 5.0 * static_cast<double>(found.degrees)));
    }
  }
}

/// With two degrees it is exp(-x / 2), with one erfc(sqrt(x / 2)); four have a factor of 1 + x / 2.
void survival_has_its_closed_forms() {
  for (double x = 0.0; x < 400.0; x += 0.37) {
    const auto near = [](double a, double b) { return std::abs(a - b) < 1e-8 * (1 + std::abs(b)); };
    CHECK(near(independence::log_chi_square_survival(x, 2.0), -x / 2));
    CHECK(near(independence::log_chi_square_survival(x, 4.0), -x / 2 + std::log1p(x / 2)));
    CHECK(
        near(independence::log_chi_square_survival(x, 1.0), std::log(std::erfc(std::sqrt(x / 2)))));
  }
}

void neighbours_do_not_depend_on_threads() {
  std::vector<Variable> targets;
  for (Variable v = 0; v < 12; ++v) targets.push_back(v);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto table = random_table(seed, 12, 400, 3);
    independence::MmpcOptions options;
    options.symmetric = seed % 2 == 0;
    options.max_given = seed % 3 == 0 ? 1 : 12;
    RunControl one({});
    const auto alone = independence::find_parents_and_children(*table, targets, options, one);
    options.threads = 3;
    RunControl two({});
    const auto shared = independence::find_parents_and_children(*table, targets, options, two);
    CHECK(alone.neighbours == shared.neighbours && alone.tests == shared.tests);
    CHECK(std::ranges::all_of(alone.finished, [](bool done) { return done; }));
    for (const Variable v : targets) {
      if (!options.symmetric) break;
      for (const Variable w : alone.neighbours[v]) {
        CHECK(std::ranges::count(alone.neighbours[w], v) == 1);
      }
    }
  }
}

/// In a chain, where each variable copies the one before it with some noise.
void the_neighbours_of_a_chain_are_found() {
  constexpr std::size_t kVariables = 6, kRows = 4000;
  Rng rng(62);
  auto codes = std::make_shared<std::vector<std::vector<std::uint8_t>>>(
      kVariables, std::vector<std::uint8_t>(kRows));
  std::vector<data::Column> columns;
  for (std::size_t v = 0; v < kVariables; ++v) {
    for (std::size_t row = 0; row < kRows; ++row) {
      const auto fresh = static_cast<std::uint8_t>(rng.below(2));
      (*codes)[v][row] = v > 0 && rng.below(5) > 0 ? (*codes)[v - 1][row] : fresh;
    }
    columns.push_back({(*codes)[v].data(), 1, 2});
  }
  const data::Table table(columns, kRows, {}, codes);
  std::vector<Variable> targets;
  for (Variable v = 0; v < kVariables; ++v) targets.push_back(v);
  RunControl control({});
  const auto found =
      independence::find_parents_and_children(table, targets, {.alpha = 1e-4}, control);
  for (std::size_t v = 0; v < kVariables; ++v) {
    std::vector<Variable> expected;
    if (v > 0) expected.push_back(static_cast<Variable>(v - 1));
    if (v + 1 < kVariables) expected.push_back(static_cast<Variable>(v + 1));
    CHECK(found.neighbours[v] == expected);
  }
}

void a_stopped_run_says_what_is_not_finished() {
  const auto table = random_table(5, 12, 400, 3);
  std::vector<Variable> targets;
  for (Variable v = 0; v < 12; ++v) targets.push_back(v);
  StopRules rules;
  rules.stop_at_check = 20;
  RunControl control(rules);
  const auto found =
      independence::find_parents_and_children(*table, targets, {.threads = 2}, control);
  CHECK(std::ranges::any_of(found.finished, [](bool done) { return !done; }));
}

}  // namespace

int main() {
  tests_agree_with_counting();
  survival_has_its_closed_forms();
  neighbours_do_not_depend_on_threads();
  the_neighbours_of_a_chain_are_found();
  a_stopped_run_says_what_is_not_finished();
}
