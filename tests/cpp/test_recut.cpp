#include "dagwright/data/recut.hpp"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "check.hpp"
#include "dagwright/core/rng.hpp"
#include "dagwright/data/best_runs.hpp"
#include "dagwright/data/fine_cells.hpp"
#include "dagwright/data/joint_states.hpp"

using namespace dagwright;

namespace {

using Codes = std::vector<std::uint8_t>;

data::Column column_of(const Codes& codes, std::uint32_t arity) {
  return {codes.data(), 1, arity};
}

/// A column of numbers with one parent and one child that has another parent.
struct Example {
  std::size_t cells;
  Codes x, parent, child, other;
  std::vector<std::int64_t> weights;

  explicit Example(Rng& rng) : cells(2 + rng.below(6)) {
    const std::size_t rows = 30 + rng.below(100);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto cell = static_cast<std::uint8_t>(rng.below(cells));
      const auto high = static_cast<std::uint8_t>(cell * 2 > cells);
      x.push_back(rng.below(10) == 0 ? data::kMissingCell : cell);
      parent.push_back(rng.below(3) == 0 ? static_cast<std::uint8_t>(rng.below(2)) : high);
      other.push_back(static_cast<std::uint8_t>(rng.below(2)));
      child.push_back(rng.below(3) == 0 ? static_cast<std::uint8_t>(rng.below(3))
                                        : static_cast<std::uint8_t>(high + other.back()));
      weights.push_back(static_cast<std::int64_t>(rng.below(4)));
    }
  }

  data::CutNeighbours neighbours() const {
    return {{column_of(parent, 2)}, {{column_of(child, 3), {column_of(other, 2)}}}};
  }

  /// What a division is worth, but for what no division changes; from maps of counts.
  double worth(const std::vector<std::size_t>& starts, double penalty) const {
    std::map<std::pair<std::size_t, int>, double> of_parent, of_child, of_other;
    std::map<std::size_t, double> runs;
    for (std::size_t row = 0; row < x.size(); ++row) {
      if (x[row] == data::kMissingCell) continue;
      std::size_t run = 0;
      for (const std::size_t start : starts) run += x[row] >= start;
      const auto weight = static_cast<double>(weights[row]);
      of_parent[{run, parent[row]}] += weight;
      of_child[{run, other[row] * 3 + child[row]}] += weight;
      of_other[{run, other[row]}] += weight;
      runs[run] += weight;
    }
    const auto sum = [](const auto& counts) {
      double total = 0;
      for (const auto& [key, n] : counts) total += n > 0 ? n * std::log(n) : 0;
      return total;
    };
    const double parameters = static_cast<double>(starts.size() + 1) * (2 + 2 * 2);
    return sum(of_parent) + sum(of_child) - sum(of_other) - sum(runs) - penalty * parameters;
  }

  bool occurs(std::size_t cell) const {
    for (std::size_t row = 0; row < x.size(); ++row) {
      if (x[row] == cell && weights[row] > 0) return true;
    }
    return false;
  }
};

void cuts_are_as_good_as_the_best_of_all() {
  Rng rng(11);
  for (int round = 0; round < 300; ++round) {
    const Example example(rng);
    std::vector<std::size_t> cells;
    for (std::size_t cell = 0; cell < example.cells; ++cell) {
      if (example.occurs(cell)) cells.push_back(cell);
    }
    if (cells.size() < 2) continue;
    data::CutRules rules;
    rules.penalty = static_cast<double>(rng.below(5)) / 2;
    const std::vector<std::size_t> current{cells[1]};
    const data::CutColumn column{example.x, example.cells, example.weights, current};
    const data::NewCuts found = data::recut(column, example.neighbours(), rules);
    double best = example.worth(current, rules.penalty);
    for (std::size_t chosen = 1; chosen < std::size_t{1} << (cells.size() - 1); ++chosen) {
      std::vector<std::size_t> starts;
      for (std::size_t i = 1; i < cells.size(); ++i) {
        if ((chosen >> (i - 1) & 1) != 0) starts.push_back(cells[i]);
      }
      best = std::max(best, example.worth(starts, rules.penalty));
    }
    CHECK(std::abs(example.worth(found.starts, rules.penalty) - best) < 1e-6);
    CHECK(std::abs(found.gain - (best - example.worth(current, rules.penalty))) < 1e-6);
    rules.threads = 4;
    CHECK(data::recut(column, example.neighbours(), rules).starts == found.starts);
  }
}

void at_least_two_and_at_most_sixteen_runs() {
  Codes x, child;
  for (std::size_t row = 0; row < 2000; ++row) {
    x.push_back(static_cast<std::uint8_t>(row % 40));
    child.push_back(static_cast<std::uint8_t>(row % 40 % 2));
  }
  const std::vector<std::size_t> current{20};
  const data::CutColumn column{x, 40, {}, current};
  const data::CutNeighbours neighbours{{}, {{column_of(child, 2), {}}}};
  CHECK(data::recut(column, neighbours, {}).starts.size() == 15);
  data::CutRules dear;
  dear.penalty = 1e300;
  CHECK(data::recut(column, neighbours, dear).starts.size() == 1);
}

void joint_states_are_numbered_in_either_way() {
  Rng rng(5);
  std::vector<std::uint32_t> rows, wide;
  Codes narrow;
  for (std::uint32_t row = 0; row < 500; ++row) {
    rows.push_back(row);
    narrow.push_back(static_cast<std::uint8_t>(rng.below(3)));
    wide.push_back(static_cast<std::uint32_t>(rng.below(20)) * 100000);
  }
  data::JointStates joint(rows.size());
  joint.refine(column_of(narrow, 3), rows);
  CHECK(joint.count == 3);
  joint.refine({wide.data(), 4, 2000000}, rows);  // too many for a table
  std::map<std::pair<std::uint8_t, std::uint32_t>, std::uint32_t> numbers;
  for (const std::uint32_t row : rows) {
    const auto found = numbers.try_emplace({narrow[row], wide[row]}, joint.numbers[row]).first;
    CHECK(found->second == joint.numbers[row] && joint.numbers[row] < joint.count);
  }
  CHECK(numbers.size() == joint.count);
}

void equal_runs_leave_out_cells_without_weight() {
  const std::vector<std::uint64_t> weights{0, 5, 0, 5, 5, 0, 5, 0};
  CHECK((data::equal_runs(weights, 2) == std::vector<std::size_t>{4}));
  CHECK((data::equal_runs(weights, 9) == std::vector<std::size_t>{3, 4, 6}));
  CHECK(data::equal_runs({}, 3).empty());
}

}  // namespace

int main() {
  cuts_are_as_good_as_the_best_of_all();
  at_least_two_and_at_most_sixteen_runs();
  joint_states_are_numbered_in_either_way();
  equal_runs_leave_out_cells_without_weight();
}
