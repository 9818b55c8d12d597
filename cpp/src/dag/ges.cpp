#include "dagwright/dag/ges.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/core/improvements.hpp"
#include "dagwright/core/threads.hpp"
#include "dagwright/dag/class_operators.hpp"
#include "dagwright/dag/pdag.hpp"

namespace dagwright::dag {
namespace {

/// Operators, or variables with theirs, between two looks at the clock: most operators are refused
/// after a walk through the graph.
constexpr std::size_t kTriedAtOnce = 64;

class EquivalenceSearch {
 public:
  EquivalenceSearch(const Inputs& inputs, const GesOptions& options, const Resources& resources,
                    RunControl& control)
      : oracle_(inputs.oracle),
        rules_(inputs.rules),
        free_(Rules::all_allowed(inputs.start.size())),
        max_degree_(options.max_degree.value_or(inputs.start.size())),
        threads_(inputs.oracle.is_parallel() ? resources.threads : 1),
        control_(control),
        scorer_(inputs.oracle, inputs.rules, resources.bytes),
        graph_(Pdag::class_of(inputs.start)),
        operators_(inputs.start.size()),
        improvements_(control) {
    result_.parents = inputs.start;
    result_.counters = {"insertions", "deletions"};
    result_.score = scores::total_score(inputs.oracle, inputs.start);
    improvements_.add(result_.score, 0);
  }

  DagSearchResult run() {
    if (improvements_.reached_target()) {
      control_.request_stop(StopReason::target);
    } else {
      insert_edges();
      delete_edges();
    }
    note_distinct_scores(result_, scorer_.distinct_scores());
    result_.trace = improvements_.take();
    return std::move(result_);
  }

 private:
  /// Only operators of variables whose surroundings changed are scored again.
  void insert_edges() {
    std::vector<Variable> stale(graph_.size());
    for (std::size_t v = 0; v < stale.size(); ++v) stale[v] = static_cast<Variable>(v);
    unsigned threads = threads_;
    while (may_go_on()) {
      parallel_for(threads, stale.size(), control_, [&](std::size_t i) {
        if (control_.should_stop()) return;
        operators_[stale[i]] = scorer_.insertions(graph_, stale[i], &control_);
      });
      threads = 1;  // from now on there is too little to share
      if (control_.stopped()) return;
      const auto is_valid = [this](const ClassOperator& operation) {
        return graph_.degree(operation.from) < max_degree_ &&
               graph_.degree(operation.to) < max_degree_ && is_blocked(graph_, operation);
      };
      const Pdag before = graph_;
      const auto made = make_best(is_valid, insert);
      if (!made) return;
      ++result_.counters["insertions"];
      stale = surroundings_changed(before, made->from, made->to);
    }
  }

  void delete_edges() {
    while (may_go_on()) {
      for (std::size_t v = 0; v < operators_.size(); ++v) {
        if (v > 0 && v % kTriedAtOnce == 0 && control_.should_stop()) return;
        operators_[v] = scorer_.deletions(graph_, static_cast<Variable>(v));
      }
      if (!make_best([](const ClassOperator&) { return true; }, remove)) return;
      ++result_.counters["deletions"];
    }
  }

  bool may_go_on() {
    if (control_.should_stop()) return false;
    if (improvements_.reached_target()) control_.request_stop(StopReason::target);
    const auto limit = control_.rules().iterations;
    if (limit && result_.iterations >= *limit) control_.request_stop(StopReason::iterations);
    return !control_.stopped();
  }

  /// Makes the best operator that is valid and whose class has a network within the rules.
  template <class Valid, class Apply>
  std::optional<ClassOperator> make_best(const Valid& is_valid, const Apply& apply) {
    using Head = std::pair<std::size_t, std::size_t>;  // target, position in its list
    const auto later = [this](const Head& a, const Head& b) {
      return comes_before(operators_[b.first][b.second], operators_[a.first][a.second]);
    };
    std::priority_queue<Head, std::vector<Head>, decltype(later)> heads(later);
    for (std::size_t v = 0; v < operators_.size(); ++v) {
      DAGWRIGHT_ASSERT(std::is_sorted(operators_[v].begin(), operators_[v].end(), comes_before));
      if (!operators_[v].empty()) heads.emplace(v, 0);
    }
    std::size_t tried = 0;
    while (!heads.empty()) {
      const auto [v, position] = heads.top();
      heads.pop();
      const ClassOperator& operation = operators_[v][position];
      if (++tried % kTriedAtOnce == 0 && control_.should_stop()) break;
      if (is_valid(operation) && move_to(apply(graph_, operation))) return operation;
      if (position + 1 < operators_[v].size()) heads.emplace(v, position + 1);
    }
    return std::nullopt;
  }

  bool move_to(const Pdag& changed) {
    const auto any = changed.extension(free_);
    if (!any) return false;
    Pdag next = Pdag::class_of(*any);
    auto network = next.extension(rules_);
    if (!network) return false;
    const double score = scores::total_score(oracle_, *network);
    if (!std::isfinite(score)) return false;
    graph_ = std::move(next);
    ++result_.iterations;
    control_.report_iterations(1);
    DAGWRIGHT_CHECK_EVERY(8, Pdag::class_of(*network) == graph_);
    if (score > result_.score) {
      result_.score = score;
      result_.parents = std::move(*network);
      improvements_.add(score, result_.iterations);
    }
    return true;
  }

  /// The variables whose insertions may differ now: those with other parents or neighbours, the
  /// ends of the new edge, and their neighbours, for which one end is adjacent to the other now.
  std::vector<Variable> surroundings_changed(const Pdag& before, Variable a, Variable b) const {
    std::vector<Variable> changed{a, b};
    for (const Variable end : {a, b}) {
      for (const Pdag* graph : {&before, &graph_}) {
        const auto around = graph->neighbours(end);
        changed.insert(changed.end(), around.begin(), around.end());
      }
    }
    for (std::size_t v = 0; v < graph_.size(); ++v) {
      const auto w = static_cast<Variable>(v);
      if (!std::ranges::equal(before.neighbours(w), graph_.neighbours(w)) ||
          !std::ranges::equal(before.parents(w), graph_.parents(w))) {
        changed.push_back(w);
      }
    }
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    return changed;
  }

  const scores::ScoreOracle& oracle_;
  const Rules& rules_;
  Rules free_;  ///< for the class, as opposed to the DAG that represents it
  std::size_t max_degree_;
  unsigned threads_;
  RunControl& control_;
  ClassScorer scorer_;
  Pdag graph_;
  std::vector<std::vector<ClassOperator>> operators_;  ///< by target, best first
  Improvements improvements_;
  DagSearchResult result_;
};

}  // namespace

DagSearchResult search_classes(const Inputs& inputs, const GesOptions& options,
                               const Resources& resources, RunControl& control) {
  return EquivalenceSearch(inputs, options, resources, control).run();
}

}  // namespace dagwright::dag
