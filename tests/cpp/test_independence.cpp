#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "check.hpp"
#include "dagwright/core/graph.hpp"
#include "dagwright/independence/chi_square.hpp"
#include "dagwright/independence/g_test.hpp"
#include "dagwright/independence/mmpc.hpp"
#include "random_table.hpp"

using namespace dagwright;

namespace {

using independence::Degrees;

constexpr independence::MmpcOptions kOptions{.alpha = 0.05,
                                             .max_given = SIZE_MAX,
                                             .symmetric = true,
                                             .rows_per_cell = 5.0,
                                             .degrees = Degrees::occurring};

std::vector<Variable> all_variables(const data::Table& table) {
  std::vector<Variable> all(table.n_variables());
  std::iota(all.begin(), all.end(), Variable{0});
  return all;
}

/// By the formula, from the counts of all configurations.
independence::GTest test_by_counting(const data::Table& table, Variable x, Variable y,
                                     const std::vector<Variable>& given, Degrees rule) {
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
  std::int64_t effective = 0;
  for (const auto& [key, group] : groups) {
    for (const auto& [cell, count] : group.joint) {
      test.statistic +=
          2.0 * count *
          std::log(count * group.sum / (group.xs.at(cell.first) * group.ys.at(cell.second)));
    }
    test.degrees += (group.xs.size() - 1) * (group.ys.size() - 1);
    effective += static_cast<std::int64_t>(group.joint.size() + 1) -
                 static_cast<std::int64_t>(group.xs.size() + group.ys.size());
  }
  if (rule == Degrees::effective && test.degrees > 0) {
    test.degrees = static_cast<std::uint64_t>(std::max<std::int64_t>(1, effective));
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
    const Degrees rule = seed / 2 % 2 == 0 ? Degrees::occurring : Degrees::effective;
    independence::GTester tester(*table, rule);
    for (int round = 0; round < 40; ++round) {
      const auto x = static_cast<Variable>(rng.below(kVariables));
      const auto y = static_cast<Variable>((x + 1 + rng.below(kVariables - 1)) % kVariables);
      std::vector<Variable> given;
      for (Variable v = 0; v < kVariables; ++v) {
        if (v != x && v != y && rng.below(3) == 0) given.push_back(v);
      }
      const independence::GTest found = tester.test(x, y, given);
      const independence::GTest expected = test_by_counting(*table, x, y, given, rule);
      CHECK(found.degrees == expected.degrees);
      CHECK(std::abs(found.statistic - expected.statistic) < 1e-7 * (1 + expected.statistic));
      CHECK(found.log_p <= 0.0);
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

/// Max-min by its definition: every subset is tried again at every step.
class MaxMinByDefinition {
 public:
  MaxMinByDefinition(const data::Table& table, const independence::MmpcOptions& options)
      : table_(table), options_(options), tester_(table, options.degrees) {}

  /// Before the correction for symmetry, ascending.
  std::vector<Variable> neighbours(Variable target) {
    std::vector<Variable> inside;
    std::vector<Variable> outside = all_variables(table_);
    std::erase_if(outside, [&](Variable v) { return v == target || !takes_part(v, target, {}); });
    for (;;) {
      std::map<Variable, double> weakest;
      for (const Variable v : outside) weakest[v] = weakest_log_p(v, target, inside);
      std::erase_if(outside, [&](Variable v) { return is_independent(weakest[v]); });
      if (outside.empty()) break;
      const auto chosen =
          std::ranges::min_element(outside, {}, [&](Variable v) { return weakest[v]; });
      inside.push_back(*chosen);
      outside.erase(chosen);
    }
    for (const Variable v : std::vector<Variable>(inside)) {
      std::vector<Variable> others = inside;
      std::erase(others, v);
      if (is_independent(weakest_log_p(v, target, others))) inside = others;
    }
    std::ranges::sort(inside);
    return inside;
  }

 private:
  /// Whether there are rows enough for the table of all variables of a test.
  bool takes_part(Variable x, Variable y, const std::vector<Variable>& given) const {
    double cells = static_cast<double>(table_.arity(x)) * table_.arity(y);
    for (const Variable v : given) cells *= table_.arity(v);
    return given.size() <= options_.max_given &&
           static_cast<double>(table_.total_weight()) >= options_.rows_per_cell * cells;
  }

  double weakest_log_p(Variable x, Variable y, const std::vector<Variable>& pool) {
    double weakest = -INFINITY;
    for (std::size_t bits = 0; bits < std::size_t{1} << pool.size(); ++bits) {
      std::vector<Variable> given;
      for (std::size_t i = 0; i < pool.size(); ++i) {
        if ((bits >> i & 1) != 0) given.push_back(pool[i]);
      }
      if (takes_part(x, y, given)) weakest = std::max(weakest, tester_.test(x, y, given).log_p);
    }
    return weakest;
  }

  bool is_independent(double log_p) const { return log_p > std::log(options_.alpha); }

  const data::Table& table_;
  const independence::MmpcOptions& options_;
  independence::GTester tester_;
};

void neighbours_are_those_of_the_definition() {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const auto table = random_table(seed, 8, 400, 3);
    independence::MmpcOptions options = kOptions;
    options.symmetric = false;
    options.max_given = seed % 5 == 0 ? 1 : SIZE_MAX;
    options.rows_per_cell = std::vector{0.0, 5.0, 20.0, 60.0}[seed % 4];
    options.degrees = seed % 3 == 0 ? Degrees::effective : Degrees::occurring;
    const std::vector<Variable> targets = all_variables(*table);
    RunControl control({});
    const auto found =
        independence::find_parents_and_children({*table, targets}, options, {}, control);
    MaxMinByDefinition definition(*table, options);
    for (const Variable target : targets) {
      CHECK(found.neighbours[target] == definition.neighbours(target));
    }
  }
}

void neighbours_do_not_depend_on_threads() {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto table = random_table(seed, 12, 400, 3);
    const independence::Inputs inputs{*table, all_variables(*table)};
    independence::MmpcOptions options = kOptions;
    options.symmetric = seed % 2 == 0;
    options.max_given = seed % 3 == 0 ? 1 : 12;
    RunControl one({});
    const auto alone = independence::find_parents_and_children(inputs, options, {}, one);
    RunControl two({});
    const auto shared =
        independence::find_parents_and_children(inputs, options, {.threads = 3}, two);
    CHECK(alone.neighbours == shared.neighbours && alone.tests == shared.tests);
    CHECK(std::ranges::all_of(alone.finished, [](bool done) { return done; }));
    for (const Variable v : inputs.targets) {
      if (!options.symmetric) break;
      for (const Variable w : alone.neighbours[v]) {
        CHECK(std::ranges::count(alone.neighbours[w], v) == 1);
      }
    }
  }
}

/// By variable and row.
using Codes = std::vector<std::vector<std::uint8_t>>;

data::Table table_of(const std::shared_ptr<Codes>& codes,
                     const std::vector<std::uint32_t>& arities) {
  std::vector<data::Column> columns;
  for (std::size_t v = 0; v < arities.size(); ++v) {
    columns.push_back({(*codes)[v].data(), 1, arities[v]});
  }
  return {columns, codes->front().size(), {}, codes};
}

/// In a chain, where each variable copies the one before it with some noise. With rows for tables
/// of two variables alone nothing separates the others; with fewer there are no neighbours.
void the_neighbours_of_a_chain_are_found() {
  constexpr std::size_t kVariables = 6, kRows = 4000;
  Rng rng(62);
  const auto codes = std::make_shared<Codes>(kVariables, std::vector<std::uint8_t>(kRows));
  for (std::size_t v = 0; v < kVariables; ++v) {
    for (std::size_t row = 0; row < kRows; ++row) {
      const auto fresh = static_cast<std::uint8_t>(rng.below(2));
      (*codes)[v][row] = v > 0 && rng.below(5) > 0 ? (*codes)[v - 1][row] : fresh;
    }
  }
  const data::Table table = table_of(codes, std::vector<std::uint32_t>(kVariables, 2));
  for (const double rows_per_cell : {5.0, 500.0, 1000.0, 1001.0}) {
    independence::MmpcOptions options = kOptions;
    options.alpha = 1e-4;
    options.rows_per_cell = rows_per_cell;
    const int reach = rows_per_cell > 1000.0 ? 0 : rows_per_cell > 500.0 ? 5 : 1;
    RunControl control({});
    const auto found = independence::find_parents_and_children({table, all_variables(table)},
                                                               options, {}, control);
    for (const Variable v : all_variables(table)) {
      std::vector<Variable> expected = all_variables(table);
      std::erase_if(expected, [&](Variable w) { return v == w || std::abs(v - w) > reach; });
      CHECK(found.neighbours[v] == expected);
    }
  }
}

/// Two variables with the same two parents are associated so strongly that each joins the other's
/// neighbours first; only both parents together, which join later, separate them.
void a_member_leaves_when_later_ones_separate_it() {
  constexpr std::size_t kRows = 4000;
  Rng rng(63);
  const auto codes = std::make_shared<Codes>(4, std::vector<std::uint8_t>(kRows));
  for (std::size_t row = 0; row < kRows; ++row) {
    const std::uint64_t a = rng.below(2), b = rng.below(2);
    (*codes)[0][row] = static_cast<std::uint8_t>(a);
    (*codes)[1][row] = static_cast<std::uint8_t>(b);
    for (const std::size_t child : {2, 3}) {
      (*codes)[child][row] =
          static_cast<std::uint8_t>(rng.below(10) == 0 ? rng.below(4) : 2 * a + b);
    }
  }
  const data::Table table = table_of(codes, {2, 2, 4, 4});
  independence::MmpcOptions options = kOptions;
  options.alpha = 1e-4;
  options.symmetric = false;
  RunControl control({});
  const auto found =
      independence::find_parents_and_children({table, all_variables(table)}, options, {}, control);
  CHECK(found.neighbours == VertexLists({{2, 3}, {2, 3}, {0, 1}, {0, 1}}));
}

void a_stopped_run_says_what_is_not_finished() {
  const auto table = random_table(5, 12, 400, 3);
  StopRules rules;
  rules.stop_at_check = 20;
  RunControl control(rules);
  const auto found = independence::find_parents_and_children({*table, all_variables(*table)},
                                                             kOptions, {.threads = 2}, control);
  CHECK(std::ranges::any_of(found.finished, [](bool done) { return !done; }));
}

}  // namespace

int main() {
  tests_agree_with_counting();
  survival_has_its_closed_forms();
  neighbours_are_those_of_the_definition();
  neighbours_do_not_depend_on_threads();
  the_neighbours_of_a_chain_are_found();
  a_member_leaves_when_later_ones_separate_it();
  a_stopped_run_says_what_is_not_finished();
}
