#include "dagwright/order/tabu_insertions.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "dagwright/core/assert.hpp"

namespace dagwright::order {
namespace {

struct TabuMove {
  Variable variable;
  std::size_t destination;
  std::int64_t change;
};

class TabuSearch {
 public:
  TabuSearch(WorkItem& item, const TabuOptions& options, std::size_t radius)
      : item_(item),
        evaluator_(item.evaluator()),
        options_(options),
        radius_(radius),
        free_again_(evaluator_.n_variables(), 0),
        best_(evaluator_.excess()) {}

  bool run() {
    for (std::uint64_t idle = 0; idle < options_.patience;) {
      const std::optional<TabuMove> move = best_move();
      if (interrupted_) return false;
      if ((!move || move->change > 0) && idle == 0) ++item_.counters().local_optima;
      if (!move) return true;
      if (!item_.may_go_on()) return false;
      if (move->change > 0) item_.keep_if_best();
      [[maybe_unused]] const std::int64_t before = evaluator_.excess();
      item_.insert(move->variable, move->destination);
      DAGWRIGHT_ASSERT(evaluator_.excess() == before + move->change);
      free_again_[move->variable] = ++moves_ + options_.length;
      idle = evaluator_.excess() < best_ ? 0 : idle + 1;
      best_ = std::min(best_, evaluator_.excess());
    }
    return true;
  }

 private:
  std::optional<TabuMove> best_move() {
    std::optional<TabuMove> best;
    for (const Variable v : evaluator_.order()) {
      evaluator_.insertion_profile(v, profile_);
      const std::size_t at = evaluator_.position(v);
      for (const orders::ProfileStep& step : profile_) {
        const std::size_t to = step.last < at ? step.last : step.first;  // the nearest
        const std::size_t distance = to < at ? at - to : to - at;
        if (step.change == 0 || distance > radius_ || !is_allowed(v, step.change)) continue;
        if (!best || step.change < best->change) best = TabuMove{v, to, step.change};
      }
      interrupted_ |= item_.is_interrupted_after(evaluator_.n_variables() - 1);
    }
    return best;
  }

  bool is_allowed(Variable v, std::int64_t change) const {
    return free_again_[v] <= moves_ || evaluator_.excess() + change < best_;
  }

  WorkItem& item_;
  orders::OrderEvaluator& evaluator_;
  const TabuOptions& options_;
  std::size_t radius_;
  std::vector<std::uint64_t> free_again_;  ///< by variable: tabu before so many moves
  std::int64_t best_;
  std::uint64_t moves_ = 0;
  std::vector<orders::ProfileStep> profile_;
  bool interrupted_ = false;
};

}  // namespace

bool search_with_tabu(WorkItem& item, const TabuOptions& options, std::size_t radius) {
  return TabuSearch(item, options, radius).run();
}

}  // namespace dagwright::order
