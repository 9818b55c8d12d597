#include <numeric>
#include <utility>
#include <vector>

#include "dagwright/core/assert.hpp"
#include "dagwright/order/descent.hpp"

namespace dagwright::order {

bool descend_hybrid(WorkItem& item, std::size_t radius, Rng& rng) {
  OrderEvaluator& evaluator = item.evaluator();
  std::vector<Variable> pivots(evaluator.n_variables());
  std::iota(pivots.begin(), pivots.end(), Variable{0});
  // A permutation drawn as far as it is needed: the first `untried` have not been drawn.
  for (std::size_t untried = pivots.size(); untried > 0; --untried) {
    std::swap(pivots[rng.below(untried)], pivots[untried - 1]);
    const Variable v = pivots[untried - 1];
    const Insertion best = evaluator.best_insertion(v, radius);
    if (best.change < 0) {
      if (!item.may_go_on()) return false;
      [[maybe_unused]] const std::int64_t before = evaluator.excess();
      item.insert(v, best.destination);
      DAGWRIGHT_ASSERT(evaluator.excess() == before + best.change);
      untried = pivots.size() + 1;
    }
    if (item.is_interrupted_after(evaluator.n_variables() - 1)) return false;
  }
  return true;
}

}  // namespace dagwright::order
