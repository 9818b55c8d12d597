#include "dagwright/order/obs.hpp"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "dagwright/core/assert.hpp"

namespace dagwright::order {
namespace {

class SwapClimb {
 public:
  SwapClimb(WorkItem& item, const ObsOptions& options)
      : item_(item), evaluator_(item.evaluator()), options_(options) {
    changes_.resize(evaluator_.n_variables() - 1);
    for (std::size_t left = 0; left < changes_.size(); ++left) refresh(left);
  }

  void run() {
    const std::uint64_t most_idle = options_.tabu.value_or(1);
    std::int64_t best = evaluator_.excess();
    std::uint64_t idle = 0;  // swaps since the best
    for (std::uint64_t swaps = 0; swaps < options_.max_iterations; ++swaps) {
      const std::size_t left = best_swap();
      const bool improves = left < changes_.size() && changes_[left] < 0;
      if (!improves && idle == 0) ++item_.counters().local_optima;
      if (left == changes_.size() || (!options_.tabu && !improves)) break;
      if (!item_.may_go_on()) return;
      if (!improves) item_.keep_if_best();
      swap(left);
      idle = evaluator_.excess() < best ? 0 : idle + 1;
      best = std::min(best, evaluator_.excess());
      if (idle >= most_idle) break;
    }
    item_.finish();
  }

 private:
  void refresh(std::size_t left) {
    if (left >= changes_.size()) return;
    changes_[left] = evaluator_.insertion_change(evaluator_.order()[left], left + 1);
    ++item_.counters().orders_evaluated;
  }

  /// The leftmost of the best feasible swaps that are not tabu; the number of swaps if none is.
  std::size_t best_swap() const {
    std::size_t chosen = changes_.size();
    std::int64_t least = kImpossible / 2;
    for (std::size_t left = 0; left < changes_.size(); ++left) {
      if (changes_[left] < least && !is_tabu(left)) {
        least = changes_[left];
        chosen = left;
      }
    }
    return chosen;
  }

  bool is_tabu(std::size_t left) const {
    return !tabu_.empty() && std::find(tabu_.begin(), tabu_.end(), pair_at(left)) != tabu_.end();
  }

  std::pair<Variable, Variable> pair_at(std::size_t left) const {
    return std::minmax(evaluator_.order()[left], evaluator_.order()[left + 1]);
  }

  void swap(std::size_t left) {
    if (options_.tabu) {
      tabu_.push_back(pair_at(left));
      if (tabu_.size() > *options_.tabu) tabu_.pop_front();
    }
    [[maybe_unused]] const std::int64_t expected = evaluator_.excess() + changes_[left];
    item_.swap_adjacent(left);
    DAGWRIGHT_ASSERT(evaluator_.excess() == expected);
    // Only these three pairs have other neighbours or predecessors than before.
    if (left > 0) refresh(left - 1);
    refresh(left);
    refresh(left + 1);
    DAGWRIGHT_CHECK_EVERY(32, changes_are_right());
  }

  bool changes_are_right() {
    for (std::size_t left = 0; left < changes_.size(); ++left) {
      const std::int64_t change = evaluator_.insertion_change(evaluator_.order()[left], left + 1);
      if (std::min(change, kImpossible) != std::min(changes_[left], kImpossible)) return false;
    }
    return true;
  }

  WorkItem& item_;
  orders::OrderEvaluator& evaluator_;
  const ObsOptions& options_;
  std::vector<std::int64_t> changes_;  ///< of swapping positions i and i + 1
  std::deque<std::pair<Variable, Variable>> tabu_;
};

}  // namespace

OrderSearchResult obs(const Inputs& inputs, const ObsOptions& options, const Resources& resources,
                      RunControl& control) {
  OrderSearch search(inputs, resources, control);
  search.run_all(options.restarts, [&](std::size_t climb, WorkItem& item) {
    Rng rng(resources.seed, {climb});
    search.begin(item, climb, rng);
    SwapClimb(item, options).run();
  });
  return search.take_result();
}

}  // namespace dagwright::order
