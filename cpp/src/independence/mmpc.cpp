#include "dagwright/independence/mmpc.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "dagwright/core/threads.hpp"
#include "dagwright/independence/g_test.hpp"

namespace dagwright::independence {
namespace {

/// Rows that are counted, and tests, between two looks at the clock.
constexpr std::size_t kRowsAtOnce = std::size_t{1} << 23;
constexpr std::size_t kMostAtOnce = 1024;

/// Max-min for one target.
class MaxMin {
 public:
  MaxMin(const data::Table& table, Variable target, const MmpcOptions& options, RunControl& control)
      : table_(table),
        tester_(table, options.degrees),
        target_(target),
        options_(options),
        control_(control),
        at_once_(std::clamp<std::size_t>(kRowsAtOnce / table.stored_rows(), 1, kMostAtOnce)) {
    for (Variable v = 0; v < table.n_variables(); ++v) {
      if (v != target && table.arity(v) > 1 && table.arity(target) > 1) {
        candidates_.push_back({v, -INFINITY});
      }
    }
  }

  /// False if a stop rule fired first.
  bool run() { return grow() && shrink(); }

  std::vector<Variable> members() const {
    std::vector<Variable> sorted = members_;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
  std::uint64_t tests() const { return tests_; }

 private:
  struct Candidate {
    Variable variable;
    double weakest;  ///< largest ln p over the subsets tried so far
  };

  double log_p(Variable v, std::span<const Variable> given) {
    ++tests_;
    return tester_.test(v, target_, given).log_p;
  }
  /// Whether there are rows enough for a test of the target and a variable of that many states.
  bool is_testable(std::size_t arity, std::span<const Variable> given) const {
    const double cells = table_cells(table_, given) * static_cast<double>(arity) *
                         static_cast<double>(table_.arity(target_));
    return static_cast<double>(table_.total_weight()) >= options_.rows_per_cell * cells;
  }
  bool independent(double log_p) const { return log_p > std::log(options_.alpha); }

  /// Tries the candidates that can be tested under a set and drops those that it makes independent.
  bool try_candidates(std::span<const Variable> given) {
    if (control_.should_stop()) return false;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (i > 0 && i % at_once_ == 0 && control_.should_stop()) return false;
      Candidate& candidate = candidates_[i];
      if (!is_testable(table_.arity(candidate.variable), given)) continue;
      candidate.weakest = std::max(candidate.weakest, log_p(candidate.variable, given));
    }
    std::erase_if(candidates_, [this](const Candidate& c) { return independent(c.weakest); });
    return true;
  }

  bool grow() {
    // A pair without rows for a test of its own counts as independent.
    std::erase_if(candidates_, [this](const Candidate& c) {
      return !is_testable(table_.arity(c.variable), {});
    });
    if (!try_candidates({})) return false;
    while (!candidates_.empty()) {
      const auto chosen = std::min_element(
          candidates_.begin(), candidates_.end(),
          [](const Candidate& a, const Candidate& b) { return a.weakest < b.weakest; });
      const Variable joining = chosen->variable;
      candidates_.erase(chosen);
      // Only sets with the new member are new.
      std::vector<Variable> given{joining};
      const bool going = for_subsets(members_, smallest_arity(), given, [&](auto some) {
        return candidates_.empty() || try_candidates(some);
      });
      if (!going) return false;
      members_.push_back(joining);
    }
    return true;
  }

  bool shrink() {
    for (std::size_t i = 0; i < members_.size();) {
      std::vector<Variable> others = members_;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      bool separated = false;
      std::vector<Variable> given;
      const bool going = for_subsets(others, table_.arity(members_[i]), given, [&](auto some) {
        if (separated) return true;
        if (control_.should_stop()) return false;
        separated = independent(log_p(members_[i], some));
        return true;
      });
      if (!going) return false;
      if (separated) {
        members_ = std::move(others);
      } else {
        ++i;
      }
    }
    return true;
  }

  std::size_t smallest_arity() const {
    std::size_t smallest = SIZE_MAX;
    for (const Candidate& c : candidates_) {
      smallest = std::min<std::size_t>(smallest, table_.arity(c.variable));
    }
    return smallest;
  }

  /// Calls visit with `given` and every set that some of `pool` extend it to, as long as visit
  /// returns true. Each set follows one that it extends, so its grouping of rows is a refinement.
  /// Sets with which nothing of at least `arity` states can be tested are left out: else all
  /// subsets of a large neighbourhood would be visited in vain.
  bool for_subsets(std::span<const Variable> pool, std::size_t arity, std::vector<Variable>& given,
                   const std::function<bool(std::span<const Variable>)>& visit) {
    if (given.size() > options_.max_given || !is_testable(arity, given)) return true;
    if (!visit(given)) return false;
    for (std::size_t i = 0; i < pool.size(); ++i) {
      given.push_back(pool[i]);
      const bool going = for_subsets(pool.subspan(i + 1), arity, given, visit);
      given.pop_back();
      if (!going) return false;
    }
    return true;
  }

  const data::Table& table_;
  GTester tester_;
  Variable target_;
  const MmpcOptions& options_;
  RunControl& control_;
  std::size_t at_once_;  ///< tests between two looks at the clock
  std::vector<Candidate> candidates_;
  std::vector<Variable> members_;
  std::uint64_t tests_ = 0;
};

/// Runs max-min on those targets that have not been done.
void run_targets(const data::Table& table, std::span<const Variable> targets,
                 const MmpcOptions& options, unsigned threads, RunControl& control,
                 MmpcResult& result) {
  std::vector<Variable> open;
  for (const Variable target : targets) {
    if (!result.finished[target]) open.push_back(target);
  }
  std::vector<char> finished(open.size(), 0);
  std::atomic<std::uint64_t> tests{0}, done{0};
  parallel_for(threads, open.size(), control, [&](std::size_t i) {
    MaxMin search(table, open[i], options, control);
    finished[i] = search.run();
    if (finished[i]) result.neighbours[open[i]] = search.members();
    tests += search.tests();
    control.report_iterations(search.tests());
    control.report_work(++done, open.size());
  });
  for (std::size_t i = 0; i < open.size(); ++i) result.finished[open[i]] = finished[i] != 0;
  result.tests += tests;
}

}  // namespace

MmpcResult find_parents_and_children(const Inputs& inputs, const MmpcOptions& options,
                                     const Resources& resources, RunControl& control) {
  const auto& [table, targets] = inputs;
  MmpcResult result;
  result.neighbours.resize(table.n_variables());
  result.finished.assign(table.n_variables(), false);
  run_targets(table, targets, options, resources.threads, control, result);
  if (!options.symmetric) return result;
  std::vector<Variable> found;
  for (const Variable target : targets) {
    found.insert(found.end(), result.neighbours[target].begin(), result.neighbours[target].end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  run_targets(table, found, options, resources.threads, control, result);
  const std::vector<std::vector<Variable>> one_sided = result.neighbours;
  for (const Variable target : targets) {
    std::erase_if(result.neighbours[target], [&](Variable v) {
      return !std::binary_search(one_sided[v].begin(), one_sided[v].end(), target);
    });
  }
  return result;
}

}  // namespace dagwright::independence
