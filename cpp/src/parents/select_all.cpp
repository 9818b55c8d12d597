#include "dagwright/parents/select_all.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>

#include "dagwright/core/threads.hpp"
#include "dagwright/parents/joint_sequential.hpp"
#include "dagwright/scores/local_scores.hpp"

namespace dagwright::parents {
namespace {

CandidateList select_one(const scores::ScoreOracle& oracle, const ChildTask& task,
                         const SelectionOptions& options, const SelectionLimits& limits,
                         RunControl& control, SequentialStart* start) {
  const BestFirstOptions best_first{options.max_open, options.subsets_first};
  switch (options.kind) {
    case SelectionKind::greedy:
      return select_greedy(oracle, task, options.pruning, limits, best_first, control);
    case SelectionKind::independence:
      return select_by_independence(oracle, task, options.pruning, limits, best_first, control);
    default:
      return select_sequential(oracle, task, options.pruning, limits, control, start);
  }
}

CandidateList required_alone(const scores::ScoreOracle& oracle, Variable child,
                             const ParentRules& rules, StopReason reason) {
  const std::vector<Variable>& required = rules.required(child);
  CandidateList list;
  list.sets.add(required, oracle.score(child, required));
  list.complete_size = required.size();
  list.unseen_bound = oracle.upper_bound(child);
  list.evaluations = 1;
  list.end = reason == StopReason::time ? EnumerationEnd::time : EnumerationEnd::interrupted;
  return list;
}

/// All variables at once as far as that goes; null where it does not suit the plan.
std::unique_ptr<JointSequential> select_jointly(const SelectionInputs& inputs,
                                                const SelectionOptions& options,
                                                const Resources& resources, RunControl& control) {
  const auto* scores = dynamic_cast<const scores::LocalScores*>(&inputs.oracle);
  if (options.kind != SelectionKind::sequential || scores == nullptr) return nullptr;
  // Limits of each variable need the variables one by one.
  const bool limited = options.seconds_per_variable || options.max_evaluations;
  if (limited || !JointSequential::suits(*scores, inputs.children)) {
    scores->expect_all_sets();
    return nullptr;
  }
  auto joint =
      std::make_unique<JointSequential>(*scores, inputs.children, inputs.rules, options.pruning,
                                        resources.bytes, resources.threads, control);
  joint->run();
  return joint;
}

}  // namespace

std::vector<CandidateList> select_all(const SelectionInputs& inputs,
                                      const SelectionOptions& options, const Resources& resources,
                                      RunControl& control) {
  const auto& [oracle, children, rules] = inputs;
  const unsigned workers = oracle.is_parallel() ? resources.threads : 1;
  const auto joint = select_jointly(inputs, options, resources, control);
  std::vector<std::optional<CandidateList>> found(children.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (!joint || !joint->finished(children[i])) open.push_back(i);
  }
  const std::size_t finished = children.size() - open.size();
  std::atomic<std::size_t> begun{0}, done{0}, held{joint ? joint->bytes() : 0};
  const std::size_t at_once = std::min<std::size_t>(workers, open.size());
  parallel_for(workers, open.size(), control, [&](std::size_t item) {
    const std::size_t i = open[item];
    const std::size_t left = open.size() - begun++;
    SelectionLimits limits{options.seconds_per_variable, options.max_evaluations, 0};
    // Lists stay until the end; the divisor leaves room for those of the variables to come.
    const std::size_t free = resources.bytes - std::min<std::size_t>(resources.bytes, held);
    limits.bytes = free / (at_once + 1);
    if (const auto seconds_left = control.seconds_left()) {
      const double share = *seconds_left * workers / static_cast<double>(left);
      // The last variables get all that is left rather than a share beyond the end.
      const double fair = std::min(share, *seconds_left);
      limits.seconds = std::min(limits.seconds.value_or(fair), fair);
    }
    std::optional<SequentialStart> start;
    if (joint) start = joint->take_start(children[i]);
    found[i] = select_one(oracle, rules.task(children[i]), options, limits, control,
                          start ? &*start : nullptr);
    held += found[i]->sets.bytes();
    control.report_work(finished + ++done, children.size());
  });
  if (joint) joint->end();
  parallel_for_all(workers, children.size(), [&](std::size_t i) {
    if (found[i]) return;
    found[i] = joint ? joint->take_list(children[i])
                     : required_alone(oracle, children[i], rules, control.reason());
  });
  std::vector<CandidateList> lists;
  for (std::optional<CandidateList>& list : found) lists.push_back(std::move(*list));
  return lists;
}

}  // namespace dagwright::parents
