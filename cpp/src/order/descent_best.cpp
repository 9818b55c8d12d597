#include "dagwright/order/descent.hpp"

namespace dagwright::order {

bool descend_best(WorkItem& item, std::size_t radius) {
  OrderEvaluator& evaluator = item.evaluator();
  for (;;) {
    Insertion best{0, 0};
    Variable chosen = 0;
    for (const Variable v : evaluator.order()) {
      const Insertion found = evaluator.best_insertion(v, radius, best.change);
      if (found.change < best.change) {
        best = found;
        chosen = v;
      }
      if (item.is_interrupted_after(evaluator.n_variables() - 1)) return false;
    }
    if (best.change == 0) return true;
    if (!item.may_go_on()) return false;
    item.insert(chosen, best.destination);
  }
}

}  // namespace dagwright::order
