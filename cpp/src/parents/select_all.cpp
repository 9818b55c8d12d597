#include "dagwright/parents/select_all.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

#include "dagwright/core/threads.hpp"
#include "dagwright/scores/local_scores.hpp"

namespace dagwright {
namespace {

CandidateList select_one(const ScoreOracle& oracle, const ChildTask& task,
                         const SelectionPlan& plan, const SelectionLimits& limits,
                         RunControl& control) {
  switch (plan.kind) {
    case SelectionKind::greedy:
      return select_greedy(oracle, task, plan.pruning, limits, plan.best_first, control);
    case SelectionKind::independence:
      return select_by_independence(oracle, task, plan.pruning, limits, plan.best_first, control);
    default:
      return select_sequential(oracle, task, plan.pruning, limits, control);
  }
}

CandidateList required_alone(const ScoreOracle& oracle, const ChildTask& task, StopReason reason) {
  CandidateList list;
  list.sets.add(task.required, oracle.score(task.child, task.required));
  list.complete_size = task.required.size();
  list.unseen_bound = oracle.upper_bound(task.child);
  list.evaluations = 1;
  list.end = reason == StopReason::time ? EnumerationEnd::time : EnumerationEnd::interrupted;
  return list;
}

}  // namespace

std::vector<CandidateList> select_all(const ScoreOracle& oracle,
                                      const std::vector<ChildTask>& tasks,
                                      const SelectionPlan& plan, unsigned threads,
                                      RunControl& control) {
  const std::size_t n = tasks.size();
  const auto* scores = dynamic_cast<const LocalScores*>(&oracle);
  if (scores != nullptr && plan.kind == SelectionKind::sequential) scores->expect_all_sets();
  const unsigned workers = oracle.is_parallel() ? threads : 1;
  std::vector<std::optional<CandidateList>> found(n);
  std::atomic<std::size_t> begun{0}, done{0}, held{0};
  const std::size_t at_once = std::min<std::size_t>(workers, n);
  parallel_for(workers, n, control, [&](std::size_t i) {
    const std::size_t left = n - begun++;
    SelectionLimits limits = plan.limits;
    // Lists stay until the end; the divisor leaves room for those of the variables to come.
    const std::size_t free = plan.limits.bytes - std::min<std::size_t>(plan.limits.bytes, held);
    limits.bytes = free / (at_once + 1);
    if (control.rules().seconds) {
      const double seconds_left = std::max(0.0, *control.rules().seconds - control.seconds());
      const double share = seconds_left * workers / static_cast<double>(left);
      // The last variables get all that is left rather than a share beyond the end.
      const double fair = std::min(share, seconds_left);
      limits.seconds = std::min(limits.seconds.value_or(fair), fair);
    }
    found[i] = select_one(oracle, tasks[i], plan, limits, control);
    held += found[i]->sets.bytes();
    control.report_work(++done, n);
  });
  std::vector<CandidateList> lists;
  for (std::size_t i = 0; i < n; ++i) {
    lists.push_back(found[i] ? std::move(*found[i])
                             : required_alone(oracle, tasks[i], control.reason()));
  }
  return lists;
}

}  // namespace dagwright
