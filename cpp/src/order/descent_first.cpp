// First improvement takes the first improving one of all (variable, destination) pairs in random
// order: a uniform draw from the improving pairs. So pairs are drawn with replacement until one
// improves, a variable's destinations being evaluated all at once when it first comes up. Where
// that takes too long, one is drawn from a list of all improving pairs, which is the same thing.

#include <algorithm>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/order/descent.hpp"

namespace dagwright::order {
namespace {

class FirstImprovement {
 public:
  FirstImprovement(WorkItem& item, std::size_t radius, Rng& rng)
      : item_(item),
        evaluator_(item.evaluator()),
        radius_(radius),
        rng_(rng),
        improving_(evaluator_.n_variables()),
        is_known_(evaluator_.n_variables()) {}

  bool run() {
    for (;;) {
      forget();
      if (!move_by_luck() && !move_by_list()) return !interrupted_;
      if (interrupted_) return false;
    }
  }

 private:
  void forget() {
    is_known_.assign(is_known_.size(), false);
    for (std::vector<orders::ProfileStep>& steps : improving_) steps.clear();
  }

  /// Draws pairs; tells whether one improved (or the item must end).
  bool move_by_luck() {
    const std::size_t n = evaluator_.n_variables();
    for (std::size_t draw = 0; draw < n && !interrupted_; ++draw) {
      const auto v = static_cast<Variable>(rng_.below(n));
      const std::size_t destination = rng_.below(n);
      learn(v);
      for (const orders::ProfileStep& step : improving_[v]) {
        if (step.first <= destination && destination <= step.last) return move(v, destination);
      }
    }
    return interrupted_;
  }

  bool move_by_list() {
    std::size_t count = 0;
    for (std::size_t v = 0; v < evaluator_.n_variables() && !interrupted_; ++v) {
      learn(static_cast<Variable>(v));
      for (const orders::ProfileStep& step : improving_[v]) count += step.last - step.first + 1;
    }
    if (count == 0 || interrupted_) return false;
    std::size_t drawn = rng_.below(count);
    for (std::size_t v = 0;; ++v) {
      DAGWRIGHT_ASSERT(v < improving_.size());
      for (const orders::ProfileStep& step : improving_[v]) {
        const std::size_t length = step.last - step.first + 1;
        if (drawn < length) return move(static_cast<Variable>(v), step.first + drawn);
        drawn -= length;
      }
    }
  }

  void learn(Variable v) {
    if (is_known_[v]) return;
    is_known_[v] = true;
    // Without an improving destination, which is the rule, the bounded scan says so sooner.
    if (evaluator_.best_insertion(v, radius_).change < 0) list_improving(v);
    interrupted_ |= item_.is_interrupted_after(evaluator_.n_variables() - 1);
  }

  void list_improving(Variable v) {
    const std::size_t at = evaluator_.position(v);
    evaluator_.insertion_profile(v, profile_);
    for (orders::ProfileStep step : profile_) {
      step.first = std::max(step.first, at - std::min(at, radius_));
      step.last = std::min(step.last, at + std::min(radius_, evaluator_.n_variables()));
      if (step.change < 0 && step.first <= step.last) improving_[v].push_back(step);
    }
  }

  bool move(Variable v, std::size_t destination) {
    interrupted_ = !item_.may_go_on();
    if (interrupted_) return true;
    [[maybe_unused]] const std::int64_t before = evaluator_.excess();
    item_.insert(v, destination);
    DAGWRIGHT_ASSERT(evaluator_.excess() < before);
    return true;
  }

  WorkItem& item_;
  orders::OrderEvaluator& evaluator_;
  std::size_t radius_;
  Rng& rng_;
  std::vector<std::vector<orders::ProfileStep>> improving_;
  std::vector<bool> is_known_;
  std::vector<orders::ProfileStep> profile_;
  bool interrupted_ = false;
};

}  // namespace

bool descend_first(WorkItem& item, std::size_t radius, Rng& rng) {
  return FirstImprovement(item, radius, rng).run();
}

}  // namespace dagwright::order
