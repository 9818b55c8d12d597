#include "dagwright/data/recut.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>

#include "dagwright/core/threads.hpp"
#include "dagwright/data/count_terms.hpp"
#include "dagwright/data/fine_cells.hpp"

namespace dagwright::data {
namespace {

using Starts = std::vector<std::size_t>;

/// The rows that have a value, those of a cell together, and the cells that have a row.
struct SortedRows {
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> weights;  ///< empty: every row counts once
  std::vector<std::size_t> cells;      ///< the fine cells that occur, ascending
  std::vector<std::size_t> ends;       ///< for each of them, where its rows end
  std::uint64_t total = 0;

  explicit SortedRows(const CutColumn& column) {
    const auto counts = [&](std::size_t row) {
      return column.codes[row] != kMissingCell &&
             (column.weights.empty() || column.weights[row] > 0);
    };
    std::vector<std::size_t> next(column.cells + 1, 0);
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
      if (counts(row)) ++next[column.codes[row] + std::size_t{1}];
    }
    for (std::size_t cell = 0; cell < column.cells; ++cell) {
      next[cell + 1] += next[cell];
      if (next[cell + 1] == next[cell]) continue;
      cells.push_back(cell);
      ends.push_back(next[cell + 1]);
    }
    rows.resize(next[column.cells]);
    if (!column.weights.empty()) weights.resize(rows.size());
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
      if (!counts(row)) continue;
      const std::size_t at = next[column.codes[row]]++;
      rows[at] = static_cast<std::uint32_t>(row);
      if (!weights.empty()) weights[at] = static_cast<std::uint32_t>(column.weights[row]);
      total += weights.empty() ? 1 : weights[at];
    }
  }
};

/// Joint states to count: of some columns, and after some of them also of those so far.
struct TermSpec {
  struct Step {
    Column column;
    int coefficient;  ///< of n ln n of the joint states up to this column
  };
  std::vector<Step> steps;
};

/// The coefficient of n ln n, with n the rows of the run.
int run_coefficient(const CutNeighbours& neighbours) {
  int coefficient = neighbours.parents.empty() ? 0 : -1;
  for (const ChildFamily& family : neighbours.children) {
    if (family.other_parents.empty()) --coefficient;
  }
  return coefficient;
}

std::vector<TermSpec> list_terms(const CutNeighbours& neighbours) {
  std::vector<TermSpec> specs;
  const auto steps = [](const std::vector<Column>& columns, int coefficient) {
    TermSpec spec;
    for (const Column& column : columns) spec.steps.push_back({column, 0});
    if (!columns.empty()) spec.steps.back().coefficient = coefficient;
    return spec;
  };
  if (!neighbours.parents.empty()) specs.push_back(steps(neighbours.parents, 1));
  for (const ChildFamily& family : neighbours.children) {
    specs.push_back(steps(family.other_parents, -1));
    specs.back().steps.push_back({family.child, 1});
  }
  return specs;
}

double parameters_of_a_run(const CutNeighbours& neighbours) {
  const auto configurations = [](const std::vector<Column>& columns) {
    double product = 1;
    for (const Column& column : columns) product *= column.arity;
    return product;
  };
  double sum = configurations(neighbours.parents);
  for (const ChildFamily& family : neighbours.children) {
    sum += configurations(family.other_parents) * (family.child.arity - 1.0);
  }
  return sum;
}

/// Divides the cells of one column; positions are among the cells that occur.
class Cutter {
 public:
  Cutter(const SortedRows& sorted, const CutNeighbours& neighbours, const CutRules& rules)
      : rules_(rules), cells_(sorted.cells.size()) {
    const std::vector<TermSpec> specs = list_terms(neighbours);
    const int alone = run_coefficient(neighbours);
    log_.emplace(sorted.total, std::abs(alone) + 2.0 * static_cast<double>(specs.size()));
    penalty_ = log_->to_fixed_point(rules.penalty * parameters_of_a_run(neighbours));
    std::vector<std::vector<CountTerm>> made(specs.size());
    parallel_for_all(rules.threads, specs.size(), [&](std::size_t i) {
      JointStates joint(sorted.rows.size());
      for (const auto& [column, coefficient] : specs[i].steps) {
        joint.refine(column, sorted.rows);
        if (coefficient == 0) continue;
        made[i].emplace_back(coefficient, joint, sorted.ends, sorted.weights);
      }
    });
    const JointStates all(sorted.rows.size());
    if (alone != 0) terms_.emplace_back(alone, all, sorted.ends, sorted.weights);
    for (auto& terms : made) std::move(terms.begin(), terms.end(), std::back_inserter(terms_));
  }

  /// Where the best runs begin, of those that begin where one may; `current` is among them.
  Starts improve(const Starts& current) const {
    if (cells_ <= rules_.most_candidates) return choose(all_cells());
    Starts chosen = choose(with(even_groups(rules_.most_candidates), current));
    std::size_t step = (cells_ + rules_.most_candidates - 1) / rules_.most_candidates;
    while (step > 1) {
      step = (step + 1) / 2;
      chosen = choose(around(chosen, step));
    }
    return chosen;
  }

  /// What the first division is worth more than the second.
  double gain(const Starts& first, const Starts& second) const {
    return log_->to_double(worth(first) - worth(second));
  }

 private:
  Starts all_cells() const {
    Starts all;
    for (std::size_t cell = 0; cell < cells_; ++cell) all.push_back(cell);
    return all;
  }

  Starts even_groups(std::size_t groups) const {
    Starts starts;
    for (std::size_t group = 0; group < groups; ++group) starts.push_back(group * cells_ / groups);
    return starts;
  }

  static Starts with(Starts starts, const Starts& more) {
    starts.insert(starts.end(), more.begin(), more.end());
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    return starts;
  }

  /// The cells chosen, and those a step before and after them.
  Starts around(const Starts& chosen, std::size_t step) const {
    Starts more;
    for (const std::size_t start : chosen) {
      if (start > step) more.push_back(start - step);
      if (start > 0 && start + step < cells_) more.push_back(start + step);
    }
    return with(chosen, more);
  }

  RunScores score_runs(const Starts& candidates) const {
    RunScores scores(candidates.size());
    std::vector<CountTerm> merged;
    for (const CountTerm& term : terms_) merged.push_back(term.merged(candidates));
    // Starts far apart go to one task: those at the end have shorter runs.
    const std::size_t tasks = std::min<std::size_t>(candidates.size(), rules_.threads * 4);
    parallel_for_all(rules_.threads, tasks, [&](std::size_t task) {
      std::vector<std::uint32_t> counts;
      for (std::size_t start = task; start < candidates.size(); start += tasks) {
        const std::span<std::int64_t> runs = scores.from(start);
        std::fill(runs.begin(), runs.end(), -penalty_);
        for (const CountTerm& term : merged) term.add_runs_from(start, *log_, counts, runs);
      }
    });
    return scores;
  }

  Starts choose(const Starts& candidates) const {
    Starts chosen = best_runs(score_runs(candidates), rules_.fewest, rules_.most);
    for (std::size_t& start : chosen) start = candidates[start];
    return chosen;
  }

  std::int64_t worth(const Starts& starts) const {
    const RunScores scores = score_runs(starts);
    Starts single(starts.size());
    for (std::size_t run = 0; run < starts.size(); ++run) single[run] = run;
    return add_up_runs(scores, single);
  }

  const CutRules& rules_;
  std::size_t cells_;
  std::optional<CountLog> log_;
  std::int64_t penalty_ = 0;
  std::vector<CountTerm> terms_;
};

/// The first of the cells that occur at or after a fine cell.
std::size_t place_of(std::size_t cell, const std::vector<std::size_t>& cells) {
  return static_cast<std::size_t>(std::lower_bound(cells.begin(), cells.end(), cell) -
                                  cells.begin());
}

}  // namespace

NewCuts recut(const CutColumn& column, const CutNeighbours& neighbours, const CutRules& rules) {
  NewCuts result{{column.current.begin(), column.current.end()}, 0};
  const SortedRows sorted(column);
  if (sorted.cells.size() < 2) return result;
  Starts current{0};
  bool usable = true;  // every run has a row, and there are as many as there may be
  for (const std::size_t start : column.current) {
    const std::size_t place = place_of(start, sorted.cells);
    usable = usable && place > current.back() && place < sorted.cells.size();
    if (usable) current.push_back(place);
  }
  usable = usable && current.size() <= rules.most &&
           current.size() >= std::min(rules.fewest, sorted.cells.size());
  const Cutter cutter(sorted, neighbours, rules);
  const Starts found = cutter.improve(current);
  result.gain = cutter.gain(found, current);
  if (usable && result.gain <= 0) {
    result.gain = 0;
    return result;
  }
  result.starts.clear();
  for (std::size_t run = 1; run < found.size(); ++run) {
    result.starts.push_back(sorted.cells[found[run]]);
  }
  return result;
}

std::vector<std::size_t> equal_runs(std::span<const std::uint64_t> weights, std::size_t runs) {
  Starts cells;
  std::uint64_t total = 0;
  for (std::size_t cell = 0; cell < weights.size(); ++cell) {
    if (weights[cell] > 0) cells.push_back(cell);
    total += weights[cell];
  }
  if (cells.empty()) return {};
  const CountLog log(total, 1);
  RunScores scores(cells.size());
  for (std::size_t begin = 0; begin < cells.size(); ++begin) {
    std::uint64_t sum = 0;
    const std::span<std::int64_t> from = scores.from(begin);
    for (std::size_t length = 0; length < from.size(); ++length) {
      sum += weights[cells[begin + length]];
      from[length] = -log(sum);
    }
  }
  Starts starts = best_runs(scores, runs, runs);
  starts.erase(starts.begin());
  for (std::size_t& start : starts) start = cells[start];
  return starts;
}

}  // namespace dagwright::data
