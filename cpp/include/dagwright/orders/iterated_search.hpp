#pragma once

#include <cstddef>

#include "dagwright/core/rng.hpp"
#include "dagwright/orders/order_evaluator.hpp"
#include "dagwright/orders/perturb.hpp"

namespace dagwright::orders {

/// Iterated local search from the local optimum that `walker` stands at: exchanges in the present
/// order, a descent, and on from what that reached if it is accepted. Returns the last order that
/// was.
///
///     OrderEvaluator& evaluator();
///     bool may_go_on();                                  // before the exchanges
///     Rng& rng();                                        // for these
///     bool descend_from(const std::vector<Variable>&);   // false: the search ends
///     bool accepts(const OrderSnapshot& present);        // what the descent reached
template <class Walker>
OrderSnapshot search_iteratedly(Walker& walker, std::size_t exchanges) {
  const Precedence& precedence = walker.evaluator().index().precedence();
  OrderSnapshot present;
  walker.evaluator().save(present);
  while (walker.may_go_on()) {
    if (!walker.descend_from(perturbed(present.order, exchanges, precedence, walker.rng()))) break;
    if (walker.accepts(present)) walker.evaluator().save(present);
  }
  return present;
}

}  // namespace dagwright::orders
