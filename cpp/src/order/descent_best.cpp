#include "dagwright/core/assert.hpp"
#include "dagwright/order/descent.hpp"

namespace dagwright::order {

bool descend_best(WorkItem& item, std::size_t radius) {
  orders::OrderEvaluator& evaluator = item.evaluator();
  for (;;) {
    orders::Insertion best{0, 0};
    Variable chosen = 0;
    for (const Variable v : evaluator.order()) {
      const orders::Insertion found = evaluator.best_insertion(v, radius, best.change);
      if (found.change < best.change) {
        best = found;
        chosen = v;
      }
      if (item.is_interrupted_after(evaluator.n_variables() - 1)) return false;
    }
    if (best.change == 0) return true;
    if (!item.may_go_on()) return false;
    [[maybe_unused]] const std::int64_t before = evaluator.excess();
    item.insert(chosen, best.destination);
    DAGWRIGHT_ASSERT(evaluator.excess() == before + best.change);
  }
}

}  // namespace dagwright::order
