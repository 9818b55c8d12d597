#include "dagwright/order/best_parents.hpp"

namespace dagwright::order {

BestParents::BestParents(const orders::OrderIndex& index)
    : parents(index.n_variables()), children(index.n_variables()) {
  for (std::size_t v = 0; v < index.n_variables(); ++v) {
    const auto child = static_cast<Variable>(v);
    const auto best = index.sets().members(index.begin(child));
    parents[child].assign(best.begin(), best.end());
    for (const Variable parent : best) children[parent].push_back(child);
  }
}

}  // namespace dagwright::order
